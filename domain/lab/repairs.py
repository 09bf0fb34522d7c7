"""Guesses about a match put right step by step, where they led to something else than a seat was told."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, islice, product
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.cards import UNKNOWN, unplaced
from ludograph.domain.lab.guesses import DEAL_FIELD, DRAWN_FIELD, Guess, GuessedCard, Key
from ludograph.domain.lab.history_draft import Attempt, HistoryDraft
from ludograph.domain.lab.mismatches import Mismatch

REPAIRS: Final = 120
"""So many changes are tried where a step does not fit, before all is begun anew."""
DEEPER: Final = 40
FEWER: Final = 12
"""Where none of them helps: so many again, each with so many more for every step that it makes unfit."""
WANDERING: Final = 0.25
"""How often a change is kept by which a step fits neither better nor worse."""
Changes = Mapping[Key, Any]
"""What is guessed otherwise; `Barred` for anything but that."""


class Barred(NamedTuple):
    """Any other value; of None any at all."""

    value: Any = None


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
        found = self.draft.guesses.found
        yield self._for_all()
        if not any(
            one.made == UNKNOWN for one in self.attempt.wrong
        ):  # else what was drawn is wrong, not what was done
            yield from self._for_action()
        for wrong in self.attempt.wrong:
            yield from self._for_mismatch(wrong)
        own = [key for key in found if key.step == self._step]
        for _ in range(8 if own else 0):
            yield dict.fromkeys(own, Barred())
        yield from self._for_hand()
        for _ in range(10):
            some = [key for key in self._lying() if self._random.random() < 0.3]
            if some:
                yield dict.fromkeys(some, Barred())

    def _for_all(self) -> Changes:
        """All the cards that the record has brought to where others were made up."""
        pairs = ((made.key, wanted) for wanted, made in self.attempt.wrong if isinstance(made, GuessedCard))
        return self._brought((key, wanted) for key, wanted in pairs if wanted in self._codes)

    def _brought(self, pairs: Iterable[tuple[Key, str]], *, then: bool = False) -> Changes:
        """These cards brought there, and what was there to where they lie; `then`: to where they lay then, too."""
        found = self.draft.guesses.found
        changed: dict[Key, Any] = {}
        settled = set[Key]()
        for key, wanted in pairs:
            if key in settled:
                continue
            was = changed.get(key, found[key].value)
            for step in {self._step - 1, *([key.step] if then else [])}:
                lying = (one for one in self._lying(step) if one != key and one not in settled)
                holder = next((one for one in lying if changed.get(one, found[one].value) == wanted), None)
                if holder is not None:
                    changed[holder] = was
            changed[key] = wanted
            settled.add(key)
        return {key: card for key, card in changed.items() if found[key].value != card}

    def _for_mismatch(self, wrong: Mismatch) -> Iterator[Changes]:
        """What brings the value that the record has to the place where another was made up."""
        wanted, made = wrong
        found = self.draft.guesses.found
        if wanted in self._codes:
            holders = [face.key for face in self._lying_faces() if face == wanted]
            self._random.shuffle(holders)
            if isinstance(made, GuessedCard):
                yield from self._mixed(made.key, wanted)
                yield from self._exchanges(made.key, wanted, holders)
            for key in holders[:4] * 3:
                alike = [one for one in found if one.step == key.step and found[one].value == wanted]
                yield dict.fromkeys([key, *alike], Barred(wanted))
            if made == UNKNOWN:
                others = self._lying()
                for holder, other in product(holders[:3], self._random.sample(others, min(len(others), 10))):
                    yield {holder: found[other].value, other: wanted}
            own = [key for key in found if key.step == self._step and key.field == DRAWN_FIELD and made == UNKNOWN]
            for key in self._random.sample(own, min(len(own), 12)):
                yield {key: wanted}
        elif isinstance(wanted, int):
            for key in sorted(found, reverse=True):
                if found[key].value == made:
                    yield {key: wanted}

    def _exchanges(self, key: Key, card: str, holders: list[Key]) -> Iterator[Changes]:
        yield self._brought([(key, card)], then=True)
        was = self.draft.guesses.found[key].value
        for holder in holders:
            yield {key: card, holder: was}
        if not holders:
            yield {key: card}

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
                yield {**self._brought([(value, wanted)]), **turned}

    def _for_action(self) -> Iterator[Changes]:
        """The cards of an action that was refused brought into the hand of who acts."""
        cards = [wanted for wanted, made in self.attempt.wrong if made is None and wanted in self._codes]
        keys = self._hand()
        if not cards or not keys:
            return
        for some in islice(combinations(keys, len(cards)), 20):
            yield self._brought(zip(some, cards, strict=True))
        found = self.draft.guesses.found
        for _ in range(30):
            self._random.shuffle(keys)
            missing, places = self._random.sample(cards, len(cards)), []
            for key in keys:
                if found[key].value in missing:
                    missing.remove(found[key].value)
                else:
                    places.append(key)
            yield self._brought(zip(places, missing, strict=False), then=self._random.random() < 0.5)

    def _hand(self) -> list[Key]:
        """The guesses whose cards lie somewhere, and were seen by who acts."""
        seen = self.draft.guesses.seen_by(self.draft.record.steps[self._step - 1].actor)
        return [key for key in self._lying() if key in seen]

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
