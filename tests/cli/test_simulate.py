"""`simulate` records matches between bots: the same for the same seed, however many processes play."""

import json
import os
import signal
import subprocess
import sys
from typing import Any

import pytest

from ludograph.domain.games import GAMES
from tests.cli.conftest import Ludograph


def results(ludograph: Ludograph, *args: str) -> list[Any]:
    """What was played, without the ids, which are always new."""
    return [line | {"match": None} for line in ludograph.lines("simulate", *args)]


@pytest.mark.parametrize("game", GAMES)
def test_matches_of_any_game_are_recorded(ludograph: Ludograph, game: str) -> None:
    told = ludograph("simulate", game, "-n", "3", "--seed", "x")
    assert "3 matches" in told
    assert "--seed x" in told
    listed = ludograph.lines("matches")
    assert [line["game"] for line in listed] == [game] * 3
    assert all(line["over"] for line in listed)
    assert all(line["ok"] for line in ludograph.lines("verify", "--all"))


def test_each_line_of_json_is_what_result_says(ludograph: Ludograph) -> None:
    """But for its ending: to say why somebody has won, a match must be told from its beginning."""
    (line,) = ludograph.lines("simulate", "sun-bid", "--seats", "3")
    told = ludograph.json("result", line["match"])
    assert told.pop("ending")
    assert line == told
    assert list(line["scores"]) == ["Bot 1", "Bot 2", "Bot 3"]


def test_the_same_seed_gives_the_same_matches_whatever_the_jobs(ludograph: Ludograph) -> None:
    args = ["sun-bid", "-n", "20", "--seed", "7"]
    alone, two = results(ludograph, *args), results(ludograph, *args, "--jobs", "2")
    assert alone == two
    recorded = [line["match"] for line in ludograph.lines("matches")]
    assert ludograph.lines("log", recorded[3])[0]["action"] == ludograph.lines("log", recorded[23])[0]["action"]
    assert results(ludograph, "sun-bid", "-n", "20", "--seed", "8") != alone


def test_without_recording_the_same_is_played(ludograph: Ludograph) -> None:
    played = results(ludograph, "aucteraden", "-n", "2", "--seed", "7", "--no-record")
    assert not ludograph.store.exists()
    assert played == results(ludograph, "aucteraden", "-n", "2", "--seed", "7")


def test_players_come_from_a_list_of_names(ludograph: Ludograph) -> None:
    for line in ludograph.lines("simulate", "sun-bid", "-n", "9", "--players", "Ann, Bob,Cat"):
        assert set(line["scores"]) <= {"Ann", "Bob", "Cat"}


def test_seats_are_those_for_which_the_options_are(ludograph: Ludograph) -> None:
    option = ("-o", "two_player_stacks=alternative")
    assert all(len(line["scores"]) == 2 for line in ludograph.lines("simulate", "sun-bid", "-n", "5", *option))
    assert "SB-1.2" in ludograph.refused("simulate", "sun-bid", "--seats", "3", *option)


def test_a_match_cut_short_is_reported(ludograph: Ludograph) -> None:
    told = ludograph("simulate", "sun-bid", "--max-steps", "5")
    assert "10 steps" in told
    assert "did not come to an end" in told


def test_who_won_a_single_match_is_left_to_whoever_watches_it(ludograph: Ludograph) -> None:
    told = ludograph("simulate", "sun-bid", "--seed", "x")
    (match,) = ludograph.lines("matches")
    assert "% won" not in told
    assert f"ludograph replay {match['match'][:8]}" in told
    assert "Bot" in ludograph("result", match["match"][:8])
    for wanted in (("--result",), ("--no-record",), ("-n", "2")):
        assert "won, average" in ludograph("simulate", "sun-bid", "--seed", "x", *wanted)


