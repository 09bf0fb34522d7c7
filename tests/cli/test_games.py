"""`games` tells what can be played, and with what."""

import shlex

import pytest

from ludograph.cli.printing.deals import templates
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.shapes import fields_of
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


def test_what_the_codes_of_its_cards_are_made_of_is_told(ludograph: Ludograph) -> None:
    told = {game: " ".join(ludograph("games", game).split()) for game in ("sun-bid", "fools-down", "last-years-magic")}
    assert "A card goes by its code or its name: 9MS or the Pact." in told["sun-bid"]
    assert "the rank and the suits: 1 Ace, 2-9, N Crown, P Pawn, T Court; M Moons, S Suns," in told["sun-bid"]
    assert "the rank and the suit: 1 Nub, 2-10, J Jester, R Rogue," in told["fools-down"]
    assert "f Flames, s Stones, v Waves, w Winds; or F Fool." in told["fools-down"]
    assert "A Ace, 2-9, T Ten, J Jack, Q Queen, K King; c Clubs," in told["last-years-magic"]


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


@pytest.mark.parametrize("game", GAMES)
def test_the_shape_of_a_deal_is_shown_and_what_is_to_be_filled_in_works_when_pasted(
    ludograph: Ludograph, game: str
) -> None:
    told = ludograph("games", game)
    assert all(f"  {field.name}: " in told for field in fields_of(GAMES[game].deal))
    pasted = list(templates(GAMES[game]))
    assert pasted
    for command in pasted:
        assert command in told
        assert max(map(len, command.splitlines())) <= 80
        id = ludograph(*shlex.split(command)[1:]).strip()
        assert ludograph.json("show", id)["to_act"]


def test_with_other_fields_for_other_numbers_of_players_a_deal_is_shown_for_each() -> None:
    assert [len(shlex.split(command)[3:-2]) for command in templates(GAMES["sorcerous-futures"])] == [3, 4]


def test_a_deal_has_a_shape_for_programs(ludograph: Ludograph) -> None:
    deal = ludograph.json("games", "hand-of-the-hanataz")["deal"]
    assert [field["name"] for field in deal["fields"] if field["hidden"]] == ["hands", "slots"]
    assert deal["example"]["slots"] == ["??"] * 5
