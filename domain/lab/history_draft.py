"""A match that is made up step by step so that a seat would have been told what its record says."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ludograph.domain.kernel.cards import UNKNOWN, Card
from ludograph.domain.kernel.conceal import conceal
from ludograph.domain.kernel.game import Action, Audience, Deal, Refused, Seat
from ludograph.domain.kernel.play import Begun, Played, begin, play
from ludograph.domain.kernel.shapes import fields_of
from ludograph.domain.lab.conflicts import Conflicts
from ludograph.domain.lab.guessed_card import DEAL_FIELD, GuessedCard, Key, guessed_card
from ludograph.domain.lab.guesses import Guess, Guesses
from ludograph.domain.lab.guided_chance import GuidedChance
from ludograph.domain.lab.mismatches import Mismatch, in_rows, mismatches
from ludograph.domain.lab.seat_record import SeatRecord, SeatStep, Sightings
from ludograph.domain.lab.worlds import Blank, Worlds, with_blanks


class Attempt(NamedTuple):
    """A step as it was tried: what came of it, and what is otherwise than the record says."""

    played: Played | None
    """None where it was refused."""
    wrong: tuple[Mismatch, ...]
    distance: tuple[int, ...]
    """How far it is from fitting: less is nearer."""

    @property
    def fits(self) -> bool:
        """Whether it could be made, and is as the record says."""
        return self.played is not None and not self.wrong


class HistoryDraft:
    """The steps that fit so far, on guesses that can be changed."""

    def __init__(self, record: SeatRecord, conflicts: Conflicts, random: Random) -> None:
        self.record = record
        self.guesses = Guesses(Sightings(record), conflicts, random)
        self.played: list[Played] = []
        self.begun: Begun
        self._random = random
        self._blanks: list[Blank] = []
        self._deal: Deal = with_blanks(record.deal, self._blanks)
        self._seen_by = self._seats_that_see()
        self.deal_again()

    @property
    def states(self) -> list[Any]:
        """The state after each step, the one before the first at the front."""
        return [self.begun.state, *(done.state for done in self.played)]

    def state_at(self, step: int) -> Any:
        """The state after so many steps."""
        return self.played[step - 1].state if step else self.begun.state

    def deal_again(self) -> None:
        """Makes up all of the deal that was not seen. Raises ValueError where there is no way."""
        if self._blanks:
            begun = self._begin(self._deal)
            worlds = Worlds(self.record.game, begun.state)
            laid = {id(blank): card for blank, card in zip(worlds.blanks, worlds.laid(self._random), strict=True)}
            for number, blank in enumerate(self._blanks):
                self.guesses.found[Key(0, DEAL_FIELD, number)] = Guess(laid[id(blank)], self._seen_by[number])
        if not self.begin_again():
            raise ValueError("No way was found to deal the cards that are not known.")

    def begin_again(self) -> bool:
        """Goes back to the start, with the deal as it is guessed now; whether that fits the record."""
        self.played = []
        found = self.guesses.found
        cards: dict[int, Any] = {}
        for number, blank in enumerate(self._blanks):
            key = Key(0, DEAL_FIELD, number)
            cards[id(blank)] = guessed_card(found[key].value, key)
        try:
            self.begun = self._begin(_filled(self._deal, cards))
        except Refused:
            return False
        told = tuple(conceal(fact, self.record.seat) for fact in self.begun.facts)
        return not any(in_rows(self.record.facts, told))

    def forget_since(self, step: int) -> None:
        """Goes back to so many steps, and forgets what was made up after them."""
        self.played = self.played[:step]
        found = self.guesses.found
        self.guesses.found = {key: guess for key, guess in found.items() if key.step <= step}

    def attempt(self) -> Attempt:
        """Tries the next step of the record."""
        number = len(self.played) + 1
        step = self.record.steps[number - 1]
        chance = GuidedChance(number, step.drawn, self.guesses)
        state = self.state_at(number - 1)
        try:
            action = self._action(number, step, state)
            done = play(self.record.game, state, step.actor, action, chance)
        except Refused:
            wanted = self._released(step)
            missing = (Counter(wanted) - Counter(self.held(step.actor))).total()
            open_now = sum(_size(choice.values) for choice in self.record.game.choices(state, step.actor))
            wrong = (*chance.mismatches, *[Mismatch(card, None) for card in wanted])
            return Attempt(None, wrong, (1, -chance.given, missing, open_now))
        seat = self.record.seat
        found = [*chance.mismatches, *mismatches(step.action, conceal(done.action, seat, step.actor))]
        found += in_rows(step.facts, tuple(conceal(fact, seat, step.actor) for fact in done.facts))
        return Attempt(done, tuple(found), (0, len(found)))

    def settled(self) -> set[Key]:
        """The guesses that turned out to be right, as the seat saw where those cards lay."""
        shown: set[Key] = set()
        for step, done in zip(self.record.steps, self.played, strict=False):
            for told, fact in zip(step.facts, done.facts, strict=True):
                shown.update(_shown(told, fact))
        return shown

    def _released(self, step: SeatStep) -> list[Card]:
        """The cards that who acts lets go in a step: what the action names, else what is seen in what it leads to."""
        codes = self.record.game.deck.by_code
        named = [card for card in texts_in(step.action) if card in codes]
        if named:
            return named
        seen = Counter[Card]()
        for fact in step.facts[:2]:
            # A card that stands in two fields of a fact, or in two facts, is one card.
            for field in fields_of(type(fact)):
                seen |= Counter(card for card in texts_in(getattr(fact, field.name)) if card in codes)
        return [*seen.elements()]

    def held(self, seat: Seat) -> list[GuessedCard]:
        """The cards made up that a seat sees after the steps that fit, and not everybody."""
        seen = self.guesses.seen_by(seat)
        texts = texts_in(conceal(self.state_at(len(self.played)), seat))
        return [card for card in texts if isinstance(card, GuessedCard) and card.key in seen]

    def _action(self, number: int, step: SeatStep, state: Any) -> Action:
        """What was decided, with what the seat did not see made up from what was open."""
        hidden = [*_hidden_fields(step.action)]
        if not hidden:
            return step.action
        block = next(
            (one for one in self.record.game.choices(state, step.actor) if one.action is type(step.action)), None
        )
        if block is None:
            raise Refused(None, "This is not open.")
        made: dict[str, Any] = {}
        for name in hidden:
            known = getattr(step.action, name)
            values = [one for one in block.values.get(name, ()) if _can_be(known, one)]
            if not values:
                raise Refused(None, "Nothing that is open is like this.")
            made[name] = self.guesses.decision(Key(number, name), values, step.actor)
        return replace(step.action, **made)

    def _begin(self, deal: Deal) -> Begun:
        record = self.record
        return begin(record.game, record.options, record.seats, deal, GuidedChance(0, (), self.guesses))

    def _seats_that_see(self) -> list[Audience]:
        """For each `??` of the deal the seats that saw what it is."""
        seen: list[list[Seat]] = [[] for _ in self._blanks]
        for seat in range(1, self.record.seats + 1):
            left: list[Blank] = []
            with_blanks(conceal(self._deal, seat), left)
            ids = {id(blank) for blank in left}
            for number, blank in enumerate(self._blanks):
                if id(blank) in ids:
                    seen[number].append(seat)
        return [tuple(seats) for seats in seen]


def texts_in(value: Any) -> Iterator[Card]:
    """The texts in an action or a fact, among them its cards."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for entry in value:
            yield from texts_in(entry)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from texts_in(getattr(value, name))


