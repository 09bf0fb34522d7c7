"""`merge` takes the events of another store as they are; two records that went apart are told, or decided."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import HEADER, Ludograph
from tests.places import of_file
from tests.stores import asked, run_sql

Rows = list[tuple[Any, ...]]


def beside(ludograph: Ludograph, name: str) -> Ludograph:
    """The command line on another store."""
    folder = ludograph.folder / name
    folder.mkdir(exist_ok=True)
    return Ludograph(folder)


def held(ludograph: Ludograph) -> tuple[Rows, Rows]:
    """The rows and the heads of a store, whatever the order in which they came."""
    sql = "SELECT originator_id, originator_version, topic, state FROM stored_events ORDER BY 1, 2"
    return asked(ludograph.store, sql), asked(ludograph.store, "SELECT * FROM heads ORDER BY 1")


def merged(ludograph: Ludograph, other: Ludograph, *args: str, code: int = 0) -> list[dict[str, Any]]:
    """What `merge --json` says of each match."""
    result = ludograph.run("merge", other.store, *args, "--json")
    assert result.exit_code == code, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def desk(ludograph: Ludograph, recorded: str) -> Ludograph:
    """A store at the desk that has what the table had after two steps."""
    place = beside(ludograph, "desk")
    assert [one["status"] for one in merged(place, ludograph)] == ["copied"]
    return place


def test_a_match_comes_as_it_was_recorded_digests_and_all(ludograph: Ludograph, recorded: str, desk: Ludograph) -> None:
    ludograph("note", recorded, "a remark")
    head = ludograph.json("verify", recorded)["head"]
    (told,) = merged(desk, ludograph)
    assert (told["status"], told["events"], told["steps"], told["error"]) == ("carried on", 1, 2, None)
    assert held(desk) == held(ludograph)
    desk("verify", recorded, "--head", head)
    (told,) = merged(desk, ludograph)
    assert (told["status"], told["events"]) == ("already", 0)


def test_what_stands_shorter_there_is_skipped(ludograph: Ludograph, recorded: str, desk: Ludograph) -> None:
    desk("act", recorded, "Ann pass")
    assert merged(desk, ludograph)[0]["status"] == "already"
    assert desk.json("result", recorded)["steps"] == 3


def test_corrections_takebacks_and_remarks_come_along(ludograph: Ludograph, recorded: str, desk: Ludograph) -> None:
    ludograph("undo", recorded, "--to", "1", "--reason", "a slip")
    ludograph("act", recorded, "Bob call")
    ludograph("note", recorded, "seen by all", "--public")
    merged(desk, ludograph)
    assert held(desk) == held(ludograph)
    assert desk("log", recorded, "--json") == ludograph("log", recorded, "--json")


@pytest.fixture
def apart(ludograph: Ludograph, recorded: str, desk: Ludograph) -> str:
    """The match, gone on with at the table in one way and at the desk in another."""
    ludograph("act", recorded, "Ann pass", "--by", "Tim")
    ludograph("note", recorded, "3", "they saw it", "--by", "Tim", "--public")
    desk("act", recorded, "Ann bid 6SY")
    return recorded


def test_what_went_apart_is_told_with_the_step_and_nothing_changes(
    ludograph: Ludograph, desk: Ludograph, apart: str
) -> None:
    before = held(desk)
    (told,) = merged(desk, ludograph, code=1)
    assert (told["status"], told["step"], told["events"]) == ("apart", 3, 2)
    assert told["error"] == (
        "The two records part at step 3: here 1 event, there 2 events since event 3. "
        "`--keep ours` or `--keep theirs` decides."
    )
    assert held(desk) == before
    assert "part at step 3" in desk.refused("merge", ludograph.store)


def test_ours_is_kept_as_an_event_and_the_other_is_skipped_from_then_on(
    ludograph: Ludograph, desk: Ludograph, apart: str
) -> None:
    other, shown = ludograph.json("verify", apart)["head"], desk("show", apart)
    (told,) = merged(desk, ludograph, "--keep", "ours", "--reason", "the desk saw it", "--by", "Eve")
    assert (told["status"], told["events"], told["step"]) == ("kept", 1, 3)
    assert desk("show", apart) == shown
    assert merged(desk, ludograph)[0]["status"] == "already"
    assert desk.json("verify", apart)["ok"]
    assert "event 5 set aside" in desk.refused("verify", apart, "--head", other)
    assert desk.lines("history", apart, "--as", "judge")[-1]["reason"] == "the desk saw it"
    ludograph("note", apart, "and on")
    assert merged(desk, ludograph, code=1)[0]["status"] == "apart"


def test_theirs_takes_the_place_of_ours_as_a_correction(ludograph: Ludograph, desk: Ludograph, apart: str) -> None:
    other = ludograph.json("verify", apart)["head"]
    ours = desk.json("verify", apart)["head"]
    (told,) = merged(desk, ludograph, "--keep", "theirs", "--reason", "the table saw it", "--by", "Eve")
    assert (told["status"], told["steps"]) == ("kept", 3)
    assert desk("show", apart, "--as", "judge") == ludograph("show", apart, "--as", "judge")
    assert desk("export", apart) == ludograph("export", apart)
    stands = [line for line in desk.lines("log", apart, "--as", "judge") if not line["superseded"]]
    there = ludograph.lines("log", apart, "--as", "judge")
    assert [(line["by"], line["recorded_at"]) for line in stands[1:]] == [
        (line["by"], line["recorded_at"]) for line in there[1:]
    ]
    assert merged(desk, ludograph)[0]["status"] == "already"
    assert desk.json("verify", apart)["ok"]
    assert "event 5 took over" in desk.run("verify", apart, "--head", other).stderr
    assert "event 5 took back" in desk.refused("verify", apart, "--head", ours)
    desk("undo", apart, "--to", "1", "--reason", "no")
    assert "the record that event 5 took over" in desk.refused("verify", apart, "--head", other)


def test_what_officials_said_there_is_taken_over_whatever_was_abandoned(
    ludograph: Ludograph, desk: Ludograph, apart: str
) -> None:
    swapped = ludograph.file("right.jsonl", ludograph("export", apart, "--as", "judge").strip())
    text = swapped.read_text().replace('"Ann"', '"?"').replace('"Bob"', '"Ann"').replace('"?"', '"Bob"')
    swapped.write_text(text)
    ludograph("rule", apart, "Late.", "--adjust", "Bob=-2", "--forfeit", "Ann", "--step", "1", "--by", "Desk")
    ludograph("amend", apart, "--file", swapped, "--reason", "chairs", "--yes")
    for place in (ludograph, desk):
        place("abandon", apart, "--reason", "no time")
    merged(desk, ludograph, "--keep", "theirs", "--reason", "the table knows")
    assert "ok" in desk("verify", apart)
    there, here = (place.json("result", apart) for place in (ludograph, desk))
    assert here["status"] == there["status"] == "abandoned"
    (one,), (other,) = here["rulings"], there["rulings"]
    assert (one["adjust"], one["forfeit"], one["step"]) == ({"Bob": -2}, ["Ann"], 1)
    assert {**one, "event": 0} == {**other, "event": 0}


def test_another_start_is_taken_over_too(ludograph: Ludograph, recorded: str) -> None:
    desk = beside(ludograph, "desk")
    desk("import", ludograph.file("slip.jsonl", HEADER.replace("Bob", "Bea")))
    (told,) = merged(desk, ludograph, code=1)
    assert (told["status"], told["step"]) == ("apart", 0)
    merged(desk, ludograph, "--keep", "theirs")
    assert desk("export", recorded) == ludograph("export", recorded)
    assert desk.json("verify", recorded)["ok"]


def test_the_same_file_imported_twice_says_the_same_and_is_told(ludograph: Ludograph, recorded: str) -> None:
    desk = beside(ludograph, "desk")
    desk("import", ludograph.folder / "match.jsonl")
    (told,) = merged(desk, ludograph, code=1)
    assert (told["status"], told["step"]) == ("apart", 0)
    assert "recorded separately" in told["error"]
    (told,) = merged(desk, ludograph, "--keep", "theirs")
    assert (told["status"], told["events"]) == ("kept", 1)
    assert desk.json("verify", recorded)["ok"]
    assert desk("export", recorded) == ludograph("export", recorded)
    assert merged(desk, ludograph)[0]["status"] == "already"


def test_only_a_tournament_is_taken(ludograph: Ludograph, recorded: str) -> None:
    ludograph("new", "aucteraden", "Max")
    desk = beside(ludograph, "desk")
    assert len(merged(desk, ludograph, "--event", "autumn open")) == 1
    assert "No match of Spring" in desk.refused("merge", ludograph.store, "--event", "Spring")
    assert len(merged(desk, ludograph)) == 2


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE stored_events SET state = replace(state, '8YK', '4YK') WHERE originator_version = 2",
        "DELETE FROM stored_events WHERE originator_version = 3 AND topic LIKE 'sun-bid%'",
        "UPDATE heads SET digest = '00' WHERE game = 'sun-bid'",
        "DELETE FROM heads WHERE game = 'sun-bid'",
    ],
)
def test_a_damaged_match_is_told_and_left_out(ludograph: Ludograph, recorded: str, sql: str) -> None:
    ludograph("new", "aucteraden", "Max")
    run_sql(ludograph.store, sql)
    desk = beside(ludograph, "desk")
    told = merged(desk, ludograph, code=1)
    assert sorted(one["status"] for one in told) == ["copied", "damaged"]
    assert all(("event" in one["error"]) == (one["status"] == "damaged") for one in told if one["error"])
    assert len(desk.lines("matches")) == 1
    desk("verify")


def test_a_match_that_is_damaged_here_is_left_alone(ludograph: Ludograph, recorded: str, desk: Ludograph) -> None:
    ludograph("act", recorded, "Ann pass")
    run_sql(desk.store, "UPDATE stored_events SET state = replace(state, '8YK', '4YK')")
    before = held(desk)
    (told,) = merged(desk, ludograph, code=1)
    assert told["error"].startswith("The match here is damaged: step 1, event 2")
    assert held(desk) == before


def foreign(path: Path) -> None:
    path.unlink()
    run_sql(path, "CREATE TABLE songs (name TEXT)")


def newer(path: Path) -> None:
    run_sql(path, "PRAGMA user_version=99")


def halved(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda path: path.unlink(), "There is no store"),
        (
            lambda path: path.write_text("no database, but longer than a header " * 9),
            "no Ludograph store",
        ),
        (lambda path: path.write_bytes(b""), "is empty"),
        (foreign, "another program"),
        (newer, "newer Ludograph"),
        (halved, "damaged"),
    ],
)
@of_file
def test_what_is_no_whole_store_is_refused_and_nothing_made(
    ludograph: Ludograph, recorded: str, spoil: Callable[[Path], None], says: str
) -> None:
    other = beside(ludograph, "other")
    shutil.copy(ludograph.store, other.store)
    spoil(other.store)
    desk = beside(ludograph, "desk")
    assert says in desk.refused("merge", other.store)
    assert not desk.store.exists()


@of_file
def test_the_store_itself_is_no_other_store(ludograph: Ludograph, recorded: str) -> None:
    link = ludograph.folder / "link.sqlite"
    link.symlink_to(ludograph.store)
    hard = ludograph.folder / "hard.sqlite"
    hard.hardlink_to(ludograph.store)
    for other in (ludograph.store, link, hard, f"sqlite:///{ludograph.store}"):
        assert "is the store itself" in ludograph.refused("merge", other)
    assert "would be a file beside" in ludograph.refused("merge", f"{ludograph.store}-wal")


@of_file
def test_the_other_store_is_not_written(ludograph: Ludograph, recorded: str) -> None:
    before, beside_it = ludograph.store.read_bytes(), sorted(ludograph.folder.iterdir())
    desk = beside(ludograph, "desk")
    merged(desk, ludograph)
    assert ludograph.store.read_bytes() == before
    assert sorted(set(ludograph.folder.iterdir()) - {desk.folder}) == beside_it


def test_a_match_is_sound_also_while_somebody_records_it(ludograph: Ludograph, recorded: str, desk: Ludograph) -> None:
    command = [sys.executable, "-c", RECORDS, str(ludograph.store), recorded]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        told = [merged(desk, ludograph)[0]["status"] for _ in range(8)]
        writer.kill()
    assert set(told) <= {"carried on", "already"}


RECORDS = """
import sys
from ludograph.cli.store_option import store_named
from ludograph.domain.store.recorder import Recorder

with Recorder(store_named(sys.argv[1])) as recorder:
    match = recorder.load(recorder.find(sys.argv[2]))
    while True:
        match = recorder.annotate(match, 0, "and on " * 500)
        print(match.version, flush=True)
"""
"""A program that goes on recording until it is ended."""


def test_a_reason_needs_a_decision(ludograph: Ludograph, recorded: str, desk: Ludograph) -> None:
    desk.refused("merge", ludograph.store, "--reason", "why", code=2)
    assert "at most" in desk.refused("merge", ludograph.store, "--keep", "ours", "--reason", "x" * 10_001)
