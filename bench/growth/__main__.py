"""Measures what grows: `python -m bench.growth`, which prints tables, or JSON with --json."""

from collections.abc import Iterator
from json import dumps
from typing import Final, NamedTuple

import click

from bench.growth.gauge import Cost, cost, listen
from bench.growth.served import Served
from bench.growth.stores import fill, long_match
from bench.growth.works import Desk, OfMatch, OfStore, Works
from bench.measuring import folder
from ludograph.domain.store.recorder import Recorder

MATCHES: Final = (1_000, 10_000)
MANY: Final = 100_000
STEPS: Final = (100, 2_000, 20_000)
ROUNDS: Final = 3


class Line(NamedTuple):
    """One work in one size: `unit` is `matches` in the store, or `steps` of the match."""

    work: str
    unit: str
    size: int
    cost: Cost


@click.command()
@click.option("--large", is_flag=True, help=f"Also a store of {MANY:,} matches: several minutes, and 2 GB of disk.")
@click.option("--only", type=click.Choice(["matches", "steps"]), help="Only stores of many matches, or long matches.")
@click.option("--work", "wanted", multiple=True, metavar="TEXT", help="Only works in which this stands.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, a line for each work and size.")
def main(large: bool, only: str | None, wanted: tuple[str, ...], as_json: bool) -> None:
    """What one match costs in stores of many matches, and what it costs as it becomes long."""
    listen()
    for unit, sizes, measure in (
        ("matches", (*MATCHES, MANY) if large else MATCHES, in_store),
        ("steps", STEPS, in_match),
    ):
        if only not in (None, unit):
            continue
        lines = []
        for line in (line for size in sizes for line in measure(size, wanted)):
            lines.append(line)
            if as_json:
                click.echo(dumps({"work": line.work, "unit": unit, "size": line.size, **line.cost._asdict()}))
        if not as_json:
            table(unit, sizes, lines)


def in_store(matches: int, wanted: tuple[str, ...]) -> Iterator[Line]:
    """Every work in a store of so many matches."""
    with folder() as place:
        store = place / "store.sqlite"
        fill(store, matches)
        with Served(store) as served:
            served.ask("GET", "/api/tournaments")
            yield from measured(OfStore(Desk(store, place), served).works(), "matches", matches, wanted)


def in_match(steps: int, wanted: tuple[str, ...]) -> Iterator[Line]:
    """Every work with a match of so many steps."""
    with folder() as place:
        store = place / "store.sqlite"
        with Recorder(store) as recorder:
            match = recorder.record(long_match(recorder, steps))
        with Served(store) as served:
            yield from measured(OfMatch(Desk(store, place), served, str(match.id)).works(), "steps", steps, wanted)


def measured(works: Works, unit: str, size: int, wanted: tuple[str, ...]) -> Iterator[Line]:
    """What each of these works costs, of those that are wanted."""
    for name, prepare in works.items():
        if wanted and not any(text in name for text in wanted):
            continue
        click.echo(f"{size:,} {unit}: {name}", err=True)
        yield Line(name, unit, size, cost(prepare, ROUNDS))


def table(unit: str, sizes: tuple[int, ...], lines: list[Line]) -> None:
    """A line for each work: milliseconds and calls in each size, and how much the largest is of the smallest."""
    heads = "".join(f"{size:>12,} ms{'calls':>12}" for size in sizes)
    click.echo(f"{unit:36}{heads}{'ms x':>9}{'calls x':>9}{'SQL x':>9}")
    for name in dict.fromkeys(line.work for line in lines):
        costs = [line.cost for line in lines if line.work == name]
        cells = "".join(f"{one.seconds * 1000:>15,.1f}{one.calls:>12,}" for one in costs)
        first, last = costs[0], costs[-1]
        ratios = ((last.seconds, first.seconds), (last.calls, first.calls), (last.read, first.read))
        click.echo(f"{name:36}{cells}" + "".join(f"{a / b if b else 1:>9,.1f}" for a, b in ratios))


if __name__ == "__main__":
    main()
