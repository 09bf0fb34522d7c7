"""`rules` prints the rules that refusals cite."""

import pytest

from ludograph.cli.commands.rules import _place, _wanted
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import replace
from tests.cli.conftest import Ludograph


@pytest.mark.parametrize("asked", ["SB-4.2", "sb-4.2", "4.2", "SB-4.2."])
def test_one_rule_is_found_however_its_number_is_written(ludograph: Ludograph, asked: str) -> None:
    assert [line["rule"] for line in ludograph.lines("rules", "sun-bid", asked)] == ["SB-4.2"]


def test_a_group_is_all_that_begins_so_and_no_more(ludograph: Ludograph) -> None:
    rules = [line["rule"] for line in ludograph.lines("rules", "sun-bid", "SB-4")]
    assert rules == ["SB-4.1", "SB-4.2", "SB-4.3"]


def test_numbers_are_sorted_as_numbers() -> None:
    assert sorted(["X-4.10", "X-4.9", "X-10.1", "X-4"], key=_place) == ["X-4", "X-4.9", "X-4.10", "X-10.1"]
    game = replace(GAMES["sun-bid"], rules={"X-4.1": "", "X-40.1": "", "X-4.10": ""})
    assert _wanted(game, "X-4") == ["X-4.1", "X-4.10"]
    assert _wanted(game, "X-4.1") == ["X-4.1"]


def test_the_text_is_wrapped_behind_the_number(ludograph: Ludograph) -> None:
    lines = ludograph("rules", "sun-bid", "SB-1.2").splitlines()
    assert lines[0].startswith("SB-1.2  A match")
    assert lines[1].startswith("        ")
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("game", "word", "rule"),
    [
        ("sun-bid", "bids", "SB-4.1"),
        ("sun-bid", "call", "SB-4.3"),
        ("fools-down", "Fool's Bag", "FD-8.3"),
        ("fools-down", "fold", "FD-4.8"),
        ("hand-of-the-hanataz", "nub", "HH-3.5"),
        ("last-years-magic", "put_in", "LM-3.1"),
        ("conundruze", "MATCH", "CZ-7.5"),
        ("last-years-magic", "prime factor", None),
    ],
)
def test_a_word_of_the_game_finds_what_explains_it(
    ludograph: Ludograph, game: str, word: str, rule: str | None
) -> None:
    (told,) = ludograph.lines("rules", game, word)
    assert told["rule"] == rule
    assert told["text"] in (GAMES[game].rules[rule] if rule else GAMES[game].guide)
    assert ludograph("rules", game, word).startswith(f"{rule or GAMES[game].title}  ")


def test_an_unknown_number_is_answered_with_what_there_is(ludograph: Ludograph) -> None:
    assert "There are SB-1, SB-2" in ludograph.refused("rules", "sun-bid", "SB-99")
