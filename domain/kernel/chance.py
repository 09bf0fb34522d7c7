"""Where outcomes come from: a program that shuffles, a written record, or nobody's eyes.

Each of the three answers `domain.kernel.game.Chance` and keeps what it gave, entry by entry with its audience, so that
the step can be stored complete.
"""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from random import Random

from domain.kernel.cards import UNKNOWN, Card, Cards, Deck
from domain.kernel.game import EVERYBODY, Audience, Impossible, LeftOut

Outcome = Card | int
RawOutcomes = Sequence[object]
"""Outcomes as they stand in a file: codes, names or numbers, not yet checked."""


class Word(str):
    """An outcome as a bare word of a line of text: a card or a number, as the game has it."""

    __slots__ = ()


class Unseen:
    """Knows nothing but what the record does: explains a refusal from a player's own view."""

    written = False
    """Whether outcomes were written down with the action."""

    def __init__(self) -> None:
        self.drawn: list[Outcome] = []
        self.seen_by: list[Audience] = []
        self.shuffled: Cards | None = None

    def again(self) -> "Unseen":
        """The same source, with nothing given yet."""
        return Unseen()

    def expect(self, count: int, *, omissible: int = 0, left_out: LeftOut = "known") -> bool:
        """Asks for nothing, as nothing is written."""
        return False

    def card(
        self, known: Card, among: Callable[[], Sequence[str]], *, to: Audience = EVERYBODY, hidden: bool = False
    ) -> Card:
        """The face as far as recorded."""
        return self._keep_card(known, to)

    def heap(self, count: int) -> None:
        """Sorts the last `count` cards kept, unknown ones last; all of them have the same audience."""
        cards = self.drawn[-count:]
        self.drawn[-count:] = sorted(cards, key=lambda card: (card == UNKNOWN, card))

    def cards(
        self,
        known: Cards,
        among: Callable[[Cards], Sequence[str]],
        *,
        to: Audience = EVERYBODY,
        hidden: bool = False,
    ) -> Cards:
        """The faces one by one, each among those that are left after the ones before."""
        found: Cards = ()
        for face in known:
            found += (self.card(face, partial(among, found), to=to, hidden=hidden),)
        return found

    def number(self, known: int | None, among: Sequence[int], *, to: Audience = EVERYBODY) -> int:
        """The number as far as recorded, else the first it could be."""
        return self._keep_number(among[0] if known is None else known, to)

    def shuffle(self, cards: Cards) -> Cards:
        """An order that nobody knows."""
        self.shuffled = (UNKNOWN,) * len(cards)
        return self.shuffled

    def finish(self) -> None:
        """Raises `Impossible` where outcomes were written that nothing asked for."""

    def _keep_card(self, card: Card, to: Audience) -> Card:
        self.drawn.append(card)
        self.seen_by.append(to)
        return card

    def _keep_number(self, number: int, to: Audience) -> int:
        self.drawn.append(number)
        self.seen_by.append(to)
        return number


class Drawing(Unseen):
    """The program shuffles and draws; the same for the same seed and step, whatever was played in between."""

    def __init__(self, seed: str, step: int) -> None:
        super().__init__()
        self._key = f"{seed}/{step}"
        self._origin = (seed, step)

    def again(self) -> "Drawing":
        """The same source, with nothing given yet."""
        return Drawing(*self._origin)

    @cached_property
    def _random(self) -> Random:
        """Made when it is first needed, for most actions draw nothing and seeding takes longer than deciding."""
        return Random(self._key)

    def card(
        self, known: Card, among: Callable[[], Sequence[str]], *, to: Audience = EVERYBODY, hidden: bool = False
    ) -> Card:
        """The face as far as recorded, else any that it could have, each as likely as the next."""
        return self._keep_card(self._random.choice(among()) if known == UNKNOWN else known, to)

    def number(self, known: int | None, among: Sequence[int], *, to: Audience = EVERYBODY) -> int:
        """The number as far as recorded, else any of those it could be."""
        return self._keep_number(self._random.choice(among) if known is None else known, to)

    def shuffle(self, cards: Cards) -> Cards:
        """A random order."""
        self.shuffled = tuple(self._random.sample(cards, len(cards)))
        return self.shuffled


