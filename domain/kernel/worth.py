"""Who is ahead while a match is played: what a state is worth to each seat, in what the final scores count."""

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from ludograph.domain.kernel.marks import PerSeat, Seat

Value = int | Fraction | None
"""What a seat has: exact; a fraction where it is a mean over what is not known, None where nothing can be said."""


class Worth(Struct, frozen=True):
    """How a game says who is ahead, in words and by number."""

    label: str
    """What is counted, as a scoreboard heads it: `Score`."""
    told: str
    """What counts before the end, in a sentence with the number of its rule."""
    count: Callable[[Any], PerSeat[Value]]
    """What counts if the match ended now, or is expected by whoever knows this state and no more.

    A pure function of a state, in which `??` may stand for any card. It is cheap, so that bots may ask it after a
    few moves instead of playing to the end.
    """


def exact_mean(numbers: Sequence[int | Fraction]) -> int | Fraction:
    """The exact mean of numbers that are alike likely; 0 of none."""
    whole = Fraction(sum(numbers), len(numbers)) if numbers else Fraction(0)
    return whole.numerator if whole.denominator == 1 else whole


def known_values(scores: PerSeat[int | str | None]) -> PerSeat[Value]:
    """Scores as values: None for one that a `??` leaves open, and where there is none."""
    return tuple(score if isinstance(score, int) else None for score in scores)


def payoffs(values: PerSeat[Value], *, fewest: bool) -> list[float]:
    """Values as numbers of which more is better. Who has none has as little as whoever has least.

    That is no value of 0, which would be the best where the fewest win.
    """
    sign = -1 if fewest else 1
    least = min([sign * float(value) for value in values if value is not None], default=0.0)
    return [least if value is None else sign * float(value) for value in values]


def leaders(values: PerSeat[Value], eliminated: Collection[Seat], *, fewest: bool) -> tuple[Seat, ...]:
    """Who is ahead, several where they are level: of the seats that are not eliminated those with the best value.

    Whoever is the only one left is ahead with whatever they have.
    """
    left = _left(values, eliminated)
    if len(left) == 1 < len(values):
        return tuple(left)
    best = _best(left.values(), fewest=fewest)
    return tuple(seat for seat, value in left.items() if value is not None and value == best)


def lead_of(seat: Seat, values: PerSeat[Value], eliminated: Collection[Seat], *, fewest: bool) -> Value:
    """By how much a seat is before the best of the others, below 0 where it is behind.

    None where its own value or that of all others is not known, where it is eliminated, and where nobody else is left.
    """
    left = _left(values, eliminated)
    own = left.pop(seat, None)
    best = _best(left.values(), fewest=fewest)
    if own is None or best is None:
        return None
    return best - own if fewest else own - best


def _left(values: PerSeat[Value], eliminated: Collection[Seat]) -> dict[Seat, Value]:
    return {seat: value for seat, value in enumerate(values, start=1) if seat not in eliminated}


def _best(values: Iterable[Value], *, fewest: bool) -> Value:
    return (min if fewest else max)((value for value in values if value is not None), default=None)


def in_tenths(values: PerSeat[Value]) -> PerSeat[Value]:
    """These values as they are told, to a tenth."""
    return tuple(Fraction(round(value * 10), 10) if isinstance(value, Fraction) else value for value in values)


def value_text(value: Value, *, signed: bool = False) -> str:
    """A value as people read it, with at most one decimal: `63.4`, `+12`, `-3`; empty for None."""
    if value is None:
        return ""
    tenths = round(value * 10)
    sign = "-" if tenths < 0 else "+" if signed and tenths > 0 else ""
    whole, rest = divmod(abs(tenths), 10)
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"


__all__ = ["Value", "Worth", "exact_mean", "in_tenths", "known_values", "lead_of", "leaders", "value_text"]
