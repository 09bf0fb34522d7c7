"""A written match begins at once: its deal is the first entry, by `act` and by `play`; a table goes by its number."""

import json
from collections.abc import Sequence

import pytest

from ludograph.domain.exchange.real_cards import RealCards
from ludograph.domain.games import GAMES
from ludograph.domain.notation.values import json_text
from tests.cli.conftest import Ludograph
from tests.cli.test_starting import STARTS
from tests.worlds import NAMES

STACKS = 'deal stacks="9ms 6SY 5SV 2SY; 8MS,7SK,4MS,3SK"'
SOME = [game for game in GAMES if game != "last-years-magic"]


def seats(game: str) -> Sequence[str]:
    return NAMES[: STARTS[game]["players"]]


def deal_of(game: str) -> dict[str, object]:
    """What everybody at a table of a game knows."""
    return dict(RealCards(GAMES[game], tuple(seats(game)), {}).needed)


@pytest.fixture
def cup(ludograph: Ludograph) -> Ludograph:
    """A tournament of which the first round is seated."""
    ludograph("tournament", "new", "Winter Cup", "--id", "WC", "--scoring", "places=5,3,1")
    ludograph("tournament", "enter", "WC", "Ann", "Ben", "Cleo", "Dora")
    rows = ("round,table,player", "1,1,Ann", "1,1,Ben", "1,2,Cleo", "1,2,Dora")
    seating = ludograph.file("seating.csv", *rows)
    ludograph("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2", "--file", seating)
    return ludograph


@pytest.mark.parametrize("game", GAMES)
def test_a_written_match_of_every_game_begins_at_once(ludograph: Ludograph, game: str) -> None:
    done = ludograph.run("new", game, *seats(game), "--written", "--id", "m")
    assert done.exit_code == 0
    shown = ludograph.json("show", "m")
    assert (shown["phase"] == "awaiting the deal") == (game in SOME)
    if game not in SOME:
        return
    assert ("Its deal is awaited" in done.stderr, shown["state"], shown["to_act"]) == (True, None, [])
    assert "awaited" in ludograph.refused("act", "m", "Ann pass")
    (start,) = ludograph.lines("act", "m", f"deal: {json_text(deal_of(game))}")
    assert (start["step"], bool(start["facts"])) == (0, True)
    assert ludograph.json("show", "m")["to_act"]
    assert "has its deal already" in ludograph.refused("act", "m", json.dumps({"deal": deal_of(game)}))
    assert ludograph.lines("verify", "m")[0]["ok"]
    ludograph("new", game, *seats(game), "--deal", json_text(deal_of(game)), "--id", "early")
    for words in (("result", "{}"), ("replay", "{}"), ("replay", "{}", "--tables"), ("show", "{}"), ("log", "{}")):
        told = [ludograph(*(word.format(name) for word in words)) for name in ("m", "early")]
        lines = [[line for line in text.splitlines() if "deal was entered" not in line] for text in told]
        assert lines[0] == lines[1]


@pytest.mark.parametrize("game", SOME)
def test_play_takes_the_deal_first(ludograph: Ludograph, game: str) -> None:
    ludograph("new", game, *seats(game), "--written", "--id", "m")
    lines = [f"deal {json_text(STARTS[game]['deal'])}", *STARTS[game]["first"]]
    ludograph("play", "m", input="\n".join(lines) + "\n")
    assert ludograph.json("show", "m")["step"] == len(STARTS[game]["first"])
    ludograph("new", game, *seats(game), "--written", "--id", "none")
    assert "is still awaited" in ludograph.run("play", "none", input="").stderr


def test_a_table_is_named_by_tournament_round_and_number(cup: Ludograph) -> None:
    started = cup("tournament", "start", "WC", "1", "--written")
    assert " play WC 1 1`" in started
    cup("act", "WC", "1", "1", STACKS, "Ann flip > 8YK")
    assert cup.json("show", "WC", "1", "1")["step"] == 1
    assert cup.json("show", "winter cup", "1", "1")["match"] == cup.json("show", "WC-1-1")["match"]
    assert "flips" in cup("log", "WC", "1", "1")
    assert "after 1 step" in cup("result", "WC", "1", "1")
    assert "is not over" in cup.refused("confirm", "WC", "1", "1", "--as", "Ann")
    cup("undo", "winter cup", "1", "1", "--reason", "a slip")
    cup("act", "WC", "1", "1", "Ann flip > 8YK")
    cup("play", "WC", "1", "2", input=f"{STACKS}\nCleo flip > 8YK\n")
    assert cup.json("show", "WC-1-2")["step"] == 1
    assert "no table 3" in cup.refused("show", "WC", "1", "3")
    assert "There is no round 2" in cup.refused("act", "WC", "2", "1", "flip")


def test_numbers_behind_a_match_are_what_is_done_there(ludograph: Ludograph, cup: Ludograph) -> None:
    ludograph("new", "hand-of-the-hanataz", "Ann", "Ben", "Cleo", "--id", "m", "--seed", "1")
    before = ludograph.json("show", "m")["step"]
    ludograph.run("act", "m", "1", "1")
    assert "leave 1 1 out" in ludograph.refused("show", "m", "1", "1", code=2)
    assert ludograph.json("show", "m")["step"] >= before
    assert "There is no tournament x" in ludograph.refused("act", "x", "1", "1", "pass")


def test_the_day_of_the_documentation_works_as_it_is_written(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "Winter Cup", "--id", "WC", "--scoring", "places=5,3,1")
    ludograph("tournament", "enter", "WC", "Ann", "Ben", "Cleo", "Dora", "Emil", "Farah", "Gita")
    ludograph("tournament", "seat", "WC", "--game", "sun-bid", "--size", "3-4")
    ludograph("tournament", "start", "WC", "1", "--written")
    shown = ludograph.json("tournament", "show", "WC")["rounds"][0]["tables"]
    assert [one["awaits_deal"] for one in shown] == [True, True]
    names = shown[1]["players"]
    ludograph("tournament", "result", "WC", "1", "2", *(f"{name}={at}" for at, name in enumerate(names)))
    lines = ludograph.lines("tournament", "standings", "WC")
    assert {one["player"] for one in lines if one["played"]} == set(names)
    assert "awaiting the deal" in ludograph("matches")
    assert "is left out" in ludograph.run("export", "--all").stderr
    assert "awaited" in ludograph.refused("export", "WC-1-1")
    assert "awaited" in ludograph.refused("amend", "WC-1-1", "0", "table: 3", "--reason", "r")
    ludograph("tournament", "undo", "WC", "--reason", "not so")
