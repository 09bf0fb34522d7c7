"""What a score is made of, part by part with the cards of each, and why something came out as it did."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct

from ludograph.domain.kernel.cards import Cards
from ludograph.domain.kernel.marks import Seat


class ScorePart(Struct, frozen=True, gc=False):
    """A part of what a seat scores: `+4 equal ranks, 2 each`, with the cards that count for it."""

    seat: Seat
    label: str
    """What it is for; the same for parts that are added up in a table."""
    amount: int | Literal["??"]
    cards: Cards = ()
    """The cards that it counts, where they lie before the seat."""
    why: str = ""
    """How the amount comes about, in a few words: `2 each`."""

    def told(self, speaker: Any, *, terse: bool = False) -> str:
        """As a sentence of a `domain.kernel.sentences.Speaker`: `Ann: +4 equal ranks, 2 each: 5YK 5SV.`"""
        amount = f"{self.amount:+}" if isinstance(self.amount, int) else self.amount
        said = f"{speaker.seat(self.seat)}: {amount} {self.label}"
        if terse:
            return f"{said}."
        why = f", {self.why}" if self.why else ""
        return f"{said}{why}{f': {speaker.cards(self.cards)}' if self.cards else ''}."


Parts = Mapping[type[Struct], Callable[[Any, Any], Iterable[ScorePart]]]
"""By kind of fact a function of one and of the state before it, to the parts that it adds up."""
Reasons = Mapping[type[Struct], Callable[[Any, Any, Any], str]]
"""By kind of fact a function of one, of the state before it and of a `domain.kernel.sentences.Speaker`.

It gives what is told behind the sentence for who asks why: `, the highest spade`; empty where there is nothing to say.
"""


def scored(parts: Parts, facts: Iterable[Struct], state: Any) -> Iterator[tuple[Struct, tuple[ScorePart, ...]]]:
    """The facts that add something up, each with its parts; `state` is that before all of them."""
    for fact in facts:
        if type(fact) in parts:
            yield fact, tuple(parts[type(fact)](fact, state))
        state = fact.apply(state)  # type: ignore[attr-defined]


__all__ = ["Parts", "Reasons", "ScorePart", "scored"]
