"""Where outcomes come from: a program that draws, what somebody wrote down, or a record that not all can read.

All three are a `Chance`, which keeps what it gave, outcome by outcome with its audience, so that the step can be
stored complete.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any, Final, TypeVar

from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards, Deck
from ludograph.domain.kernel.marks import Audience
from ludograph.domain.kernel.objections import Impossible
from ludograph.domain.kernel.wanted import Asked, Faces, Numbers, Wanted

T = TypeVar("T")
Outcome = Card | int
RawOutcomes = Sequence[object]
"""Outcomes as they stand in a file: codes, names or numbers, not yet checked."""


NOTHING_DRAWN: Final = "Nothing is drawn or rolled here, so no card or number comes after the action"


class OutcomeWord(str):
    """An outcome as a bare word of a line of text: a card or a number, as the game has it."""

    __slots__ = ()


class Chance(ABC):
    """Gives the outcomes of one action, or of one setup, and remembers them for the step.

    A source is used once: who decides the same action again, say to explain a refusal, takes `restarted`.
    """

    written = False
    """Whether outcomes were written down with the action."""
    step = 0
    """The number of the step that they are of; 0 at the start, and where it is not known."""

    def __init__(self) -> None:
        self.drawn: list[Outcome] = []
        self.seen_by: list[Audience] = []
        self.shuffled: Cards | None = None

    def ask(self, wanted: Wanted[T]) -> tuple[T, ...]:
        """All outcomes that are wanted, in their order. Raises `Impossible` where one of them cannot be."""
        # What players chose is never drawn for them: a program that made it up would decide in their place.
        if wanted.missing and not wanted.recorded:
            raise Impossible("count", wanted.missing)
        found: tuple[T, ...] = ()
        for entry in wanted.entries:
            found += self._keep(entry, self._answered(entry, found))
        return found

    @abstractmethod
    def shuffle(self, cards: Cards) -> Cards:
        """A new order of these cards, or `??` for each where nobody at the recorder's side knows it."""

    @abstractmethod
    def restarted(self) -> "Chance":
        """This source as it was before it gave anything."""

    def finish(self) -> None:  # noqa: B027 - only what was written can be left over
        """Ends the action. Raises `Impossible` where outcomes were written that nothing asked for."""

    def _answered(self, entry: Asked[T], before: tuple[T, ...]) -> tuple[Any, ...]:
        """The outcomes of one entry, after those `before` of the same question: as recorded, else not known."""
        # There is no `??` for a number, and the rules may have to count with it: the first that it could be.
        if isinstance(entry, Numbers):
            return tuple(entry.among(())[0] if number is None else number for number in entry.known)
        return entry.known

    def _keep(self, entry: Asked[T], outcomes: tuple[Any, ...]) -> tuple[T, ...]:
        # A heap has no order of its own. Stored as it was written it would tell who reads the record in what order the
        # cards came to somebody's hand; sorted, with `??` behind, it tells nothing but which cards they are.
        if entry.heap:
            outcomes = tuple(sorted(outcomes, key=lambda card: (card == UNKNOWN, card)))
        self.drawn += outcomes
        self.seen_by += (entry.to,) * len(outcomes)
        return outcomes


class Unseen(Chance):
    """Knows nothing but what the record does: decides an action as a player's own view knows the match."""

    def shuffle(self, cards: Cards) -> Cards:
        """An order that nobody knows."""
        self.shuffled = (UNKNOWN,) * len(cards)
        return self.shuffled

    def restarted(self) -> "Chance":
        """Another that has given nothing yet."""
        return Unseen()


