"""Every report by DuckDB and by Spark, over the same matches: `python -m tests.spark.sparked --matches 3000`."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.archive.program import needed
from ludograph.analytics.derived.derived_tables import MADE
from ludograph.analytics.derived.needs import JUDGED, STEP_BY_STEP
from ludograph.analytics.lake.writer import LakeOptions, LakeSource, write_lake
from ludograph.analytics.queries.output_formats import QueryResult, result_of
from ludograph.analytics.reports.reports import Report, report_rows, reports
from ludograph.analytics.spark import lake_session
from ludograph.analytics.spark.session import MASTER
from ludograph.domain.store.clock import Sources
from tests.recount.world import record_world

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from ludograph.analytics.spark.questions import Asker

SMALL: Final = lake_session.SMALL | {"spark.sql.shuffle.partitions": "1", "spark.driver.memory": "1g"}
"""For a few rows: nothing is compiled for them."""
NEAR: Final = 1e-9
FEW: Final = 3
"""Rows of a report in which a number that lies in the middle was rounded the other way."""


class World(NamedTuple):
    """Matches of all games with tournaments and corrections: their store, and the lake of it."""

    store: Path
    lake: Path


class Kept:
    """A session that goes on when a command is done with it, for starting one takes seconds."""

    def __init__(self, spark: Any) -> None:
        self.session = spark

    def __call__(self, master: str, settings: object = None) -> "Kept":
        return self

    def __enter__(self) -> Any:
        return self.session

    def __exit__(self, *wrong: object) -> None:
        pass


def written(folder: Path, matches: int, seed: int, *, at_steps: bool = False) -> World:
    """Records so many matches, and writes them as a lake."""
    made = World(folder / "store.sqlite", folder / "lake")
    record_world(made.store, matches, seed)
    needs = frozenset((*MADE, STEP_BY_STEP) if at_steps else MADE)
    with archive(ArchiveSpec(made.store, files=True, needs=needs)) as found:
        source = LakeSource(found.connection, made.store, Sources().now())
        write_lake(source, made.lake, LakeOptions("judge", at_steps))
    return made


def laid_reports() -> list[Report]:
    """The reports that a lake can answer: judgements are in none."""
    return [report for report in reports() if JUDGED not in needed(report.sql)]


@contextmanager
def by_duckdb(world: World) -> "Iterator[DuckDBPyConnection]":
    """The archive of these matches."""
    with archive(ArchiveSpec(world.store, needs=frozenset((*MADE, STEP_BY_STEP)))) as found:
        yield found.connection


def differences(
    connection: "DuckDBPyConnection", asker: "Asker", report: Report, given: Mapping[str, Any] = {}
) -> list[str]:
    """In what the rows of a report by Spark are others than by DuckDB: names, types, number, order, values.

    Neither adds up real numbers in an order of its own choosing twice, so that what lies in the middle may be rounded
    either way: then at most few rows differ, and none where nothing is rounded.
    """
    found = _differences(connection, asker, report, given)
    if 0 < len(found) <= FEW and not _differences(connection, asker, unrounded(report), given):
        return []
    return found


def _differences(
    connection: "DuckDBPyConnection", asker: "Asker", report: Report, given: Mapping[str, Any]
) -> list[str]:
    return list(unlike(result_of(report_rows(connection, report, given)), asker.report(report, given)))


def unrounded(report: Report) -> Report:
    """A report that rounds nothing."""
    import sqlglot
    from sqlglot import exp

    tree = sqlglot.parse_one(report.sql, read="duckdb")
    whole = tree.transform(lambda node: node.this if isinstance(node, exp.Round) else node)
    return report._replace(sql=whole.sql("duckdb"))


def unlike(one: QueryResult, other: QueryResult) -> Iterator[str]:
    """In what two results differ; the first is how it should be."""
    heads, wanted = (list(zip(result.names, result.types, strict=True)) for result in (other, one))
    if heads != wanted:
        yield f"columns {heads}, not {wanted}"
        return
    rows, others = list(one.rows()), list(other.rows())
    if len(rows) != len(others):
        yield f"{len(others)} rows, not {len(rows)}"
    for number, (row, found) in enumerate(zip(rows, others, strict=False), start=1):
        if not alike(row, found):
            yield f"row {number} is {found}, not {row}"


def alike(one: Any, other: Any) -> bool:
    """Whether two values are the same, real numbers but for the last digits."""
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= NEAR * max(1, abs(one))
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    return bool(one == other) and type(one) is type(other)


@contextmanager
def longer_chains_pay_more() -> Iterator[None]:
    """Changes one rule where it is called: in Aucteraden a chain of four cards is worth a point more."""
    from ludograph.domain.games.aucteraden import rules

    points = rules.CHAIN_POINTS
    rules.CHAIN_POINTS = (*points[:4], points[4] + 1, *points[5:])  # type: ignore[misc]
    try:
        yield
    finally:
        rules.CHAIN_POINTS = points  # type: ignore[misc]


WITH_FOUR: Final = "SELECT DISTINCT CAST(match AS VARCHAR) FROM entered.aucteraden_suit_scored WHERE length = 4"
"""The matches in which that rule ever came into play."""


def main() -> None:
    """Prints a line for each report: its rows, the seconds of both, and whether all is equal."""
    from ludograph.analytics.spark.questions import asker

    parser = ArgumentParser(prog="python -m tests.spark.sparked", description=main.__doc__)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("report", nargs="*", help="By default all.")
    asked = parser.parse_args()
    wrong = 0
    with TemporaryDirectory() as folder:
        world = written(Path(folder), asked.matches, asked.seed, at_steps=True)
        with (
            by_duckdb(world) as connection,
            lake_session.lake_session(world.lake, MASTER) as session,
            asker(session, world.lake) as spark,
        ):
            for report in laid_reports():
                if asked.report and report.full_name not in asked.report:
                    continue
                begun = perf_counter()
                rows = len(report_rows(connection, report, {}))
                between = perf_counter()
                found = differences(connection, spark, report)
                wrong += bool(found)
                times = f"{between - begun:.2f} and {perf_counter() - between:.2f} seconds"
                print(f"{report.full_name}: {rows} rows, {times}, {found[0] if found else 'equal'}", flush=True)
            if not asked.report:
                wrong += not _rechecked(connection, session, world)
    sys.exit(1 if wrong else 0)


def _rechecked(connection: "DuckDBPyConnection", session: Any, world: World) -> bool:
    """Prints what the recheck finds: nothing today, and with one rule changed the matches that it is about."""
    from ludograph.analytics.spark.match_recheck import Decider
    from ludograph.analytics.spark.recheck import recheck

    begun = perf_counter()
    today = recheck(session, world.lake, Decider())
    between = perf_counter()
    changed = recheck(session, world.lake, Decider(rules=longer_chains_pay_more), first=10**9)
    count, other = (sum(one.matches for one in today.counts), sum(one.differs for one in today.counts))
    wanted = {match for (match,) in connection.execute(WITH_FOUR).fetchall()}
    exact = {one.match for one in changed.differences} == wanted and not other
    times = f"{between - begun:.1f} and {perf_counter() - between:.1f} seconds"
    print(
        f"{count} matches decided again, {other} otherwise; with one rule changed {len(changed.differences)}, "
        f"{'exactly' if exact else 'not'} those with it: {times}"
    )
    return exact


if __name__ == "__main__":
    main()
