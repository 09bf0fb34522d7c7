"""The archive made for an observer holds what they know, and nothing in it depends on anything else."""

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import pytest
from click.testing import CliRunner

from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.derived.derived_tables import TABLES
from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.reports.reports import report_named, report_rows
from ludograph.cli.main import main
from ludograph.domain.corrections.amend import Reason, corrected_match, replaced
from ludograph.domain.corrections.redo import redone
from tests.analytics.histories import histories, pieces, recorder
from tests.analytics.walk import differences, tables, walked
from tests.large import ALL, most_slow, slow, some, times
from tests.stamps import stamp_always
from tests.test_corrections import crosswise
from tests.test_secrets import HIDDEN, Lines, Twins
from tests.worlds import STAMP


@pytest.mark.parametrize("eyes", most_slow(["table", "Bob", "3"], 3, 1))
def test_the_tables_hold_what_the_observer_knows(eyes: str, tmp_path: Path) -> None:
    """Results are those that follow from what they know; in the store is what the judge knows of them."""
    store, random = tmp_path / "store.sqlite", Random(3)
    with recorder(store, random) as writer:
        writer.record(*histories(random, 21, 30))
    with archive(ArchiveSpec(store, ObserverName(eyes))) as known:
        assert list(differences(walked(store, eyes), tables(known.connection))) == []