class Drawing(Chance):
    """The program shuffles and draws: alike for one seed and step, whatever was played before.

    The command line is a new process for every action, so that no generator lives on from one to the next. Keyed by
    (seed, step), it needs none; and a step that is taken back and played again draws what it drew before, so that
    nobody takes back an action in the hope of a better card.
    """

    def __init__(self, seed: str, step: int) -> None:
        super().__init__()
        self._seed = seed
        self.step = step

    def restarted(self) -> "Chance":
        """Another of this seed and step, which draws the same."""
        return Drawing(self._seed, self.step)

    @property
    def has_drawn(self) -> bool:
        """Whether anything came by chance; not where all was known from what was drawn before."""
        # A correction may not touch what the program drew (decision 176), and a step drew if it made a generator:
        # `cached_property` puts that among the variables of the instance, where it is seen without making one.
        return "_random" in vars(self)

    @cached_property
    def _random(self) -> Random:
        # Made when it is first needed: most actions draw nothing, and seeding takes longer than deciding one. The text
        # is part of every record that a program dealt: another one would draw other cards from the same seed.
        return Random(f"{self._seed}/{self.step}")

    def shuffle(self, cards: Cards) -> Cards:
        """A random order."""
        # `sample` and not `shuffle`: the cards come as a tuple, and records were made with it. The result is stored
        # all the same, for no version of Python promises to sample as the last one did.
        self.shuffled = tuple(self._random.sample(cards, len(cards)))
        return self.shuffled

    def _answered(self, entry: Asked[T], before: tuple[T, ...]) -> tuple[Any, ...]:
        if entry.blank not in entry.known:
            return entry.known
        found: tuple[Any, ...] = ()
        for known in entry.known:
            found += (self._any(entry.among(before + found)) if known == entry.blank else known,)
        return found

    def _any(self, among: Sequence[Any]) -> Any:
        chosen = self._random
        # Only a correction gets here: it asks what would be drawn now where nothing is left to draw.
        if not among:
            raise Impossible("placed", "Nothing is left that could come here.")
        return chosen.choice(among)


class Written(Chance):
    """Outcomes as somebody wrote them down; `given` is None where they were left out."""

    def __init__(
        self, deck: Deck, given: RawOutcomes | None = None, shuffled: Cards | None = None, step: int = 0
    ) -> None:
        super().__init__()
        self.step = step
        self._deck = deck
        self.written = bool(given)
        self._given = given
        self._order = shuffled
        self._next = 0

    def restarted(self) -> "Chance":
        """Another of these outcomes, none of them read yet."""
        return Written(self._deck, self._given, self._order, self.step)

    def ask(self, wanted: Wanted[T]) -> tuple[T, ...]:
        """What is written; what the record knows where that is left out.

        Raises `Impossible`: first for a wrong number of outcomes, then for what is no card, for `??` where everybody
        saw it, for what cannot be there, and last for what disagrees with the record.
        """
        if self._leaves_out(wanted):
            return super().ask(wanted)
        # All are read before any is compared with the record: what a `??` there could be depends on the others.
        read = [(entry, self._read(entry)) for entry in wanted.entries]
        _check_cards([(entry, cards) for entry, cards in read if isinstance(entry, Faces)])
        found: tuple[T, ...] = ()
        for entry, outcomes in read:
            found += self._keep(entry, _completed(entry, outcomes))
        return found

    def shuffle(self, cards: Cards) -> Cards:
        """The order written, where a program shuffled; else one that nobody knows."""
        # An order that was left out is not stored as one that nobody knows: the step has none, as it was written.
        if self._order is None:
            return (UNKNOWN,) * len(cards)
        # Each card written takes its own place in the pile, or that of an unknown one, which it then was.
        spare = list(cards)
        for card in self._order:
            if card != UNKNOWN and card in spare:
                spare.remove(card)
            elif card != UNKNOWN and UNKNOWN in spare:
                spare.remove(UNKNOWN)
            elif card != UNKNOWN:
                raise Impossible("placed", f"{card} is in the order written under `shuffled`, but not in the pile.")
        if len(self._order) != len(cards):
            raise Impossible("count", f"`shuffled` needs {len(cards)} cards and has {len(self._order)}.")
        self.shuffled = self._order
        return self._order

    def finish(self) -> None:
        """Raises `Impossible` where outcomes are left over, or an order is written and nothing was shuffled."""
        if self._given is not None and self._next < len(self._given):
            raise Impossible("count", f"{_wanted_here(self._next)}; written: {len(self._given)}.")
        if self._order is not None and self.shuffled is None:
            raise Impossible("stray", "Nothing was shuffled here: leave `shuffled` out.")

    def _leaves_out(self, wanted: Wanted[Any]) -> bool:
        """Whether none of these are written; raises `Impossible` for a wrong number of them."""
        if self._given is None:
            _check_left_out(wanted)
            return True
        left, more = len(self._given) - self._next, wanted.more
        if more is None and left < wanted.count:
            least = _outcomes(self._next + wanted.count)
            raise Impossible("count", f"Wanted here: {least} at least; written: {len(self._given) or 'none'}.")
        if more is None or left == wanted.count + more:
            return False
        if wanted.omissible and left == more and wanted.recorded:
            return True
        raise Impossible("count", f"{_wanted_here(wanted.count + more)}; written: {left or 'none'}.")

    def _read(self, entry: Asked[Any]) -> tuple[Any, ...]:
        """The next outcomes of the list, for one entry."""
        assert self._given is not None
        begin, self._next = self._next, self._next + len(entry.known)
        listed = self._given[begin : self._next]
        if isinstance(entry, Numbers):
            return tuple(_read_number(entry, *one) for one in zip(listed, entry.known, strict=True))
        cards = tuple(map(self._read_card, listed))
        if UNKNOWN in cards and not entry.hidden:
            raise Impossible("unknown", "Everybody saw this card: write its face, not ??.")
        return cards

    def _read_card(self, written: object) -> Card:
        code = self._deck.read(written) if isinstance(written, str) else None
        if code is None:
            raise Impossible("code", f"{written} is no card of {self._deck.title}.")
        return code


