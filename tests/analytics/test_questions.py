"""The questions of `docs/questions.md`: each is one query of at most five lines, and has an answer."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from ludograph.analytics.archive.archive import Archive, ArchiveSpec, archive
from ludograph.analytics.derived.derived_tables import TABLES
from ludograph.analytics.extract.observers import ObserverName
from ludograph.cli.tournaments.demo_tournament import played_tournament
from ludograph.domain.exchange.importer import Importer
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.service import TournamentService

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "docs/questions.md").read_text()
QUESTIONS: Final = [
    (title, sql)
    for title, text in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    for sql in re.findall(r"```sql\n(.*?)```", text, re.DOTALL)
]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the matches and the tournament of the demo."""
    path = tmp_path_factory.mktemp("questions") / "store.sqlite"
    with Recorder(path) as recorder:
        for file in sorted((ROOT / "cli/commands/demo_files").glob("*.jsonl")):
            importer = Importer(recorder)
            with file.open("rb") as source:
                outcomes = [one for chunk in chunks(source) for one in importer.add(chunk)]
            assert all(one.status == "recorded" for one in (*outcomes, *importer.flush()))
        played_tournament(TournamentService(recorder))
    return path


@pytest.fixture(scope="module")
def demo(store: Path) -> Iterator[Archive]:
    with archive(ArchiveSpec(store, needs=frozenset(TABLES))) as found:
        yield found


def rows(found: Archive, sql: str) -> list[dict[str, Any]]:
    return list(found.connection.sql(sql).to_arrow_table().to_pylist())


@pytest.mark.parametrize(("title", "sql"), QUESTIONS, ids=[title for title, _ in QUESTIONS])
def test_a_question_is_one_short_query_with_an_answer(title: str, sql: str, demo: Archive, store: Path) -> None:
    assert title.endswith("?")
    assert len(sql.strip().splitlines()) <= 5
    if "Ann know" not in title:
        assert rows(demo, sql) or title.startswith("Who was last")
        return
    with archive(ArchiveSpec(store, ObserverName("Ann"), needs=frozenset(TABLES))) as known:
        assert 0 < len(rows(known, sql)) < len(rows(demo, sql)), "she knows some of it"


def test_the_win_rates_by_seat_are_those_of_the_results(demo: Archive) -> None:
    won: Counter[tuple[str, int, int]] = Counter()
    matches: Counter[tuple[str, int, int]] = Counter()
    for row in rows(
        demo, "SELECT m.game, m.seats, r.seat, r.final_won FROM results AS r JOIN matches AS m USING (match)"
    ):
        key = row["game"], row["seats"], row["seat"]
        won[key] += bool(row["final_won"])
        matches[key] += row["seats"] > 1 and row["final_won"] is not None
    (sql,) = (sql for title, sql in QUESTIONS if "seat win" in title)
    for row in rows(demo, sql):
        key = row["game"], row["seats"], row["seat"]
        assert row["matches"] == matches[key]
        assert row["won_percent"] == round(100 * won[key] / matches[key])
        assert row["from_percent"] <= 100 * won[key] / matches[key] <= row["to_percent"]