def test_what_cannot_be_played_is_refused(ludograph: Ludograph) -> None:
    assert "Did you mean sun-bid" in ludograph.refused("simulate", "sun_bid")
    assert "SB-1.1" in ludograph.refused("simulate", "sun-bid", "--seats", "5")
    assert "`wind`" in ludograph.refused("simulate", "sun-bid", "-o", "wind=1")
    assert "too few" in ludograph.refused("simulate", "sun-bid", "--players", "Ann", code=2)
    assert "same name" in ludograph.refused("simulate", "sun-bid", "--players", "Ann,ann", code=2)
    ludograph.refused("simulate", "sun-bid", "-n", "0", code=2)
    assert not ludograph.store.exists()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_after_ctrl_c_what_is_recorded_stands_and_is_reported(ludograph: Ludograph, jobs: str) -> None:
    command = [sys.executable, "-m", "ludograph.cli.main", "--store", str(ludograph.store)]
    simulate = [*command, "simulate", "sun-bid", "-n", "100000", "--jobs", jobs, "--json"]
    with subprocess.Popen(
        simulate, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        first = running.stdout.readline()
        os.killpg(running.pid, signal.SIGINT)
        told = [json.loads(line)["match"] for line in [first, *running.stdout]]
        said = running.stderr.read()
    assert running.returncode == 130
    assert f"Stopped after {len(told)} of 100000 matches; what is recorded stands." in said
    assert "Traceback" not in said
    assert told == [line["match"] for line in ludograph.lines("matches")]


BOTS = ("sorcerous-futures", "--bots", "search:4,random,random", "--seed", "7")


def test_bots_sit_where_they_are_named_and_each_match_says_so(ludograph: Ludograph) -> None:
    match, *told = results(ludograph, *BOTS)
    assert [line["bot"] for line in told] == ["search:4", "random"]
    assert [line["matches"] for line in told] == [1, 2]
    assert told[0]["playouts"] > told[0]["decisions"] > 0 == told[1]["playouts"]
    assert set(told[0]["win"]) == {"share", "low", "high"}
    assert set(told[0]["score"]) == {"mean", "low", "high"}
    (listed,) = ludograph.lines("matches")
    assert "Bot 1 is search:4, Bot 2 is random" in ludograph("log", listed["match"], "--as", "table")
    assert match["over"]
    by = ludograph.lines("query", 'SELECT DISTINCT actor, "by" FROM entered.steps ORDER BY actor', "--json")
    assert [(row["actor"], row["by"]) for row in by] == [(1, "search:4"), (2, "random"), (3, "random")]


def test_a_deal_is_played_once_for_each_rotation(ludograph: Ludograph) -> None:
    *played, first, second = results(ludograph, *BOTS, "-n", "2", "--rotate", "--no-record")
    assert len(played) == 6
    assert (first["matches"], second["matches"]) == (6, 12)
    assert played == results(ludograph, *BOTS, "-n", "2", "--rotate", "--jobs", "2", "--no-record")[:6]


def test_the_same_deals_come_whatever_the_seed(ludograph: Ludograph) -> None:
    for seed in ("1", "2"):
        ludograph("simulate", "sun-bid", "--bots", "random,random", "--same-deals", "--seed", seed)
    one, other = (json.loads(ludograph("export", line["match"]).splitlines()[0]) for line in ludograph.lines("matches"))
    assert one["deal"] == other["deal"]


def test_bots_that_there_are_not_are_refused(ludograph: Ludograph) -> None:
    assert "no bot `serch`" in ludograph.refused("simulate", "sun-bid", "--bots", "serch,random", code=2)
    assert "number of playouts" in ludograph.refused("simulate", "sun-bid", "--bots", "search:0,random", code=2)
    assert "SB-1.1" in ludograph.refused("simulate", "sun-bid", "--bots", "random,random,random,random,random")
    assert "--bots" in ludograph.refused("simulate", "sun-bid", "--rotate", code=2)
    told = ludograph.refused("simulate", "sun-bid", "--bots", "random,random", "--seats", "3", code=2)
    assert "--bots: 2 bots are named for 3 seats: name one for each seat, or one for all." in told
    assert not ludograph.store.exists()


def test_one_bot_alone_sits_at_all_seats(ludograph: Ludograph) -> None:
    asked = ("simulate", "sun-bid", "--bots", "random", "-n", "6", "--seed", "1", "--max-steps", "20", "--json")
    *matches, bot = ludograph.lines(*asked)
    sizes = [len(match["scores"]) for match in matches]
    assert (len({*sizes}) > 1, bot["bot"], bot["matches"]) == (True, "random", sum(sizes))
    *matches, bot = ludograph.lines(*asked, "--seats", "3")
    assert [len(match["scores"]) for match in matches] == [3] * 6


def test_the_bots_are_listed(ludograph: Ludograph) -> None:
    assert [line["bot"] for line in ludograph.lines("bots")] == ["random", "search[:PLAYOUTS]", "exec:COMMAND"]
    assert "search[:PLAYOUTS]" in ludograph("bots")
