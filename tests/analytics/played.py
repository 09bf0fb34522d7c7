"""Matches of one game in an archive, for tests that count in Python what views and reports tell in SQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from duckdb import DuckDBPyConnection

from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.reports.reports import report_named, report_rows
from ludograph.domain.exchange.importer import Importer
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Fact
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.store.recorder import Recorder
from tests.worlds import STAMP, played_on, random_start

F = TypeVar("F", bound=Fact)
Row = dict[str, Any]


class Asked:
    """An archive that is open for reading, and the matches in it."""

    def __init__(self, connection: DuckDBPyConnection, matches: list[Match]) -> None:
        self._connection = connection
        self.matches = matches

    def rows(self, sql: str) -> list[Row]:
        """What SQL gives, a dictionary for each row."""
        return list(self._connection.sql(sql).to_arrow_table().to_pylist())

    def report(self, name: str, **given: Any) -> list[Row]:
        """The rows of a report."""
        return list(report_rows(self._connection, report_named(name), given).to_arrow_table().to_pylist())


def played(game: str, seed: int, matches: int = 6) -> list[Match]:
    """Matches with options at random and a few steps taken back, the last of them not finished."""
    random = Random(seed)
    found = []
    for number in range(matches):
        match = played_on(random_start(GAMES[game], random), random, 25)
        match = match.take_back(max(0, len(match.steps) - random.randint(1, 9)), "", STAMP)
        found.append(played_on(match, random, 40 if number == matches - 1 else 10_000))
    return found


@contextmanager
def asked(folder: Path, matches: list[Match]) -> Iterator[Asked]:
    """The archive of a store that holds these matches."""
    store = folder / "store.sqlite"
    with Recorder(store) as recorder:
        recorder.record(*matches)
    with archive(ArchiveSpec(store)) as opened:
        yield Asked(opened.connection, matches)


@contextmanager
def written(folder: Path, text: str) -> Iterator[Asked]:
    """The archive of a store into which a match was typed in the text form."""
    store = folder / "store.sqlite"
    with Recorder(store) as recorder:
        importer = Importer(recorder)
        outcomes = [one for chunk in chunks(BytesIO(text.encode())) for one in importer.add(chunk)]
        for outcome in (*outcomes, *importer.flush()):
            assert outcome.status == "recorded", outcome.fault
    with archive(ArchiveSpec(store)) as opened:
        yield Asked(opened.connection, [])


def facts(match: Match, kind: type[F]) -> list[F]:
    """The facts of a kind that stand in a match, in order."""
    every = (*match.start.facts, *(fact for step in match.steps for fact in step.facts))
    return [fact for fact in every if isinstance(fact, kind)]


def mean(values: list[Any], digits: int = 2) -> float | None:
    """The average of those that are known, as reports round it."""
    known = [value for value in values if value is not None]
    return round(sum(known) / len(known), digits) if known else None


def near(found: Any, expected: Any) -> bool:
    """Whether two numbers are the same but for how the last digit was rounded."""
    return (found is None and expected is None) or abs(found - expected) < 0.0151