def _read_number(entry: Numbers, written: object, known: int | None) -> int:
    """A number as written, or as a word of a line of text; raises `Impossible` where it cannot be that one."""
    among = entry.among(())
    if isinstance(written, OutcomeWord) and written.isascii() and written.isdigit():
        written = int(written)
    if type(written) is not int or written not in among:
        why = f"{written} is written where a whole number from {among[0]} to {among[-1]} belongs."
        raise Impossible("placed", why)
    if known is not None and written != known:
        raise Impossible("conflict", f"{written} is written, but the record says {known}.")
    return written


def _check_left_out(wanted: Wanted[Any]) -> None:
    """Raises `Impossible` where outcomes have to be written, and none are."""
    if wanted.left_out == "never":
        raise Impossible("count", f"Wanted here: {_outcomes(wanted.count)}; written: none.")
    if wanted.left_out == "unseen" or wanted.missing or wanted.recorded:
        return
    entry = next(entry for entry in wanted.entries if entry.blank in entry.known)
    if isinstance(entry, Numbers):
        why = "The number must be written, for the record does not know it."
    elif entry.hidden:
        why = "The cards drawn must be written, ?? for a face that nobody here saw."
    else:
        why = "The card turned up must be written, for the record does not know it."
    raise Impossible("count", why)


def _check_cards(read: Sequence[tuple[Faces, Cards]]) -> None:
    """Raises `Impossible` for a card that cannot be there, else for one that disagrees with the record."""
    before: Cards = ()
    one_by_one = [(entry, *pair) for entry, cards in read for pair in zip(cards, _recorded(entry), strict=True)]
    for entry, card, known in one_by_one:
        if card != UNKNOWN and not _can_come(entry, card, known, before):
            why = f"{card} cannot come here: it lies elsewhere, or does not belong here."
            raise Impossible("placed", why, lies=card)
        before += (known if card == UNKNOWN else card,)
    for _, card, known in one_by_one:
        if UNKNOWN not in (card, known) and card != known:
            raise Impossible("conflict", f"{card} is written, but the record says that {known} lies here.")
    for entry, card, known in one_by_one:
        if card not in (UNKNOWN, known) and card in entry.elsewhere:
            why = f"{card} is written, but the record says that it lies deeper in the pile."
            raise Impossible("conflict", why)


def _can_come(entry: Faces, card: Card, known: Card, before: Cards) -> bool:
    """Whether a card can be there by the rules; what the record says of this pile is asked later."""
    recorded = card == known or card in entry.elsewhere
    return (recorded and card not in before) or card in entry.among(before)


def _recorded(entry: Asked[Any]) -> tuple[Any, ...]:
    """What the record says of each: of what came in no order it does not say where it belongs."""
    return (entry.blank,) * len(entry.known) if entry.heap else entry.known


def _completed(entry: Asked[Any], outcomes: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is written, with the recorded card for a `??`."""
    pairs = zip(outcomes, _recorded(entry), strict=True)
    return tuple(known if outcome == UNKNOWN else outcome for outcome, known in pairs)


def _wanted_here(count: int) -> str:
    return f"Wanted here: {_outcomes(count)}" if count else NOTHING_DRAWN


def _outcomes(count: int) -> str:
    return "1 outcome" if count == 1 else f"{count} outcomes"
