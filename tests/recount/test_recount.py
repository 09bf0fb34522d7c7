"""Some dozen matches: each report says what slow counting from the logs says."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludograph.analytics.archive.archive import Archive, ArchiveSpec, archive
from ludograph.analytics.derived.derived_tables import TABLES
from ludograph.analytics.reports.reports import reports
from tests.recount.comparing import compare
from tests.recount.deciding import chi_squared
from tests.recount.judging import judge_some
from tests.recount.records import Records, records
from tests.recount.registry import RECOUNTS, TRIVIAL
from tests.recount.splitting import compare_split
from tests.recount.world import record_world

World = tuple[Archive, Records]
SPLIT = (
    "scores", "ratings", "win-rates", "cards", "sun-bid/options", "aucteraden/market", "fools-down/pots",
    "conundruze/rows", "sorcerous-futures/formats", "hand-of-the-hanataz/slots", "last-years-magic/rounds",
)  # fmt: skip
"""Of which some matches are counted again here; of all reports `python -m tests.recount --split` does."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    store = tmp_path_factory.mktemp("recount") / "store.sqlite"
    record_world(store, 42, 3)
    found = records(store)
    judge_some(store, found)
    with archive(ArchiveSpec(Path(store), needs=frozenset(TABLES))) as opened:
        yield opened, found


def test_every_report_is_counted_again_and_says_what_it_counts() -> None:
    assert {report.full_name for report in reports()} == RECOUNTS.keys() | TRIVIAL.keys()
    assert [report.full_name for report in reports() if not report.counts] == []


@pytest.mark.parametrize(
    ("x", "free"), [(3.841, 1), (5.991, 2), (7.815, 3), (9.488, 4), (11.070, 5), (12.592, 6), (21.026, 12)]
)
def test_what_a_seat_test_is_counted_again_by_is_what_tables_of_chi_squared_say(x: float, free: int) -> None:
    assert abs(chi_squared(x, free) - 0.05) < 0.0001


@pytest.mark.parametrize("name", RECOUNTS)
def test_a_report_says_what_the_logs_say(world: World, name: str) -> None:
    opened, found = world
    compared = compare(opened.connection, found, name, RECOUNTS[name], briefly=True)
    assert not compared.differences, compared.differences[0]


@pytest.mark.parametrize("name", SPLIT)
def test_a_report_of_some_matches_says_what_their_logs_say(world: World, name: str) -> None:
    opened, found = world
    compared = compare_split(opened.connection, found, name, RECOUNTS[name], briefly=True)
    assert not compared.differences, compared.differences[0]
