"""Runs the comparisons and prints them side by side."""

import sys
from collections.abc import Callable, Iterator
from json import dumps
from os import cpu_count
from platform import machine, python_version
from statistics import median
from types import MappingProxyType
from typing import Final

import click

from bench import archive, batches, entry, loading, memory, startup
from bench.measuring import FULL, QUICK, Comparison, Scale

ROWS: Final = MappingProxyType(
    {module.ROW: module.rows for module in (memory, batches, entry, loading, archive, startup)}
)
"""The rows of section 6 of the design, in its order."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, a line for each comparison.")
@click.option("--only", multiple=True, type=click.Choice(list(ROWS)), help="Only this row; may be repeated.")
@click.option("--quick", is_flag=True, help="Fewer and shorter samples: a rough picture.")
def main(as_json: bool, only: tuple[str, ...], quick: bool) -> None:
    """Measures Ludograph against its peers, in turn, in one run."""
    scale = QUICK if quick else FULL
    if not as_json:
        click.echo(
            f"Python {python_version()}, {machine()}, {cpu_count()} processors; medians of {scale.rounds} rounds"
        )
        click.echo(LINE.format(*HEADINGS))
    for row in only or ROWS:
        for comparison in _measured(ROWS[row], scale):
            click.echo(dumps(as_data(comparison)) if as_json else LINE.format(*as_words(comparison)))


LINE: Final = "{:<32} {:>12} {:>12}  {:<33} {:>7} {:>13} {:>9}  {}"
HEADINGS: Final = ("what", "ours", "theirs", "against", "ratio", "quartiles", "aim", "met")


def _measured(rows: Callable[[Scale], Iterator[Comparison]], scale: Scale) -> Iterator[Comparison]:
    for comparison in rows(scale):
        if sys.stderr.isatty():
            click.echo(f"measured: {comparison.what}", err=True)
        yield comparison


def as_words(comparison: Comparison) -> tuple[str, ...]:
    """A line of the table."""
    lower, upper = comparison.spread
    return (
        comparison.what,
        _speed(median(comparison.ours), comparison),
        _speed(median(comparison.theirs), comparison),
        comparison.peer,
        f"{comparison.ratio:.2f}",
        f"{lower:.2f}..{upper:.2f}",
        f"{'>=' if comparison.faster else '<='} {comparison.aim:g}",
        "yes" if comparison.met else "NO",
    )


def as_data(comparison: Comparison) -> dict[str, object]:
    """The same for programs; times in seconds for each unit."""
    return {
        "row": comparison.row,
        "what": comparison.what,
        "against": comparison.peer,
        "unit": comparison.unit,
        "ours": median(comparison.ours),
        "theirs": median(comparison.theirs),
        "ratio": comparison.ratio,
        "quartiles": comparison.spread,
        "aim": comparison.aim,
        "aim_is": "at least" if comparison.faster else "at most",
        "met": comparison.met,
        "rounds": len(comparison.ours),
    }


def _speed(seconds: float, comparison: Comparison) -> str:
    return f"{1 / seconds:,.0f}/s" if comparison.faster else f"{seconds * 1000:,.3f} ms"


if __name__ == "__main__":
    main()
