"""A tournament that cannot be read is named, and hinders no other."""

import pytest

from ludograph.domain.tournaments.service import tournament_id_of
from tests.cli.conftest import Ludograph
from tests.stores import run_sql

NOTHING = "state = x'7b7d'"
"""An event that is there and says nothing."""


@pytest.fixture
def two(ludograph: Ludograph) -> Ludograph:
    """Two tournaments; of Winter, the second event cannot be read."""
    for name, id in (("Winter", "W"), ("Winter Cup", "C")):
        ludograph("tournament", "new", name, "--id", id)
        ludograph("tournament", "enter", id, "Ann", "Ben", "Cleo")
    spoil(ludograph, "W", 2)
    return ludograph


def spoil(ludograph: Ludograph, source: str, event: int) -> None:
    """Makes an event unreadable, of the tournament with this id of its organiser's."""
    where = f"originator_version = {event} AND originator_id = '{tournament_id_of(source).hex}'"
    run_sql(ludograph.store, f"UPDATE stored_events SET {NOTHING} WHERE {where}")


@pytest.mark.parametrize(
    "command",
    [
        ("list",),
        ("show", "C"),
        ("show", "winter cup"),
        ("standings", "C"),
        ("history", "C"),
        ("export", "C"),
        ("new", "Spring Cup"),
        ("enter", "C", "Dora"),
        ("seat", "C", "--game", "sun-bid", "--size", "3", "--method", "random"),
        ("penalty", "C", "Ann", "1", "--reason", "late"),
        ("withdraw", "C", "Ann"),
        ("lot", "C"),
        ("undo", "C", "--reason", "a slip"),
        ("close", "C"),
    ],
    ids=" ".join,
)
def test_others_are_found_and_the_damaged_one_is_named(two: Ludograph, command: tuple[str, ...]) -> None:
    done = two.run("tournament", *command)
    assert done.exit_code == 0, done.output
    assert done.stderr.count("is damaged") == 1
    assert "ludograph verify" in done.stderr


def test_what_was_meant_is_never_another(two: Ludograph) -> None:
    before = two("tournament", "show", "C")
    for name in ("W", "winter", "Winte"):
        said = two.run("tournament", "penalty", name, "Ann", "1", "--reason", "late")
        fits = name == "Winte"  # a beginning of both: the one that can be read is meant
        assert ("is damaged" in said.stderr, said.exit_code) == (True, 0 if fits else 1), name
    two("tournament", "undo", "C", "--reason", "tried")
    assert two("tournament", "show", "C") == before
    assert "There is no tournament Sommer: there are Winter Cup." in two.refused("tournament", "show", "Sommer")


def test_its_name_and_its_id_stay_taken(two: Ludograph) -> None:
    assert "There is a tournament Winter already" in two.refused("tournament", "new", "winter")
    assert "is damaged" in two.refused("tournament", "new", "Another", "--id", "W")
    spoil(two, "W", 1)
    assert "is damaged" in two.refused("tournament", "show", "autumn"), "nobody knows what it is called"
    two("tournament", "show", "C")
    assert "is damaged" in two.refused("tournament", "new", "Another", "--id", "W")


def test_one_of_which_no_event_is_left_is_named_too(two: Ludograph) -> None:
    run_sql(two.store, f"DELETE FROM stored_events WHERE originator_id = '{tournament_id_of('W').hex}'")
    assert f"Tournament {tournament_id_of('W')} is damaged" in two.run("tournament", "show", "C").stderr
    assert "is damaged" in two.refused("tournament", "new", "Another", "--id", "W")


def test_the_demo_and_a_match_are_not_hindered(two: Ludograph) -> None:
    two("demo", "--keep", two.store)
    two("new", "sun-bid", "Ann", "Ben", "--event", "Winter Cup", "--round", "1", "--table", "1")
    assert "Winter Cup" in two("matches")
