"""`fork --as PLAYER`: what that player has not seen is drawn anew, and nothing in the fork depends on it."""

import json
from typing import Any

import pytest

from ludograph.domain.games import GAMES
from tests.cli.conftest import Ludograph
from tests.cli.test_fork import UNLIKE, forked

MANY = [game for game in GAMES if GAMES[game].seats[-1] > 1]


def recorded(ludograph: Ludograph, game: str) -> str:
    """A match of three with Ann, which is over; its id."""
    options = ("-o", "hands=2") if game == "fools-down" else ()
    ludograph(
        *("simulate", game, "-n", "1", "--seats", "3", "--players", "Ann,Ben,Cleo", "--seed", "5", *options),
        *("--max-steps", "120"),
    )
    return str(ludograph.lines("matches", "--game", game)[-1]["match"])


def told(ludograph: Ludograph, match: str, observer: str, steps: int) -> list[Any]:
    """All that an observer is told and shown up to a step."""
    lines = ludograph.lines("log", match, "--as", observer, "--to", str(steps))
    shown = ludograph.json("show", match, "--as", observer, "--at", str(steps))
    return [
        {key: value for key, value in one.items() if key not in (*UNLIKE, "steps", "status")} for one in (*lines, shown)
    ]


@pytest.mark.parametrize("game", MANY)
def test_what_is_drawn_anew_does_not_depend_on_what_the_player_cannot_know(ludograph: Ludograph, game: str) -> None:
    """Another fork is a twin of its origin: the player cannot tell them apart. What is made of both is the same."""
    match = recorded(ludograph, game)
    at = min(12, ludograph.json("result", match)["steps"])
    asked = ("--at", str(at), "--as", "Ann", "--seed")
    twin = forked(ludograph, match, *asked, "twin")["match"]
    assert told(ludograph, twin, "Ann", at) == told(ludograph, match, "Ann", at)
    one, other = (forked(ludograph, origin, *asked, "s") for origin in (match, twin))
    assert one["fork"]["as"] == "Ann"
    assert one["fork"]["head"] == other["fork"]["head"], "not even that tells what Ann cannot know"
    for observer in ("judge", "table", "Ann", "Ben", "Cleo"):
        assert told(ludograph, one["match"], observer, at) == told(ludograph, other["match"], observer, at)
        assert exported(ludograph, one["match"], observer) == exported(ludograph, other["match"], observer)
    for fork in (one, other):
        assert ludograph.json("verify", fork["match"])["ok"]
    ends = [forked(ludograph, fork["match"], "--bots", "random", "--seed", "1") for fork in (one, other)]
    assert ends[0]["over"]
    assert ends[0]["scores"] == ends[1]["scores"], "what is drawn from there on neither"


def exported(ludograph: Ludograph, match: str, observer: str) -> str:
    """A match file, but for the ids in it."""
    head, *lines = ludograph("export", match, "--as", observer).splitlines()
    return "\n".join([head.partition('"fork"')[0], *lines])


def test_a_hand_that_was_not_seen_is_another_one(ludograph: Ludograph) -> None:
    match = recorded(ludograph, "last-years-magic")
    hands = set()
    for seed in "abc":
        fork = forked(ludograph, match, "--at", "2", "--as", "Ann", "--seed", seed)["match"]
        hands.add(str(ludograph.json("show", fork, "--as", "judge")["state"]))
    assert len(hands) == 3


def test_a_position_is_played_on_in_cards_that_the_player_could_believe_in(ludograph: Ludograph) -> None:
    match = recorded(ludograph, "sorcerous-futures")
    step = next(one["step"] for one in ludograph.lines("log", match) if one.get("seat") == "Ann" and one["step"] > 4)
    asked = ("fork", match, "--at", str(step - 1), "--as", "Ann", "--play", "4", "--seed", "s")
    (alone,) = ludograph.lines(*asked)
    assert (alone["do"], alone["n"]) == (None, 4)
    assert ludograph.lines(*asked) == [alone]
    assert ludograph.lines(*asked, "--jobs", "2") == [alone], "the same in several processes"
    twin = forked(ludograph, match, "--at", str(step - 1), "--as", "Ann", "--seed", "t")["match"]
    assert ludograph.lines("fork", twin, *asked[4:]) == [alone]


def test_beside_it_stands_what_was_played_also_where_that_turned_cards_that_nobody_has_seen(
    ludograph: Ludograph,
) -> None:
    match = recorded(ludograph, "fools-down")
    log = ludograph.lines("log", match)
    burned = next(one for one in log if "CardBurned" in [fact["fact"] for fact in one["facts"]])
    at, name = burned["step"] - 1, burned["seat"]
    known = [one for one in ludograph.lines("log", match, "--as", name) if one["step"] == burned["step"]]
    other = "match" if burned["action"]["do"] == "duck" else "duck"
    asked = ("--at", str(at), "--as", name, "--do", f"{name} {other}", "--play", "3", "--seed", "s")
    instead, played = ludograph.lines("fork", match, *asked)
    assert instead["do"] == f"{name} {other}"
    assert played["do"].startswith(f"{name} {known[0]['action']['do']}")
    assert ">" not in played["do"], "other cards come each time"
    twin = forked(ludograph, match, "--at", str(at), "--as", name, "--seed", "t")["match"]
    ludograph("act", twin, played["do"])
    assert ludograph.lines("fork", twin, *asked) == [instead, played]


def test_what_somebody_else_did_unseen_is_compared_with_nothing(ludograph: Ludograph) -> None:
    match = recorded(ludograph, "sorcerous-futures")
    sealed = next(
        one for one in ludograph.lines("log", match) if one["action"]["do"] == "seal" and one["seat"] != "Ann"
    )
    asked = ("--at", str(sealed["step"] - 1), "--do", f"{sealed['seat']} seal 0", "--play", "2", "--seed", "s")
    for observer, lines in (("Ann", 1), ("table", 1), (sealed["seat"], 2)):
        assert len(ludograph.lines("fork", match, *asked, "--as", observer)) == lines


def test_what_cannot_be_asked_is_said(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "2", "--id", "m")
    assert "leave it or --as out" in ludograph.refused("fork", "m", "--as", "Ann", "--as-played", code=2)
    assert "--as takes Ann, Bob, or a seat number" in ludograph.refused("fork", "m", "--as", "judge")


def test_a_name_that_is_forgotten_is_forgotten_in_forks_too(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "2", "--id", "m")
    ludograph("fork", "m", "--as", "Ann", "--seed", "1", "--id", "f")
    ludograph("forget", "Ann", "--as", "Player 7", "--reason", "asked", "--by", "Ida", "--yes")
    assert json.loads(ludograph("export", "f").splitlines()[0])["fork"]["as"] == "Player 7"
    assert ludograph.json("verify", "f")["ok"]
