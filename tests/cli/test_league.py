"""`league`: who is stronger, on the same deals."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ludograph.domain.bots.bradley_terry import ratings, strengths
from ludograph.domain.bots.league import SURE, tables_for
from tests.cli.conftest import Ludograph

LEAGUE = ("league", "aucteraden", "--bots", "search:2,random", "--seed", "1")


def test_who_thinks_is_above_who_does_not(ludograph: Ludograph) -> None:
    first, second, played = ludograph.lines(*LEAGUE, "-n", "4")
    assert (first["bot"], second["bot"]) == ("search:2", "random")
    assert first["low"] < first["rating"] < first["high"]
    assert first["rating"] == -second["rating"] > 0
    assert first["score"]["mean"] > second["score"]["mean"]
    assert second["errors_above_next"] is None
    assert played == {"deals": 4, "matches": 8, "sure": False, "seed": "1"}
    assert "8 matches on 4 deals: the order is not sure yet." in ludograph(*LEAGUE, "-n", "4")
    assert not ludograph.store.exists()


def test_it_ends_when_the_order_is_sure(ludograph: Ludograph) -> None:
    *_, played = ludograph.lines(*LEAGUE, "-n", "60")
    assert played["sure"]
    assert played["deals"] % 10 == 0
    assert played["deals"] < 60


def test_the_same_seed_gives_the_same_league_in_any_number_of_processes(ludograph: Ludograph) -> None:
    line = ("league", "sun-bid", "--bots", "random,search:1", "-n", "2", "--seed", "4")
    assert ludograph.lines(*line) == ludograph.lines(*line, "--jobs", "2")


def test_a_league_needs_two_bots_and_each_once(ludograph: Ludograph) -> None:
    for bots in ("random", "random,random"):
        assert "two bots or more, each once" in ludograph.refused("league", "sun-bid", "--bots", bots, code=2)
    assert "no bot `serch`" in ludograph.refused("league", "sun-bid", "--bots", "serch,random", code=2)


STOPPING = """
import json, os, pathlib, signal, sys
seen = pathlib.Path(sys.argv[1])
for line in sys.stdin:
    if json.loads(line)["type"] == "start":
        with seen.open("a") as file:
            file.write("x")
        if len(seen.read_text()) == 3:
            os.kill(os.getppid(), signal.SIGINT)
    if json.loads(line)["type"] == "decide":
        print(json.dumps({"do": "discard"}), flush=True)
"""


def test_ctrl_c_tells_what_was_played(ludograph: Ludograph, tmp_path: Path) -> None:
    """A bot presses it in its third match."""
    (tmp_path / "bot.py").write_text(STOPPING)
    bot = shlex.join([sys.executable, str(tmp_path / "bot.py"), str(tmp_path / "starts")])
    line = [sys.executable, "-m", "ludograph.cli.main", "league", "aucteraden", "--bots", f"exec:{bot},random"]
    done = subprocess.run([*line, "-n", "9", "--json"], capture_output=True, text=True, check=False)
    assert done.returncode == 130
    assert json.loads(done.stdout.splitlines()[-1])["deals"] == 3
    assert "Stopped after 3 of 9 deals" in done.stderr


@pytest.mark.parametrize(
    ("bots", "sizes", "tables"),
    [
        ("ab", (2, 3), ["ab"]),
        ("abc", (2, 3), ["ab", "ac", "bc", "abc"]),
        ("ab", (3, 4), ["aba", "bab"]),
        ("abc", (2,), ["ab", "ac", "bc"]),
        ("ab", (1,), ["a", "b"]),
    ],
)
def test_each_two_sit_together_and_all_where_they_fit(bots: str, sizes: tuple[int, ...], tables: list[str]) -> None:
    assert tables_for(tuple(bots), sizes) == tuple(map(tuple, tables))


def test_a_bot_that_wins_ten_in_eleven_is_four_hundred_points_above() -> None:
    found = strengths(["a", "b"], {("a", "b"): 10_000, ("b", "a"): 1_000})
    assert found["a"] - found["b"] == pytest.approx(400, abs=1)
    assert found["a"] + found["b"] == pytest.approx(0)


def test_who_never_met_is_placed_by_those_whom_both_met() -> None:
    found = strengths(["a", "b", "c"], {("a", "b"): 750, ("b", "a"): 250, ("b", "c"): 750, ("c", "b"): 250})
    assert found["a"] - found["b"] == pytest.approx(190, abs=5)
    assert found["b"] - found["c"] == pytest.approx(190, abs=5)


def test_one_is_sure_of_what_happened_often_and_not_of_what_happened_a_few_times() -> None:
    always, mostly = [{("a", "b"): 1.0}], [{("a", "b"): 1.0}, {("a", "b"): 1.0}, {("b", "a"): 1.0}]
    leads = [ratings(["a", "b"], deals)[0].lead for deals in (always * 5, always * 60, mostly * 4, mostly * 60)]
    assert [lead is not None and lead > SURE for lead in leads] == [False, True, False, True]


def test_intervals_narrow_with_the_deals() -> None:
    few, many = (ratings(["a", "b"], [{("a", "b"): 1.0}, {("b", "a"): 1.0}] * times) for times in (5, 50))
    widths = [one[0].high - one[0].low for one in (few, many) if one[0].high is not None and one[0].low is not None]
    assert widths[0] / widths[1] == pytest.approx(10**0.5, rel=0.35)