def _shown(told: Any, made: Any) -> Iterator[Key]:
    """The guesses in a fact whose cards stand in it as it was told."""
    if isinstance(made, GuessedCard):
        if told == made:
            yield made.key
    elif isinstance(made, tuple) and told is not None:
        for one, other in zip(told, made, strict=True):
            yield from _shown(one, other)
    elif isinstance(made, Struct):
        for name in made.__struct_fields__:
            yield from _shown(getattr(told, name), getattr(made, name))


def _hidden_fields(action: Action) -> Iterator[str]:
    """The fields of an action that are not known as they were decided."""
    for field in fields_of(type(action)):
        value = getattr(action, field.name)
        if value is None:
            if field.secret is not None and "*" not in field.secret.seen_by:
                yield field.name
        elif field.shape.holds_cards and UNKNOWN in texts_in(value):
            yield field.name


def _can_be(known: Any, value: Any) -> bool:
    """Whether a value is one of which a record knows so much."""
    if UNKNOWN in texts_in(value):
        return False
    return known is None or not any(mismatches(known, value))


def _size(values: Any) -> int:
    count = 1
    for column in values.values():
        count *= len(column)
    return count


def _filled(value: Any, cards: dict[int, Any]) -> Any:
    """A part of a deal with cards in the place of its `??`."""
    if id(value) in cards:
        return cards[id(value)]
    if isinstance(value, tuple):
        return tuple([_filled(entry, cards) for entry in value])
    if isinstance(value, Struct):
        return replace(value, **{name: _filled(getattr(value, name), cards) for name in value.__struct_fields__})
    return value


def plain(value: Any) -> Any:
    """A part of a history in which guessed cards are cards like any other."""
    if isinstance(value, GuessedCard):
        return str(value)
    if isinstance(value, tuple):
        entries = tuple([plain(entry) for entry in value])
        return entries if any(one is not other for one, other in zip(entries, value, strict=True)) else value
    if isinstance(value, Struct):
        changes = {}
        for name in value.__struct_fields__:
            part = getattr(value, name)
            if (new := plain(part)) is not part:
                changes[name] = new
        return replace(value, **changes) if changes else value
    return value
