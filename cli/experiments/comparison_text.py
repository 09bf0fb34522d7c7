"""What came of two variants, in a table for people and as JSON for programs."""

from collections.abc import Iterator, Sequence
from typing import Any

from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, listing, paragraph
from ludograph.domain.experiments.measures import about_measure
from ludograph.domain.experiments.variant_comparison import MeasureDifference

HEADS = ("MEASURE", "A", "B", "B - A", "95 %", "", "NEEDED")
SURE = "*"


def print_comparison(found: Sequence[MeasureDifference], precision: float | None, as_json: bool) -> None:
    """A line for each measure; for people with what the columns mean."""
    if as_json:
        for one in found:
            print_json(measure_json(one))
        return
    listing([HEADS, *map(_row, found)])
    echo()
    for text in explained(found, precision):
        paragraph(text)


def measure_json(one: MeasureDifference) -> dict[str, Any]:
    """A measure as programs read it."""
    return {key: round(value, 6) if isinstance(value, float) else value for key, value in one._asdict().items()}


def explained(found: Sequence[MeasureDifference], precision: float | None) -> Iterator[str]:
    """What the columns mean, and how much of it may be chance."""
    told = f"{precision:g} to either side" if precision else "a difference as large as this to be told from none"
    yield (
        f"The true difference lies within `95 %` nineteen times of twenty; {SURE} marks those that leave out 0, of "
        f"which one in twenty does so by chance. `NEEDED` is how many matches of each it takes for {told}."
    )
    yield "; ".join(f"{one.measure}: {about_measure(one.measure)}" for one in found) + "."


def is_sure(one: MeasureDifference) -> bool:
    """Whether the interval of a difference leaves out 0."""
    return one.low is not None and one.high is not None and (one.low > 0 or one.high < 0)


def _row(one: MeasureDifference) -> tuple[str, ...]:
    span = "" if one.low is None or one.high is None else f"{number_text(one.low, '+')} to {number_text(one.high, '+')}"
    needed = "" if one.needed is None else f"{one.needed:,}"
    return (
        *(one.measure, number_text(one.a), number_text(one.b), number_text(one.difference, "+"), span),
        SURE if is_sure(one) else "",
        needed,
    )


def number_text(value: float | None, sign: str = "") -> str:
    """A number with as many decimals as matter."""
    if value is None:
        return ""
    return format(value, f"{sign}.3f" if abs(value) < 1 else f"{sign}.2f" if abs(value) < 100 else f"{sign}.1f")
