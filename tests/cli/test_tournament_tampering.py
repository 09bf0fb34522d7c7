"""Whatever was altered in a tournament is found and named, and no command that meets it ends in a traceback."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.cli.test_tournament_merging import opened
from tests.stores import reseal, run_sql, running_sql

OWN = "topic LIKE 'tournament.%'"
LOOKS = (
    ("tournament", "list"),
    ("tournament", "show", "WC", "--json"),
    ("tournament", "standings", "WC"),
    ("tournament", "history", "WC"),
    ("tournament", "export", "WC"),
    ("tournament", "enter", "WC", "Zoe"),
    ("tournament", "undo", "WC", "--reason", "a slip"),
    ("matches",),
)


@pytest.fixture
def played(ludograph: Ludograph) -> Ludograph:
    """A store with a tournament and nothing else: opened, entered, seated, two results, a penalty, lots, closed."""
    opened(ludograph)
    ludograph("tournament", "result", "WC", "1", "1", "Ann=12", "Ben=7")
    ludograph("tournament", "result", "WC", "1", "2", "Cleo=3", "Dora=??")
    ludograph("tournament", "penalty", "WC", "Ann", "1.5", "--reason", "late")
    ludograph("tournament", "lot", "WC", "--seed", "x")
    ludograph("tournament", "close", "WC")
    return ludograph


def found(ludograph: Ludograph) -> str:
    """What `verify` finds wrong, after every command that looks at a tournament had its turn without a traceback."""
    verdict = ludograph.run("verify", "--json")
    for command in LOOKS:
        ludograph.run(*command)
    assert verdict.exit_code == 1, verdict.output
    errors = [line["error"] for line in map(json.loads, verdict.stdout.splitlines()) if line["error"]]
    return " ".join([*(error["message"] for error in errors), *verdict.stderr.split()])


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        (f"UPDATE stored_events SET state = CAST(replace(state, 'Emil', 'Evil') AS BLOB) WHERE {OWN}", "does not fit"),
        (f"DELETE FROM stored_events WHERE {OWN} AND originator_version = 3", "Event 3 is missing"),
        (f"DELETE FROM stored_events WHERE {OWN} AND originator_version = 1", "Event 1 is missing"),
        (f"DELETE FROM stored_events WHERE {OWN} AND originator_version = 8", "The end was removed"),
        (f"DELETE FROM stored_events WHERE {OWN}", "No event of this tournament is left"),
        (f"UPDATE stored_events SET topic = 'tournament.closed' WHERE {OWN} AND originator_version = 2", "not fit"),
        (f"UPDATE stored_events SET topic = 'sun-bid.x' WHERE {OWN} AND originator_version = 1", "not fit"),
        (f"UPDATE stored_events SET topic = NULL WHERE {OWN} AND originator_version = 1", "not fit"),
        (f"UPDATE stored_events SET state = NULL WHERE {OWN} AND originator_version = 4", "not fit"),
        ("DELETE FROM heads", "does not know this tournament"),
        ("UPDATE heads SET game = 'sun-bid'", "does not know this tournament"),
        ("UPDATE heads SET digest = 'x'", "names another digest"),
        ("UPDATE heads SET version = 3", "names another digest"),
        ("UPDATE heads SET version = 30", "events 9 to 30 are missing"),
        ("UPDATE heads SET steps = 7", "says something else"),
        ("UPDATE heads SET over = 0", "says something else"),
        ("UPDATE heads SET result = '{}'", "says something else"),
    ],
)
def test_an_altered_row_or_head_is_named(played: Ludograph, sql: str, why: str) -> None:
    run_sql(played.store, sql)
    assert why in found(played)


def test_swapped_rows_are_named(played: Ludograph) -> None:
    for one, other in ((4, 99), (5, 4), (99, 5)):
        run_sql(played.store, f"UPDATE stored_events SET originator_version = {other} WHERE originator_version = {one}")
    assert "it says that it is another event" in found(played)


def test_an_event_of_another_tournament_in_the_place_of_one_is_named(played: Ludograph) -> None:
    played("tournament", "new", "Other")
    played("tournament", "enter", "Other", "Xan", "Yul", "Zoe")
    with running_sql(played.store) as run:
        (state,), *_ = run(
            "SELECT state FROM stored_events WHERE topic = 'tournament.players-entered' ORDER BY rowid DESC"
        )
        run(
            "UPDATE stored_events SET state = ? WHERE rowid = (SELECT min(rowid) FROM stored_events WHERE "
            "topic = 'tournament.players-entered')",
            (state,),
        )
    assert "it says that it is another event" in found(played)


FORGED: dict[str, tuple[int, Callable[[dict[str, Any]], object]]] = {
    "a player twice": (2, lambda event: event.update(players=["Ann", "Ann"])),
    "a round far ahead": (3, lambda event: event.update(first=9)),
    "a round before the first": (3, lambda event: event.update(first=-3)),
    "a game that nobody knows": (3, lambda event: event["rounds"][0].update(game="chess")),
    "a stranger at a table": (3, lambda event: event["rounds"][0].update(byes=["Mallory"])),
    "nobody at a table": (3, lambda event: event["rounds"][0].update(tables=[[], []])),
    "a table that is not there": (4, lambda event: event.update(table=9)),
    "a table before the first": (4, lambda event: event.update(table=0)),
    "a result of strangers": (4, lambda event: event["scores"][0].update(player="Mallory")),
    "a result entered twice": (5, lambda event: event.update(table=1)),
    "a penalty for nobody": (6, lambda event: event.update(player="Mallory")),
    "lots of strangers": (7, lambda event: event.update(order=["Mallory"])),
    "no scoring": (1, lambda event: event.update(scoring="luck")),
    "no tie-break": (1, lambda event: event.update(tie_breaks=["luck"])),
    "a version that is another's": (4, lambda event: event.update(version=5)),
    "no such field": (4, lambda event: event.update(spare=1)),
}


@pytest.mark.parametrize("what", FORGED)
def test_what_was_altered_and_sealed_again_is_named(played: Ludograph, what: str) -> None:
    version, change = FORGED[what]

    def forge(event: dict[str, Any]) -> None:
        if event["version"] == version:
            digest = event.pop("digest")
            change(event)
            event["digest"] = digest

    reseal(played.store, forge)
    assert found(played)


def test_a_damaged_tournament_hides_no_other(played: Ludograph) -> None:
    played("tournament", "new", "Other")
    run_sql(played.store, f"UPDATE stored_events SET state = 'x' WHERE {OWN} AND originator_version = 4")
    listed = played.run("tournament", "list")
    assert listed.exit_code == 0
    assert "Other" in listed.stdout
    assert "is damaged" in listed.stderr
    played("tournament", "enter", "Other", "Ann")
    assert "is damaged" in played.refused("tournament", "show", "WC")


def test_a_digest_of_a_tournament_is_compared_as_that_of_a_match(played: Ludograph) -> None:
    events = played.lines("tournament", "history", "WC")
    assert "that of an event of this tournament" in played.run("verify", "WC", "--head", events[-1]["digest"]).stderr
    played("tournament", "undo", "WC", "--reason", "too early")
    said = " ".join(played.refused("verify", "WC", "--head", events[-1]["digest"]).split())
    assert said.startswith("The digest is that of event 8 of this tournament, but event 9 took back what stood then")
    played("verify", "WC", "--head", events[3]["digest"])
    assert "No event of tournament" in played.refused("verify", "WC", "--head", "0" * 64)
    assert "name a match" in played.refused("verify", "WC", "--commitment", "0" * 64)
