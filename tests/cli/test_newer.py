"""A match of a game that this program does not know was recorded by a newer one: it is told as that, not as damage."""

import json
from collections.abc import Iterator

import pytest

from ludograph.domain.games import FOLDERS
from ludograph.domain.store.event_mapper import decoder
from tests.cli.conftest import Ludograph
from tests.stores import run_sql

TOLD = "recorded by a newer Ludograph, or a game that is not installed"


@pytest.fixture
def newer(ludograph: Ludograph, recorded: str) -> Iterator[str]:
    """The id of a match whose game is gone from this program, beside one that can be read."""
    id: str = ludograph.json("result", recorded)["match"]
    ludograph("new", "aucteraden", "Ann", "--seed", "1", "--id", "known")
    folders = dict(FOLDERS)
    del FOLDERS["sun-bid"]
    decoder.cache_clear()
    yield id
    FOLDERS.clear()
    FOLDERS.update(folders)  # in their order, which lists and pages keep
    decoder.cache_clear()


@pytest.mark.parametrize("command", ["show", "log", "result", "export", "act"])
def test_such_a_match_is_told_as_that(ludograph: Ludograph, newer: str, command: str) -> None:
    told = ludograph.refused(command, newer, *(["Ann pass"] if command == "act" else []))
    assert TOLD in told
    assert "the game sun-bid is not known here. Update" in told
    assert "damaged" not in told


def test_it_is_left_out_of_the_list_in_a_sentence(ludograph: Ludograph, newer: str) -> None:
    result = ludograph.run("matches", "--json")
    assert [json.loads(line)["game"] for line in result.stdout.splitlines()] == ["aucteraden"]
    assert TOLD in result.stderr
    assert "damaged" not in result.stderr


def test_verify_says_that_it_cannot_check_it(ludograph: Ludograph, newer: str) -> None:
    result = ludograph.run("verify", "--all")
    assert result.exit_code == 1
    assert f"newer  {newer[:8]}" in result.stdout
    assert TOLD in result.stdout
    assert "2 checked: nothing is wrong, 1 cannot be checked by this program." in result.stderr


def test_a_game_that_somebody_wrote_over_another_is_damage(ludograph: Ludograph, newer: str) -> None:
    run_sql(ludograph.store, "UPDATE stored_events SET topic = 'whist.match-started' WHERE topic LIKE 'aucteraden.%'")
    assert "damaged" in ludograph.refused("show", "known")


def test_a_query_leaves_it_out_and_says_so(ludograph: Ludograph, recorded: str) -> None:
    run_sql(ludograph.store, "UPDATE stored_events SET topic = replace(topic, 'sun-bid.', 'whist.')")
    result = ludograph.run("query", "SELECT count(*) AS n FROM matches")
    assert (result.exit_code, result.stdout) == (0, "n\n0\n")
    assert f"Left out: 3 events of matches {TOLD}" in result.stderr