class Written(Unseen):
    """Outcomes as somebody wrote them down; `given` is None where they were left out."""

    def __init__(self, deck: Deck, given: RawOutcomes | None = None, shuffled: Cards | None = None) -> None:
        super().__init__()
        self._deck = deck
        self.written = bool(given)
        self._given = given
        self._order = shuffled
        self._next = 0
        self._omitted = 0
        self._unseen = 0

    def again(self) -> "Written":
        """The same outcomes, with none of them read yet."""
        return Written(self._deck, self._given, self._order)

    def expect(self, count: int, *, omissible: int = 0, left_out: LeftOut = "known") -> bool:
        """Raises `Impossible` where outcomes were written, but not this many from here on.

        Where the list is shorter by the first `omissible`, those are answered from what the record knows.
        """
        if self._given is None:
            if left_out == "never":
                raise Impossible("count", f"Wanted here: {_outcomes(count)}; written: none.")
            self._unseen = count if left_out == "unseen" else 0
            return False
        written = len(self._given) - self._next
        if omissible and written == count - omissible:
            self._omitted = omissible
        elif written != count:
            raise Impossible("count", f"Wanted here: {_outcomes(count)}; written: {written or 'none'}.")
        return True

    def card(
        self, known: Card, among: Callable[[], Sequence[str]], *, to: Audience = EVERYBODY, hidden: bool = False
    ) -> Card:
        """The next card written; raises `Impossible` where it cannot be that one."""
        if self._left_out():
            if self._unseen:
                self._unseen -= 1
                return self._keep_card(known, to)
            if known == UNKNOWN and not hidden:
                raise Impossible("count", "The card turned up must be written, for the record does not know it.")
            if known == UNKNOWN:
                raise Impossible("count", "The cards drawn must be written, ?? for a face that nobody here saw.")
            return self._keep_card(known, to)
        written = self._read_card(self._take())
        if written == UNKNOWN and not hidden:
            raise _everybody_saw()
        if written not in (UNKNOWN, known):
            if written not in among():
                raise _cannot_come(written)
            if known != UNKNOWN:
                raise Impossible("conflict", f"{written} is written, but the record says that {known} lies here.")
        return self._keep_card(known if written == UNKNOWN else written, to)

    def cards(
        self,
        known: Cards,
        among: Callable[[Cards], Sequence[str]],
        *,
        to: Audience = EVERYBODY,
        hidden: bool = False,
    ) -> Cards:
        """The next cards written; raises `Impossible` for what is wrong with any of them before what disagrees."""
        if self._given is not None and not self._omitted:
            listed = self._given[self._next : self._next + len(known)]
            written = tuple(self._read_card(raw) for raw in listed)
            if UNKNOWN in written and not hidden:
                raise _everybody_saw()
            for at, code in enumerate(written):
                if code != UNKNOWN and code not in among(written[:at]):
                    raise _cannot_come(code)
        return super().cards(known, among, to=to, hidden=hidden)

    def number(self, known: int | None, among: Sequence[int], *, to: Audience = EVERYBODY) -> int:
        """The next number written; raises `Impossible` where it cannot be that one."""
        if self._left_out():
            if known is None:
                raise Impossible("count", "The number must be written, for the record does not know it.")
            return self._keep_number(known, to)
        written = self._take()
        if isinstance(written, Word) and written.isascii() and written.isdigit():
            written = int(written)
        if type(written) is not int or written not in among:
            raise Impossible("placed", f"{written} is written where a whole number {_span(among)} belongs.")
        if known is not None and written != known:
            raise Impossible("conflict", f"{written} is written, but the record says {known}.")
        return self._keep_number(written, to)

    def shuffle(self, cards: Cards) -> Cards:
        """The order written, where a program shuffled; else one that nobody knows."""
        if self._order is None:
            return (UNKNOWN,) * len(cards)
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
            raise Impossible("count", f"Wanted here: {_outcomes(self._next)}; written: {len(self._given)}.")
        if self._order is not None and self.shuffled is None:
            raise Impossible("stray", "Nothing was shuffled here: leave `shuffled` out.")

    def _left_out(self) -> bool:
        """Whether the next outcome is not written, since the record should know it."""
        if self._omitted:
            self._omitted -= 1
            return True
        return self._given is None

    def _take(self) -> object:
        assert self._given is not None
        if self._next == len(self._given):
            raise Impossible("count", f"Wanted here: more outcomes; written: {self._next or 'none'}.")
        self._next += 1
        return self._given[self._next - 1]

    def _read_card(self, written: object) -> Card:
        code = self._deck.read(written) if isinstance(written, str) else None
        if code is None:
            raise Impossible("code", f"{written} is no card of {self._deck.title}.")
        return code


def _everybody_saw() -> Impossible:
    return Impossible("unknown", "Everybody saw this card: write its face, not ??.")


def _cannot_come(card: Card) -> Impossible:
    return Impossible("placed", f"{card} cannot come here: it lies elsewhere, or does not belong here.", lies=card)


def _outcomes(count: int) -> str:
    return "no outcome" if count == 0 else "1 outcome" if count == 1 else f"{count} outcomes"


def _span(among: Sequence[int]) -> str:
    return f"from {among[0]} to {among[-1]}"
