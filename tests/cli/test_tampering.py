"""What was altered stays told: no later entry hides it, and no store takes the place of files beside another."""

import json
from random import Random
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.large import most_slow
from tests.places import of_file
from tests.stores import reseal, run_sql


def altered(ludograph: Ludograph, sql: str) -> None:
    run_sql(ludograph.store, sql)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM stored_events WHERE originator_version = 3",
        "UPDATE heads SET version = 999",
        "UPDATE heads SET digest = substr('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 1, 64)",
        "DELETE FROM heads",
    ],
)
def test_nothing_is_added_to_a_match_whose_end_was_altered(ludograph: Ludograph, recorded: str, sql: str) -> None:
    match = ludograph.json("result", recorded)["match"]
    altered(ludograph, sql)
    before = ludograph.run("verify", match)
    assert before.exit_code == 1
    for command in (["note", match, "hi"], ["act", match, "Ann pass"], ["undo", match, "--reason", "x"]):
        assert ludograph.run(*command).exit_code == 1
    assert ludograph.run("verify", match).output == before.output


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal", "-WAL", ".duckdb", ".duckdb.lock", ".as-2.duckdb.new"])
def test_no_store_lies_where_files_of_another_do(ludograph: Ludograph, ending: str) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob", "--id", "x")
    beside = Ludograph(ludograph.folder)
    beside.store = ludograph.folder / f"store.sqlite{ending}"
    said = beside.refused("new", "sun-bid", "Cat", "Dan", "--id", "y")
    assert "would be a file beside the store store.sqlite" in said
    assert not beside.store.exists()


@of_file
def test_a_store_with_other_columns_is_told_as_altered(ludograph: Ludograph, recorded: str) -> None:
    altered(ludograph, "ALTER TABLE stored_events ADD COLUMN extra TEXT")
    said = ludograph.refused("note", recorded, "hi")
    assert "has other columns than a store of Ludograph" in said
    assert "verify --all" in said


@pytest.mark.parametrize("seed", most_slow(range(6), 3))
@of_file
def test_a_store_damaged_all_over_is_told_as_damaged_not_as_a_full_disk(ludograph: Ludograph, seed: int) -> None:
    ludograph("simulate", "sun-bid", "-n", "20", "--seed", "1")
    whole, random = ludograph.store.read_bytes(), Random(seed)
    torn = bytearray(whole)
    for _ in range(400):
        torn[random.randrange(4096, len(torn))] ^= 1 << random.randrange(8)
    ludograph.store.write_bytes(torn)
    result = ludograph.run("query", "SELECT count(*) AS steps FROM steps")
    assert "make room" not in result.output
    assert result.exit_code == 0 or "damaged" in result.stderr


CHANGES: list[tuple[str, Any]] = [
    ("was", {"event": 2, "step": 1}),
    ("was", None),
    ("by", "Mallory"),
    ("note", "forged"),
    ("recorded_at", "1999-01-01T00:00:00Z"),
]


@pytest.mark.parametrize(("key", "value"), CHANGES)
def test_an_untouched_entry_of_a_correction_is_compared_with_what_it_was(
    ludograph: Ludograph, recorded: str, key: str, value: Any
) -> None:
    ludograph("act", recorded, "Ann bid 6SY", "Bob bid 8MS")
    ludograph("amend", recorded, "3", "Ann bid 5SV", "--reason", "the wrong card")
    assert ludograph.json("verify", recorded)["ok"]

    def change(event: dict[str, Any]) -> None:
        for step in event.get("steps", [])[-1:]:
            step[key] = value

    reseal(ludograph.store, change)
    (verdict,) = [json.loads(line) for line in ludograph.run("verify", recorded, "--json").stdout.splitlines()]
    assert (verdict["ok"], verdict["error"]["event"]) == (False, 6)


def test_what_is_brought_back_is_what_was_taken(ludograph: Ludograph, recorded: str) -> None:
    ludograph("act", recorded, "Ann bid 6SY")
    ludograph("undo", recorded, "--reason", "a slip")
    ludograph("redo", recorded)

    def change(event: dict[str, Any]) -> None:
        if "steps" in event:
            text = json.dumps(event["steps"]).replace("6SY", "5SV")
            event["steps"] = json.loads(text)

    reseal(ludograph.store, change)
    (verdict,) = [json.loads(line) for line in ludograph.run("verify", recorded, "--json").stdout.splitlines()]
    assert "brings steps back" in verdict["error"]["message"]
