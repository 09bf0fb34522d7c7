"""Guesses about a match put right step by step, where they led to something else than a seat was told."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.cards import UNKNOWN, unplaced
from ludograph.domain.lab.guessed_card import DEAL_FIELD, DRAWN_FIELD, GuessedCard, Key
from ludograph.domain.lab.guesses import Guess
from ludograph.domain.lab.history_draft import Attempt, HistoryDraft, texts_in
from ludograph.domain.lab.mismatches import Mismatch
from ludograph.domain.lab.placements import Placements
from ludograph.domain.lab.spans import Spans

REPAIRS: Final = 120
"""So many changes are tried where a step does not fit, before all is begun anew."""
DEEPER: Final = 40
FEWER: Final = 12
"""Where none of them helps: so many again, each with so many more for every step that it makes unfit."""
PLACED: Final = 16
"""So many ways are tried to place the cards that the record has."""
WANDERING: Final = 0.25
"""How often a change is kept by which a step fits neither better nor worse."""
Changes = Mapping[Key, Any]
"""What is guessed otherwise; `Barred` for anything but that."""


class Barred(NamedTuple):
    """Any other value; of None any at all."""

    value: Any = None


class Needs(NamedTuple):
    """What cards would have to be for a step to fit."""

    wanted: dict[Key, str]
    barred: dict[Key, str]
    named: list[str]
    """What has to be in the hand of who acts."""
    hand: list[Key]
    """The made-up cards of that hand."""


class Repair:
    """Guesses changed until a step fits that did not; all steps before it are made again with them."""

    def __init__(self, draft: HistoryDraft, attempt: Attempt, changes: int = REPAIRS) -> None:
        self.draft = draft
        self.attempt = attempt
        self._most = changes
        self._step = len(draft.played) + 1
        self._codes = draft.record.game.deck.by_code
        self._settled = draft.settled()
        self._random = draft.guesses.random

    def done(self) -> bool:
        """Tries changes; whether the step fits now."""
        actor = self.draft.record.steps[self._step - 1].actor
        self.draft.guesses.conflicts.note(self.attempt.wrong, actor, self._lying_faces())
        return self._done(self._most, 0) or (self._most == REPAIRS and self._done(DEEPER, FEWER))

    def _done(self, most: int, between: int) -> bool:
        """Tries so many changes, and so many more for each step before that one of them makes unfit."""
        left = most
        while left > 0:
            for changes in filter(None, self._proposals()):
                left, before = left - 1, self.attempt.distance
                if self._tried(changes, between):
                    if self.attempt.fits:
                        return True
                    left = most if self.attempt.distance < before else left
                    break  # what is wrong now is another thing
                if left <= 0:
                    return False
            else:
                return False
        return False

    def _tried(self, changes: Changes, between: int) -> bool:
        """Whether these changes are kept: it fits better with them, or as well and chance will have it."""
        draft, found = self.draft, dict(self.draft.guesses.found)
        played, begun = draft.played, draft.begun
        self._change(changes)
        if any(one.made == UNKNOWN for one in self.attempt.wrong):
            draft.guesses.avoided = frozenset(draft.record.steps[self._step - 1].drawn) & self._codes.keys()
        attempt = self._again(min(key.step for key in changes), between)
        draft.guesses.barred.clear()
        draft.guesses.avoided = frozenset()
        if attempt is None or (attempt.distance, self._random.random()) > (self.attempt.distance, WANDERING):
            draft.guesses.found, draft.played, draft.begun = found, played, begun
            return False
        self.attempt = attempt
        return True

    def _change(self, changes: Changes) -> None:
        guesses = self.draft.guesses
        for key, value in changes.items():
            was = guesses.found.pop(key)
            if not isinstance(value, Barred):
                guesses.found[key] = Guess(value, was.seen_by)
            elif key.field == DEAL_FIELD:
                others = [card for card in self._undealt() if card != value.value]
                guesses.found[key] = Guess(self._random.choice(others), was.seen_by) if others else was
            else:
                guesses.barred[key] = value.value

    def _undealt(self) -> tuple[str, ...]:
        deck, placed, _ = self.draft.record.game.cards(self.draft.begun.state)
        return unplaced(deck, placed)

    def _again(self, first: int, between: int) -> Attempt | None:
        """The step tried again, once those from `first` on were made anew; None where one of those does not fit."""
        draft = self.draft
        if first == 0:
            if not draft.begin_again():
                return None
        else:
            draft.played = draft.played[: first - 1]
        while len(draft.played) < self._step - 1:
            attempt = draft.attempt()
            if attempt.fits and attempt.played is not None:
                draft.played.append(attempt.played)
            elif not between or not Repair(draft, attempt, between).done():
                return None
        attempt = draft.attempt()
        if attempt.fits and attempt.played is not None:
            draft.played.append(attempt.played)
        return attempt

    def _proposals(self) -> Iterator[Changes]:
        """What might be changed, what helps most often first."""
        yield from self._placed()
        for wrong in self.attempt.wrong:
            yield from self._for_mismatch(wrong)
        found = self.draft.guesses.found
        own = [key for key in found if key.step == self._step]
        for _ in range(8 if own else 0):
            yield dict.fromkeys(own, Barred())
        yield from self._for_hand()
        for _ in range(10):
            some = [key for key in self._lying() if self._random.random() < 0.3]
            if some:
                yield dict.fromkeys(some, Barred())

    def _placed(self) -> Iterator[Changes]:
        """The cards that the record has brought to where others were made up, or are missing, or were in the way."""
        draft = self.draft
        states = [*draft.states, *([self.attempt.played.state] if self.attempt.played is not None else [])]
        faces = {key: guess.value for key, guess in draft.guesses.found.items() if isinstance(guess.value, str)}
        spans = Spans(draft.record.game, states, self._settled)
        spans.begin_with_piles(draft.guesses.among)
        placements = Placements(spans, faces, draft.guesses.likelihoods, self._random)
        needs = self._needs(placements, faces)
        numbers = self._numbers()
        if numbers:
            yield numbers
        for number in range(PLACED if any(needs[:3]) else 0):
            # A hand may have been right where an outcome could not come.
            brought = {} if needs.barred and number % 2 else self._brought(needs, number)
            wanted = {**needs.wanted, **brought}
            changes = placements.changed(wanted, needs.barred) or self._exchanged(placements, wanted, needs.barred)
            yield {**self._alike(placements, changes), **changes, **numbers} if changes else {}

    def _brought(self, needs: Needs, number: int) -> dict[Key, str]:
        """The cards that who acts names, in their hand: those that are there stay, or all in other places."""
        found = self.draft.guesses.found
        hand, missing = [*needs.hand], [*needs.named]
        for key in needs.hand:
            if found[key].value in missing:
                missing.remove(found[key].value)
                hand.remove(key)
        if missing and number % 4 < 3:
            keys = self._random.sample(hand, len(missing)) if len(missing) <= len(hand) else []
            return dict(zip(keys, missing, strict=False))
        if len(needs.named) > len(needs.hand):
            return {}
        places = sorted(self._random.sample(range(len(needs.hand)), len(needs.named)))
        return {needs.hand[at]: card for at, card in zip(places, needs.named, strict=True)}

    def _alike(self, placements: Placements, changes: Changes) -> Changes:
        """Changes of guesses that lie nowhere: in such a step somebody saw a card, which is changed with what lies."""
        found = self.draft.guesses.found
        return {
            one: card
            for key, card in changes.items()
            for one, guess in found.items()
            if one.step == key.step and guess.value == found[key].value and not placements.lies(one)
        }

    def _needs(self, placements: Placements, faces: Mapping[Key, str]) -> Needs:
        """What the cards would have to be for the step to fit."""
        needs = Needs({}, {}, [], [key for key in self._hand() if key in faces])
        for card, made in self.attempt.wrong:
            if card not in self._codes:
                continue
            if isinstance(made, GuessedCard) and made.key in faces:
                needs.wanted[made.key] = card
            elif made == UNKNOWN:
                needs.barred.update({key: card for key in placements.lying(self._step - 1) if faces[key] == card})
            elif made is None and not placements.is_known(card, self._step - 1):
                needs.named.append(card)
        return needs

    def _numbers(self) -> dict[Key, Any]:
        """The numbers that the record has, each where its like was made up last."""
        found = self.draft.guesses.found
        numbers: dict[Key, Any] = {}
        for wanted, made in self.attempt.wrong:
            if isinstance(wanted, int):
                alike = [key for key in found if found[key].value == made and key not in numbers]
                if alike:
                    numbers[max(alike)] = wanted
        return numbers

    def _exchanged(self, placements: Placements, wanted: Mapping[Key, str], barred: Mapping[Key, str]) -> Changes:
        """Changes by which a card that is in the way was let go before, instead of another of that hand."""
        found, steps = self.draft.guesses.found, self.draft.record.steps
        pairs = [
            (key, other)
            for key in dict.fromkeys(
                face.key for face in self._lying_faces() if face in wanted.values() or face.key in barred
            )
            if key not in wanted
            for other, last in placements.let_go(key)
            if found[other].seen_by == found[key].seen_by and other not in wanted
            if last < len(steps) and found[other].value in texts_in(steps[last].action)
        ]
        if not pairs:
            return {}
        return placements.exchanged(*self._random.choice(pairs), wanted, barred)

    def _for_mismatch(self, wrong: Mismatch) -> Iterator[Changes]:
        """What brings the value that the record has to the place where another was made up."""
        wanted, made = wrong
        found = self.draft.guesses.found
        if wanted in self._codes:
            holders = [face.key for face in self._lying_faces() if face == wanted]
            self._random.shuffle(holders)
            if isinstance(made, GuessedCard):
                yield from self._mixed(made.key, wanted)
            for key in holders[:4] * 3:
                alike = [one for one in found if one.step == key.step and found[one].value == wanted]
                yield dict.fromkeys([key, *alike], Barred(wanted))
            own = [key for key in found if key.step == self._step and key.field == DRAWN_FIELD and made == UNKNOWN]
            for key in self._random.sample(own, min(len(own), 12)):
                yield {key: wanted}
        elif isinstance(wanted, int):
            for key in sorted(found, reverse=True):
                if found[key].value == made:
                    yield {key: wanted}

    def _mixed(self, key: Key, wanted: str) -> Iterator[Changes]:
        """Cards that were mixed lying the other way round, with the one that is wanted among them."""
        found = self.draft.guesses.found
        here = max((one for one in found if found[one].value == key), default=key)
        others = [one for one in found if one.step == here.step and one.field == here.field and one != here]
        for other in sorted(others, key=lambda one: found[one].value != wanted):
            value = found[other].value
            turned = {here: value, other: found[here].value}
            yield turned
            if isinstance(value, Key):
                yield {**turned, value: wanted}

    def _hand(self) -> list[Key]:
        """The guesses whose cards who acts sees, and not everybody."""
        actor = self.draft.record.steps[self._step - 1].actor
        held = self.draft.held(actor)
        return list(dict.fromkeys(card.key for card in held if card.key not in self._settled))

    def _for_hand(self) -> Iterator[Changes]:
        """Other cards in the hand of who acts, one by one."""
        found = self.draft.guesses.found
        keys = self._hand()
        self._random.shuffle(keys)
        for key in keys:
            yield {key: Barred(found[key].value)}

    def _lying(self, step: int | None = None) -> list[Key]:
        """The guesses whose cards lie somewhere after a step, else before the one that does not fit."""
        return list(dict.fromkeys(face.key for face in self._lying_faces(step)))

    def _lying_faces(self, step: int | None = None) -> list[GuessedCard]:
        draft = self.draft
        _, placed, _ = draft.record.game.cards(draft.state_at(self._step - 1 if step is None else step))
        return [card for card in placed if isinstance(card, GuessedCard) and card.key not in self._settled]
