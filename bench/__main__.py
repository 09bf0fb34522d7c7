"""Runs the comparisons and prints them side by side."""

import sys
from collections.abc import Callable, Iterator
from json import dumps, loads
from os import cpu_count
from pathlib import Path
from platform import machine, python_version
from statistics import median
from types import MappingProxyType
from typing import Any, Final

import click

from bench import archive, batches, entry, loading, memory, playouts, simulating, spiel, startup
from bench.measuring import COUNTED, FULL, QUICK, Comparison, Scale

ROWS: Final = MappingProxyType(
    {module.ROW: module.rows for module in (memory, playouts, batches, entry, loading, archive, startup, simulating)}
)
"""The rows of section 6 of the design, in its order, and what playtesters do."""
Line = dict[str, Any]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, a line for each comparison.")
@click.option("--only", multiple=True, type=click.Choice(list(ROWS)), help="Only this row; may be repeated.")
@click.option("--quick", is_flag=True, help="Fewer and shorter samples: a rough picture.")
@click.option("--count", "counting", is_flag=True, help="Count Python calls, and take no time: the same anywhere.")
@click.option(
    "--against",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Compare with what --json printed before, and end with 1 where we call more functions than then.",
)
def main(as_json: bool, only: tuple[str, ...], quick: bool, counting: bool, against: Path | None) -> None:
    """Measures Ludograph against its peers, in turn, in one run."""
    scale = COUNTED if counting else QUICK if quick else FULL
    before = [loads(line) for line in against.read_text().splitlines()] if against else []
    if not as_json:
        click.echo(
            f"Python {python_version()}, {machine()}, {cpu_count()} processors; medians of {scale.rounds} rounds"
        )
        click.echo((CHANGES if against else LINE).format(*(CHANGED if against else HEADINGS)))
    more = 0
    for row in only or ROWS:
        for comparison in _measured(ROWS[row], scale):
            line = as_data(comparison) | ({"actions": scale.actions})
            then = next((one for one in before if _key(one) == _key(line)), None)
            more += grown(then, line)
            click.echo(dumps(line) if as_json else as_words(comparison) if not against else as_change(then, line))
    if not spiel.FOUND:
        click.echo(spiel.MISSING, err=True)
    sys.exit(1 if more else 0)


LINE: Final = "{:<34} {:>12} {:>12}  {:<27} {:>7} {:>13} {:>7} {:>4}  {:>9} {:>9}"
HEADINGS: Final = ("what", "ours", "theirs", "against", "ratio", "quartiles", "aim", "met", "our calls", "theirs")
CHANGES: Final = "{:<34} {:<9} {:<27} {:>15} {:>15} {:>19}  {}"
CHANGED: Final = ("what", "each", "against", "ratio then", "now", "our calls then", "now")
GROWTH: Final = 1.03
"""By how much our calls may grow before it is said: which matches are played is settled, how warm caches are is not."""


def _measured(rows: Callable[[Scale], Iterator[Comparison]], scale: Scale) -> Iterator[Comparison]:
    for comparison in rows(scale):
        if sys.stderr.isatty():
            click.echo(f"measured: {comparison.what}", err=True)
        yield comparison


def as_words(comparison: Comparison) -> str:
    """A line of the table."""
    spread = comparison.spread
    times = [_speed(median(side), comparison) if side else "-" for side in (comparison.ours, comparison.theirs)]
    aim = "-" if comparison.aim is None else f"{'>=' if comparison.faster else '<='} {comparison.aim:g}"
    return LINE.format(
        comparison.what,
        *times,
        comparison.peer,
        f"{comparison.ratio:.2f}" if comparison.ratio is not None else "-",
        f"{spread[0]:.2f}..{spread[1]:.2f}" if spread else "-",
        aim,
        {None: "-", True: "yes", False: "NO"}[comparison.met],
        *(f"{number:,.0f}" for number in comparison.calls),
    )


def as_data(comparison: Comparison) -> Line:
    """A line of the table for programs; times in seconds for each unit, null where none was taken."""
    ours, theirs = comparison.ours, comparison.theirs
    return {
        "row": comparison.row,
        "what": comparison.what,
        "against": comparison.peer,
        "unit": comparison.unit,
        "ours": median(ours) if ours else None,
        "theirs": median(theirs) if theirs else None,
        "ratio": comparison.ratio,
        "quartiles": comparison.spread,
        "aim": comparison.aim,
        "aim_is": "at least" if comparison.faster else "at most",
        "met": comparison.met,
        "rounds": len(ours),
        "calls": {"ours": comparison.calls[0], "theirs": comparison.calls[1]},
    }


def as_change(then: Line | None, now: Line) -> str:
    """A line of what became of it."""
    ratios = [_number(line and line["ratio"], ".2f") for line in (then, now)]
    calls = [_number(line and line["calls"]["ours"], ",.1f") for line in (then, now)]
    told = f"{calls[1]}{'  MORE' if grown(then, now) else ''}"
    return CHANGES.format(now["what"], now["unit"], now["against"], *ratios, calls[0], told)


def grown(then: Line | None, now: Line) -> bool:
    """Whether we call more functions for the same work; told only of samples of one size."""
    if then is None or then.get("actions") != now["actions"]:
        return False
    return bool(now["calls"]["ours"] > GROWTH * then["calls"]["ours"])


def _key(line: Line) -> tuple[str, ...]:
    return line["row"], line["what"], line["against"], line["unit"]


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def _speed(seconds: float, comparison: Comparison) -> str:
    return f"{1 / seconds:,.0f}/s" if comparison.faster else f"{seconds * 1000:,.3f} ms"


if __name__ == "__main__":
    main()
