"""Who is ahead while a match is played: what a state is worth to each seat, in what the final scores count."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from ludograph.domain.kernel.marks import PerSeat

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


def value_text(value: Value, *, signed: bool = False) -> str:
    """A value as people read it, with at most one decimal: `63.4`, `+12`, `-3`; empty for None."""
    if value is None:
        return ""
    tenths = round(value * 10)
    sign = "-" if tenths < 0 else "+" if signed and tenths > 0 else ""
    whole, rest = divmod(abs(tenths), 10)
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"


__all__ = ["Value", "Worth", "exact_mean", "known_values", "value_text"]