@slow
@pytest.mark.parametrize("eyes", most_slow(some(["table", "Bob", "2"], 2), 2, 1))
def test_the_tables_hold_what_the_observer_knows_of_corrections(
    eyes: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries that a correction left as they were are known again, whatever was recorded for the judge alone."""
    store, random = tmp_path / "store.sqlite", Random(8)
    waiting = [pieces(match, random) for match in histories(random, 14, 15, corrected=True)]
    for batch in (100, 50, 100_000)[-times(2, 3) :]:
        with recorder(store, random) as writer:
            for piece in filter(None, (next(random.choice(waiting), None) for _ in range(20))):
                writer.record(piece)
        monkeypatch.setattr("ludograph.analytics.archive.catch_up.DECODED", batch)
        with archive(ArchiveSpec(store, ObserverName(eyes))) as known:
            assert list(differences(walked(store, eyes), tables(known.connection))) == []


def everything(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Every table with its rows in the order in which they come, as one text each."""
    names = connection.execute(
        "SELECT schema_name, table_name FROM duckdb_tables() WHERE schema_name <> 'internal' AND estimated_size > 0 "
        "ORDER BY ALL"
    ).fetchall()
    return {
        f"{schema}.{name}": str(connection.sql(f'SELECT * FROM {schema}."{name}"').to_arrow_table().to_pylist())
        for schema, name in names
    }


def known(store: Path, eyes: str) -> dict[str, Any]:
    """What somebody may ask about."""
    with archive(ArchiveSpec(store, ObserverName(eyes), needs=frozenset(TABLES))) as found:
        return everything(found.connection) | {"unread": found.unread}


def written(store: Path, lines: Lines) -> Path:
    """A store with a match from its file, and notes that only the judge may read."""
    source = store.with_suffix(".jsonl")
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    for command in (["import", str(source)], ["note", lines[0]["id"], "for the judge"]):
        done = CliRunner().invoke(main, ["--store", str(store), *command])
        assert done.exit_code == 0, done.output
    return store


@pytest.mark.parametrize("hidden", most_slow(HIDDEN, 3), ids=lambda hidden: hidden.__name__)
def test_nobody_finds_in_the_tables_what_they_have_not_seen(
    hidden: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp_always(monkeypatch, STAMP)
    made = hidden()
    twins = made if isinstance(made, Twins) else next(made)
    one, other = written(tmp_path / "one.sqlite", twins.one), written(tmp_path / "other.sqlite", twins.other)
    for eyes in twins.observers[:2] if ALL else twins.observers[:2][-1:]:
        ours, theirs = known(one, eyes), known(other, eyes)
        assert ours.keys() == theirs.keys()
        assert [f"{eyes} can tell by {name}" for name in ours if ours[name] != theirs[name]] == []


@pytest.mark.parametrize("hidden", most_slow(HIDDEN, 3, 1), ids=lambda hidden: hidden.__name__)
def test_nobody_finds_in_the_tables_what_was_put_right_out_of_their_sight(
    hidden: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report tells of it too."""
    one, other, twins = crosswise(hidden, tmp_path, monkeypatch)
    for eyes in twins.observers[: 2 if ALL else 1]:
        ours, theirs = known(one, eyes) | told(one, eyes), known(other, eyes) | told(other, eyes)
        assert ours.keys() == theirs.keys()
        assert "Ida" not in str(ours)
        assert [f"{eyes} can tell by {name}" for name in ours if ours[name] != theirs[name]] == []


def told(store: Path, eyes: str) -> dict[str, Any]:
    """What the report of corrections says to somebody, and how many rows the tables have."""
    with archive(ArchiveSpec(store, ObserverName(eyes), needs=frozenset(TABLES))) as found:
        report = report_rows(found.connection, report_named("corrections"), {}).to_arrow_table().to_pylist()
        assert report
        sizes = found.connection.execute("SELECT table_name, estimated_size FROM duckdb_tables()").fetchall()
    return {"the report": report, "sizes": sorted(sizes)}


def test_remarks_for_the_judge_before_a_correction_do_not_show_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp_always(monkeypatch, STAMP)
    stores = []
    for notes in (0, 3):
        store, random = tmp_path / f"{notes}.sqlite", Random(4)
        match = next(histories(random, 1, 10)).take_back(2, "a slip", STAMP)
        for _ in range(notes):
            match = match.annotate(0, "hidden", STAMP)
        back = redone(match, STAMP)
        assert back is not None
        again = redone(back.take_back(1, "another", STAMP), STAMP)
        assert again is not None
        with recorder(store, random) as writer:
            writer.record(corrected_match(again, replaced(again, len(again.steps), []), Reason("twice"), STAMP).match)
        stores.append(store)
    assert known(stores[0], "table") == known(stores[1], "table")
    assert told(stores[0], "table") == told(stores[1], "table")


def test_remarks_for_the_judge_leave_no_gap_in_the_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamp_always(monkeypatch, STAMP)
    stores = []
    for notes in (0, 2):
        store, random = tmp_path / f"{notes}.sqlite", Random(4)
        (match,) = histories(random, 1, 10)
        for _ in range(notes):
            match = match.annotate(0, "hidden", STAMP)
        match = match.annotate(0, "shown", STAMP, public=True)
        with recorder(store, random) as writer:
            writer.record(match)
        stores.append(store)
    assert known(stores[0], "table") == known(stores[1], "table")


def test_how_many_events_the_store_has_is_not_told(tmp_path: Path) -> None:
    """Remarks for the judge are among them."""
    store, random = tmp_path / "store.sqlite", Random(4)
    with recorder(store, random) as writer:
        writer.record(*histories(random, 2, 10))
    with archive(ArchiveSpec(store, ObserverName("table"))) as known:
        ((tracked,),) = known.connection.execute("SELECT notification_id FROM internal.tracking").fetchall()
        assert tracked > 1000 * known.position


@pytest.mark.parametrize("at_once", [True, pytest.param(False, marks=slow)], ids=["at once", "one by one"])
def test_names_that_were_exchanged_bring_no_second_hand_into_the_tables(tmp_path: Path, at_once: bool) -> None:
    """Whoever was put to another seat is the table there, in what stood and in what stands."""
    store = tmp_path / "store.sqlite"
    ludograph = partial(CliRunner().invoke, main, catch_exceptions=False)
    ludograph(["--store", str(store), "new", "hand-of-the-hanataz", "Cat", "Ben", "Ann", "--id", "x", "--seed", "1"])
    for names in (["Ann", "Ben", "Cat"], ["Cat", "Ann", "Ben"], ["Cat", "Ben", "Ann"], ["Cat", "Ann", "Ben"]):
        if not at_once:
            known(store, "Ann")
        line = f"players: {json.dumps(names)}"
        done = ludograph(["--store", str(store), "amend", "x", "0", line, "--reason", "A slip.", "--yes"])
        assert done.exit_code == 0, done.output
    with archive(ArchiveSpec(store, ObserverName("Ann"), needs=frozenset(TABLES))) as found:
        hands = found.connection.execute(
            "SELECT version, list(seat ORDER BY seat) FROM entered.hand_of_the_hanataz_cards_dealt "
            "WHERE NOT list_contains(cards, '??') AND seat IS NOT NULL GROUP BY version ORDER BY version"
        ).fetchall()
        laid = found.connection.execute(
            "SELECT DISTINCT player FROM cards_at WHERE card <> '??' AND player IS NOT NULL"
        ).fetchall()
    assert (hands, laid) == ([(1, [3]), (4, [3])], [])
