"""`games` tells what can be played, and with what."""

from tests.cli.conftest import Ludograph


def test_every_game_is_listed_with_its_number_of_players(ludograph: Ludograph) -> None:
    listed = ludograph("games")
    assert "sun-bid" in listed
    assert "2-4 players" in listed
    assert "1 player " in listed


def test_one_game_is_told_with_options_and_actions(ludograph: Ludograph) -> None:
    told = ludograph("games", "sun-bid")
    assert "two_player_stacks: standard|alternative; default standard." in told
    assert "play <card: card> <target: card>" in told


def test_options_and_actions_have_a_shape_for_programs(ludograph: Ludograph) -> None:
    game = ludograph.json("games", "aucteraden")
    market = next(option for option in game["options"] if option["name"] == "market")
    assert market["values"] == ["normal", "rolling", "volatile"]
    assert market["default"] == "normal"
    assert [action["do"] for action in game["actions"]] == ["buy", "place", "discard"]
    assert game["seats"] == {"min": 1, "max": 1}


def test_a_game_is_credited_as_far_as_its_source_says(ludograph: Ludograph) -> None:
    told = ludograph("games", "sun-bid")
    assert "designer: Greg James, after Ra by Reiner Knizia" in told
    assert "licence of the source: Creative Commons" in told
    assert "designer: not named in the source" in ludograph("games", "aucteraden")
    credits = ludograph.json("games", "conundruze")["credits"]
    assert credits["designer"] is credits["licence"] is None
    assert "Gooey Cube" in credits["source"]


def test_an_unknown_game_is_answered_with_the_one_it_looks_like(ludograph: Ludograph) -> None:
    assert "Did you mean sun-bid?" in ludograph.refused("games", "sunbid")
    assert "There are sun-bid" in ludograph.refused("games", "zzz")
