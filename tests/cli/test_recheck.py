"""`recheck` decides matches again without Spark, also with other options, and changes nothing."""

import pytest

from tests.cli.conftest import Ludograph
from tests.stores import run_sql


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Ludograph:
    """Matches of two games, one of which has the option that is tried."""
    ludograph = Ludograph(tmp_path_factory.mktemp("recheck"))
    ludograph("simulate", "sun-bid", "-n", "4", "--seats", "2", "--seed", "1", "--max-steps", "40")
    ludograph("simulate", "aucteraden", "-n", "2", "--seed", "1")
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "2", "--id", "just begun")
    return ludograph


def test_under_todays_rules_all_is_the_same(made: Ludograph) -> None:
    counts = made.lines("recheck", "--json")
    assert [(one["game"], one["matches"], one["same"]) for one in counts] == [("aucteraden", 2, 2), ("sun-bid", 5, 5)]


def test_with_other_options_it_says_of_each_match_what_becomes_of_it(made: Ludograph) -> None:
    count, *differences = made.lines("recheck", "-o", "equal_pawns=true", "--json")
    assert (count["game"], count["matches"]) == ("sun-bid", 5), "games without the option are left out"
    assert count["differs"] + count["refused"] == len(differences) > 0
    for one in differences:
        assert one["step"] is not None
        told = "It goes otherwise from " if one["outcome"] == "differs" else "Refused (SB-"
        assert one["message"].startswith(told)
    table = made.run("recheck", "--all", "-o", "equal_pawns=true", "--first", "1")
    assert (table.exit_code, table.stdout.splitlines()[1].split()[:2]) == (0, ["sun-bid", "5"])
    assert table.stderr.startswith("5 matches decided again: ")


def test_several_processes_say_the_same(made: Ludograph) -> None:
    asked = ("recheck", "-o", "equal_pawns=true", "--json")
    assert made.lines(*asked, "--jobs", "2") == made.lines(*asked)


def test_matches_are_named_as_everywhere(made: Ludograph) -> None:
    assert [one["matches"] for one in made.lines("recheck", "just begun", "--json")] == [1]
    assert "There is no match nix" in made.refused("recheck", "nix")
    assert "is of the games that are named" in made.refused("recheck", "--game", "aucteraden", "just begun")
    assert "No such option: nix" in made.refused("recheck", "-o", "nix=1")
    assert made.run("recheck", "--all", "just begun").exit_code == 2


def test_a_match_that_was_altered_ends_it_with_1(ludograph: Ludograph) -> None:
    ludograph("simulate", "aucteraden", "-n", "1", "--seed", "1")
    run_sql(ludograph.store, "UPDATE stored_events SET topic = 'aucteraden.pass' WHERE originator_version = 3")
    told = ludograph.run("recheck")
    assert told.exit_code == 1
    assert "event 3: " in told.stdout
