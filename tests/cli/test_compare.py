"""`compare` and `sweep`: variants on the same deals and luck, differences with their intervals, grids in one table."""

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import duckdb
import pytest

from ludograph.cli.experiments.comparison_text import Aim, conclusion, explained, needed_text, uneven_in
from ludograph.domain.experiments import runs
from ludograph.domain.experiments.experiment_plan import ExperimentPlan
from ludograph.domain.experiments.measured_match import measured
from ludograph.domain.experiments.measures import GROUPS, Measures
from ludograph.domain.experiments.variant_comparison import VariantComparison
from ludograph.domain.kernel.confidence import wilson
from tests.cli.conftest import Ludograph
from tests.lab.comparisons import COURTS, worth_of_courts
from tests.terminal import OURS, on_terminal

NO_AIM = Aim((), None)
PINNED = ["measure", "a", "b", "difference", "low", "high", "paired_n", "needed"]


def compared(ludograph: Ludograph, *args: str) -> dict[str, Any]:
    """The measures of a comparison by name."""
    return {one["measure"]: one for one in ludograph.lines("compare", *args)}


def test_a_variant_is_compared_with_another_measure_by_measure(ludograph: Ludograph) -> None:
    found = compared(
        ludograph, "fools-down", "-o", "hands=2", "--a", "seats=2", "--b", "seats=3", "-n", "12", "--seed", "1"
    )
    assert {"score", "length", "lead", "win-seat-1", "win-seat-2", "lead-changes", "decided", "choices"} <= found.keys()
    for one in found.values():
        assert list(one)[:8] == PINNED
        for side in ("a", "b"):
            if one[side] is not None:
                assert one[f"{side}_low"] <= one[side] <= one[f"{side}_high"]
        if one["difference"] is not None:
            assert one["difference"] == pytest.approx(one["b"] - one["a"], abs=2e-6)
            assert one["low"] <= one["difference"] <= one["high"]
    assert found["length"]["paired_n"] == 12
    assert (found["win-seat-3"]["a"], found["win-seat-3"]["difference"]) == (None, None), (
        "two players have no third seat"
    )
    assert not ludograph.store.exists(), "nothing is recorded"


def test_who_wins_is_said_wherever_a_score_is_told(ludograph: Ludograph) -> None:
    few = ("-o", "seats=2", "-o", "play_to=0", "-n", "2", "--seed", "1")
    assert ludograph("compare", "conundruze", *few, "--b", "gatehouse=true").count("fewest points win") == 3
    told = " ".join(ludograph("sweep", "conundruze", *few).split())
    assert "mean score of the seats (fewest points win)" in told
    assert "2 matches of each are few for shares of wins: `-n 100` tells them to 0.1" in told


def test_who_wins_is_measured_where_not_everybody_has_a_score(ludograph: Ludograph) -> None:
    """Whoever folds in Conundruze has none."""
    asked = ("conundruze", "-o", "play_to=0", "--b", "betting=chips", "-n", "4", "--seed", "2")
    found = compared(ludograph, *asked)
    assert found["win-seat-1"]["b"] + found["win-seat-2"]["b"] == pytest.approx(1)
    assert (found["score"]["b"], found["score"]["difference"], found["score"]["paired_n"]) == (None, None, 0)
    told = " ".join(ludograph("compare", *asked).split())
    assert "`score` cannot be told of B, for only matches that came to an end with a score for everybody count." in told
    assert "`lead` cannot be told of B, for only matches with a score for everybody that were won with the best" in told


def test_what_does_not_matter_makes_no_difference_at_all(ludograph: Ludograph) -> None:
    asked = ("fools-down", "-o", "hands=1", "-n", "10", "--seed", "1")
    found = compared(ludograph, *asked, "--b", "missed_fee=false")
    shares = {name for name in found if name.startswith("win-") or name in ("comebacks", "unfinished", "level")}
    shares |= {"decided", "forced"}
    assert {(found[name]["difference"], found[name]["low"], found[name]["high"]) for name in {*found} - shares} == {
        (0, 0, 0)
    }
    for name in shares:
        assert found[name]["difference"] == 0
        assert found[name]["low"] < 0 < found[name]["high"], "ten matches do not show that nobody ever wins by it"
    assert not any(one["sure"] for one in found.values())
    assert found["length"]["otherwise_most"] == pytest.approx(wilson(0, 10)[1], abs=1e-6)
    apart = compared(ludograph, *asked, "--b", "missed_fee=false", "--unpaired")
    assert apart["length"]["high"] > apart["length"]["low"]


def test_the_same_seed_gives_the_same_in_any_number_of_processes(ludograph: Ludograph) -> None:
    asked = ("compare", "fools-down", "-o", "hands=1", "--b", "forelay=2", "-n", "12", "--seed", "s", "--json")
    assert ludograph(*asked) == ludograph(*asked, "--jobs", "2")
    assert ludograph(*asked) != ludograph(*asked[:-2], "t", "--json")


def test_a_known_difference_is_found(ludograph: Ludograph) -> None:
    """Two points more for each Pawn and Court of a take; those are counted in the same matches, recorded."""
    found = worth_of_courts(6, "S").difference("score")
    more = 0.0
    for deal in range(6):
        ludograph("new", "sun-bid", "Bot 1", "Bot 2", "Bot 3", "--seed", f"S/{deal}", "--id", f"deal {deal}")
        fork = ludograph.json("fork", f"deal {deal}", "--at", "0", "--bots", "random", "--seed", f"S/{deal}/")
        facts = [fact for step in ludograph.lines("log", fork["match"], "--as", "judge") for fact in step["facts"]]
        scored = [fact["scores"] for fact in facts if fact["fact"] == "RoundScored"]
        courts = sum(score["courts"] // 3 for scores in scored for score in scores.values())
        more += 2 * courts / 3
    assert found.difference == pytest.approx(more / 6)
    assert found.paired_n == 6


def test_paired_deals_tell_the_same_with_fewer_matches(ludograph: Ludograph) -> None:
    asked = ("fools-down", "-o", "hands=2", "-o", "seats=3", "--b", "forelay=2", "-n", "40", "--seed", "1")
    paired, alone = compared(ludograph, *asked), compared(ludograph, *asked, "--unpaired")
    for name in ("length", "choices", "score-seat-1"):
        widths = [one[name]["high"] - one[name]["low"] for one in (paired, alone)]
        assert widths[0] < widths[1]


def test_it_stops_when_it_is_sure_enough_and_says_how_many_it_takes(ludograph: Ludograph) -> None:
    asked = ("fools-down", "-o", "hands=1", "--b", "hands=2", "--seed", "1", "--until", "0.5", "--measure", "length")
    found = compared(ludograph, *asked)["length"]
    assert (found["high"] - found["low"]) / 2 <= 0.5
    assert 30 <= found["paired_n"] < 2000
    assert found["needed"] <= found["paired_n"]
    assert "There is no measure fun" in ludograph.refused(
        "compare", "fools-down", "--b", "hands=2", "--measure", "fun", code=2
    )


def test_what_is_asked_for_is_looked_at_alone_and_parts_of_scores_where_they_are_named(ludograph: Ludograph) -> None:
    asked = ("sorcerous-futures", "-o", "seats=3", "--b", "seats=4", "-n", "6", "--seed", "1")
    every, alone = compared(ludograph, *asked), compared(ludograph, *asked, "--measure", "length")
    assert not [name for name in every if name.startswith("score-part")]
    assert alone.keys() == {"length"}
    assert alone["length"]["chance"] < every["length"]["chance"], "alone it is not one of many"
    order = compared(ludograph, *asked, "--measure", "win-order", "--measure", "score-part-crown")
    assert order.keys() == {*(f"win-order-{number}" for number in range(1, 5)), "score-part-crown"}
    assert "One measure was looked at" in ludograph("compare", *asked, "--measure", "length")
    silver = ludograph.refused("compare", *asked, "--measure", "score-part-silver")
    assert "No match has score-part-silver: there are score-part-moons," in " ".join(silver.split())
    grid = ludograph("sweep", *asked[:3], "-n", "2", "--seed", "1", "--measure", "score-part-crown").splitlines()
    assert grid[0].split() == ["SEATS", "SCORE-PART-CROWN"]
    assert "score-part-crown  what a seat scores on average for crown (most points win)" in grid


def test_how_much_skill_tells_is_the_share_of_a_stronger_bot_among_weaker_ones(ludograph: Ludograph) -> None:
    asked = ("fools-down", "-o", "hands=1", "-o", "seats=3", "--b", "forelay=2", "-n", "6", "--seed", "1")
    found = compared(ludograph, *asked, "--skill", "search:2,random")
    even = compared(ludograph, *asked, "--skill", "random,random")
    assert found["skill"]["paired_n"] == found["skill-lead"]["paired_n"] == 6
    assert found["length"] == even["length"], "the matches of the others are the same"
    for one in (found["skill"], even["skill"]):
        assert 0 <= one["a"] <= 1
        assert -1 <= one["low"] <= one["difference"] <= one["high"] <= 1
    told = " ".join(ludograph("compare", *asked, "--skill", "search:2,random").split())
    assert "search:2 is at one seat, in turn, and random at the others; if all were luck it would win 0.333" in told
    grid = ludograph("sweep", *asked[:5], "-n", "2", "--seed", "1", "--skill", "search:2,random").splitlines()[0]
    assert grid.split()[-2:] == ["SKILL", "WIN-ORDER-1"]
    alone = compared(ludograph, "aucteraden", "--b", "must_touch=true", "-n", "2", "--skill", "search:2,random")
    assert {"skill", "skill-lead"} & alone.keys() == {"skill-lead"}, "who plays alone wins nothing from anybody"
    wrong = ("compare", *asked, "--skill")
    assert "Name a stronger bot and a weaker one" in ludograph.refused(*wrong, "random", code=2)
    assert "needs two bots: --skill" in ludograph.refused("compare", *asked, "--measure", "skill", code=2)


def test_who_sits_where_is_told_and_a_difference_near_none_asks_for_no_millions(ludograph: Ludograph) -> None:
    asked = ("compare", "fools-down", "-o", "hands=1", "--b", "forelay=2", "-n", "10", "--seed", "1")
    told = " ".join(ludograph(*asked, "--bots", "search:1,random,random").split())
    assert "played by search:1 (seat 1) and random (seats 2 and 3)" in told
    comparison = VariantComparison()
    for at in range(20):
        comparison.add({"length": 10.0}, {"length": 10.001 + (-1) ** at})
    found = comparison.difference("length")
    assert found.needed is None
    assert needed_text(found) == "> 10,000"
    assert "with 80 matches of each to about 0.24; `--until 0.24 --measure length` plays" in " ".join(
        explained([found], NO_AIM)
    )


def test_what_only_some_matches_have_takes_as_many_more_of_them() -> None:
    """A measure with a value in one match of four takes four times as many; which it counts is said."""
    every, few = VariantComparison(), VariantComparison()
    for at in range(80):
        more = (0.5, 0.8, 0.2, 0.6)[at % 4]
        every.add({"decided": 0.1}, {"decided": more})
        few.add(*([{"decided": 0.1}, {"decided": more}] if at < 20 else [{}, {}]))
    every.pairs = every.pairs[:20]
    one, other = every.difference("decided"), few.difference("decided")
    assert (one.paired_n, one.matches, other.paired_n, other.matches) == (20, 20, 20, 80)
    assert one.needed is not None
    assert other.needed is not None
    assert 4 * (one.needed - 1) < other.needed <= 4 * one.needed
    assert "`decided` is of 20 of 80 matches of each: it counts only" in " ".join(explained([other], NO_AIM))


def test_a_star_is_for_all_measures_together_and_what_is_needed_agrees_with_it() -> None:
    """One measure lies just outside of its own interval: alone it is sure, and among ten others it is not."""
    alone, among = VariantComparison(), VariantComparison()
    others = [f"score-seat-{seat}" for seat in range(1, 11)]
    for at in range(40):
        more, chance = 0.36 + (-1) ** at, {name: float(at * place % 7) for place, name in enumerate(others, 1)}
        alone.add({"length": 10.0}, {"length": 10.0 + more})
        among.add(
            {"length": 10.0, **chance},
            {"length": 10.0 + more, **dict(zip(chance, reversed(chance.values()), strict=True))},
        )
    (one,), (many, *_) = alone.differences(), among.differences()
    assert (one.low, one.high) == (many.low, many.high)
    assert one.low is not None
    assert one.low > 0
    assert (one.sure, many.sure) == (True, False)
    assert one.needed is not None
    assert many.needed is not None
    assert one.needed <= 40 < many.needed
    assert (one.only_alone, many.only_alone) == (False, True)
    assert "`perhaps`: by itself more than chance, but among 11 figures" in " ".join(
        explained(among.differences(), NO_AIM)
    )
    assert needed_text(one._replace(needed=139, matches=139)) == "about 139", "no more than were played"
    assert [needed_text(many._replace(needed=number)) for number in (41, 139, 2746)] == [
        "about 41",
        "about 140",
        "about 2,800",
    ]


def test_shares_differ_by_one_at_most_and_a_precision_is_for_the_measure_that_was_asked() -> None:
    found = VariantComparison(asked=["length", "decided"], precision=0.5)
    for at in range(3):
        found.add({"decided": at % 2 * 0.9, "length": 10.0}, {"decided": 0.95 - at * 0.4, "length": 11.0 + at % 2})
    by_name = {one.measure: one for one in found.differences()}
    assert (by_name["decided"].low, by_name["decided"].high) == (-1, 1)
    told = " ".join(explained(found.differences(), Aim(found.aims, 0.5)))
    assert "four times of five; of `length` and `decided` so many make it known to 0.5 to either side" in told


def test_a_share_of_the_wins_that_is_not_even_is_marked_in_each_variant() -> None:
    """Holm over all shares: what is uneven in A alone is marked there, whether or not A and B differ."""
    found = VariantComparison(even=(1 / 2, 1 / 3))
    for at in range(40):
        a, b = {"win-seat-1": float(at % 8 > 0)}, {"win-seat-1": float(at % 3 == 0)}
        found.add(*({**side, "win-seat-2": 1 - side["win-seat-1"], "comebacks": 0.0} for side in (a, b)))
    one, other, comebacks = (found.difference(name) for name in ("win-seat-1", "win-seat-2", "comebacks"))
    assert [uneven_in(each) for each in (one, other, comebacks)] == [["A"], ["A", "B"], []]
    assert "Not the even share of the wins, beyond chance: win-seat-1 in A and win-seat-2 in A and B." in conclusion(
        found.differences(), fewest=False
    )
    unknown = VariantComparison()
    unknown.pairs = found.pairs
    assert not any(map(uneven_in, unknown.differences())), "bots that are not alike win by themselves"


def test_it_goes_on_after_a_kill_where_it_stopped(ludograph: Ludograph) -> None:
    keep = ludograph.folder / "kept.jsonl"
    asked = ("compare", "fools-down", "-o", "hands=1", "--b", "forelay=2", "--json", "--keep", str(keep))
    whole = ludograph.lines(*asked, "-n", "12", "--seed", "s")
    lines = keep.read_text().splitlines(keepends=True)
    keep.write_text("".join(lines[:6]) + lines[6][:20])
    assert ludograph.lines(*asked, "-n", "12") == whole, "the seed is in the file too"
    assert keep.read_text() == "".join(lines)
    assert "holds what was played by another plan" in ludograph.refused(*asked, "-n", "12", "--seed", "other")


def test_who_stops_it_is_told_how_it_goes_on(ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C and SIGTERM alike; what was played until then is told, and kept where a file was named."""
    keep = str(ludograph.folder / "kept.jsonl")
    asked = ("compare", "fools-down", "-o", "hands=1", "--b", "forelay=2", "-n", "6", "--seed", "s")
    whole, played = ludograph(*asked), measured

    def killed(plan: ExperimentPlan, which: int, deal: int) -> Measures:
        if deal == 3:
            os.kill(os.getpid(), signal.SIGTERM)
        return played(plan, which, deal)

    with monkeypatch.context() as patched:
        patched.setattr(runs, "measured", killed)
        kept, alone = (ludograph.run(*asked, *more) for more in (("--keep", keep), ()))
    assert (kept.exit_code, alone.exit_code) == (130, 130)
    assert "3 matches of each, on the same deals" in kept.stdout
    assert f"Stopped after 3 of 6 matches of each variant. {keep} has them: the same command goes on" in kept.stderr
    assert "with `--keep FILE` the same command would go on" in alone.stderr
    more = ludograph.run(*asked, "--keep", keep)
    assert f"{keep} has 3 matches of each variant: it goes on from there." in more.stderr
    assert more.stdout == whole


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (
            ("compare", "fools-down", "--b", "forelay=2"),
            "Stopped before another match was over: nothing of it is kept.",
        ),
        (("sweep", "fools-down", "-o", "forelay=1,2"), "The same command begins anew, or after what its `--keep FILE`"),
        (("report", "design", "fools-down"), "Stopped. What is printed above is whole, section by section"),
    ],
)
def test_who_stops_it_before_a_match_is_over_is_told_that_too(
    ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...], told: str
) -> None:
    monkeypatch.setattr(runs, "measured", lambda *_: os.kill(os.getpid(), signal.SIGTERM))
    done = ludograph.run(*asked)
    assert (done.exit_code, told in done.stderr) == (130, True)
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL, "afterwards it is as it was"


def test_people_get_a_table_a_picture_and_a_page(ludograph: Ludograph) -> None:
    page, picture = ludograph.folder / "c.html", ludograph.folder / "c.svg"
    asked = ("compare", "fools-down", "-o", "hands=1", "--b", "forelay=2", "-n", "6", "--seed", "1")
    told = ludograph(*asked, "--page", page)
    assert told.splitlines()[0] == "Fool's Down: as it is (A) against forelay=2 (B)"
    assert "6 matches of each, on the same deals and luck" in told
    assert "It does not show what money, a bid or a bet is worth" in " ".join(told.split())
    assert "`--bots search:20 -n 20`. What a seat wins takes 100 matches" in " ".join(told.split())
    assert "choose by chance" not in ludograph(*asked[:-4], "-n", "2", "--bots", "search:1,random")
    groups = [line for line in told.splitlines() if line in GROUPS]
    assert groups == [group for group in GROUPS if group not in ("Luck and skill", "Parts of scores")] * 2
    assert "MEASURE A 95 % B 95 %" in " ".join(told.split())
    assert "nineteen times of twenty" in " ".join(told.split())
    assert "<svg" in page.read_text()
    assert "2 players, forelay=2, played by random" in page.read_text()
    assert "both with hands=1" in page.read_text()
    assert "<code>forelay</code>: What all but one player put in before the cards" in page.read_text()
    assert "mean score of the seats (most points win)" in page.read_text()
    assert "<tr><td>Tension</td><td>lead</td>" in page.read_text()
    ludograph(*asked, "--output", picture)
    assert picture.read_text().startswith("<?xml")
    assert "let c.svg end in .html or .htm" in ludograph.refused(*asked, "--page", picture, code=2)
    assert "let c.html end in .png or .svg" in ludograph.refused(*asked, "--output", page, code=2)
    plotted = " ".join(ludograph(*asked, "--plot").split())
    assert "6 matches of each" in plotted, "what is compared is told there too"
    assert "in percent of A" in plotted
    assert re.search(r"\(-\d+ to \d+ n=6\)", plotted)


def test_a_rule_is_changed_in_a_file_and_put_back(ludograph: Ludograph) -> None:
    rules = ludograph.file("courts.py", COURTS.text)
    found = compared(ludograph, "sun-bid", "-o", "seats=3", "--b", f"rules={rules}", "-n", "4", "--seed", "S")
    assert found["score"]["difference"] > 0
    assert found["length"]["difference"] == 0
    again = compared(ludograph, "sun-bid", "-o", "seats=3", "--b", "equal_pawns=false", "-n", "4", "--seed", "S")
    assert again["score"]["b"] == found["score"]["a"], "the rules are as they were"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("COURT_POINTS = 5", "does not say which game it is about"),
        ('GAME = "sun-bid"', "changes nothing"),
        ('GAME = "sun-bid"\nCOURT_PIONTS = 5', "line 2: sun-bid has no COURT_PIONTS"),
        ('GAME = "sun-bid"\ndef COURT_POINTS(:', "line 2: "),
        ('GAME = "sun-bid"\n1 / 0', "cannot be run: ZeroDivisionError"),
        ('GAME = "sun-bid"\ndef COURT_POINTS(): ...', "none of the game is called so"),
        ('GAME = "aucteraden"\ndef result(state): ...', "is about aucteraden, and not about sun-bid"),
        (
            'GAME = "sun-bid"\ndef court_points(take):\n    return 1 // 0',
            "fails in court_points: ZeroDivisionError: integer division or modulo by zero.",
        ),
        (
            'GAME = "sun-bid"\nROUNDS = 0',
            "rules.py: with ROUNDS = 0 the deal is refused: There are 39 cards, but 9 lie on the table.",
        ),
    ],
)
def test_a_file_of_rules_that_cannot_be_tried_says_why(ludograph: Ludograph, text: str, why: str) -> None:
    rules = ludograph.file("rules.py", text)
    assert why in " ".join(ludograph.refused("compare", "sun-bid", "--b", f"rules={rules}").split())


def test_what_cannot_be_compared_is_said(ludograph: Ludograph) -> None:
    assert "Say with --a or --b" in ludograph.refused("compare", "sun-bid", code=2)
    assert "SB-" not in ludograph.refused("compare", "sun-bid", "--b", "nix=1")
    assert "Sun Bid is for 2 to 4 players" in ludograph.refused("compare", "sun-bid", "--b", "seats=9")
    assert "There is no bot" in ludograph.refused("compare", "sun-bid", "--b", "bots=nobody", code=2)


@pytest.mark.parametrize("ending", ["parquet", "csv", "duckdb"])
def test_a_grid_goes_into_one_tidy_table(ludograph: Ludograph, ending: str) -> None:
    file = ludograph.folder / f"grid.{ending}"
    asked = ("sweep", "fools-down", "-o", "seats=2,3", "-o", "forelay=1,2", "-o", "hands=1", "-n", "3", "--seed", "1")
    told = ludograph(*asked, "--output", file)
    assert [line.split()[:3] for line in told.splitlines()[:2]] == [["FORELAY", "HANDS", "SEATS"], ["1", "1", "2"]]
    with duckdb.connect(file if ending == "duckdb" else ":memory:") as connection:
        table = "matches" if ending == "duckdb" else f"'{file}'"
        rows = connection.execute(
            f"SELECT seats, forelay, count(*), count(DISTINCT deal), min(length) > 0 FROM {table} "
            "GROUP BY ALL ORDER BY ALL"
        ).fetchall()
    assert rows == [(seats, forelay, 3, 3, True) for seats in (2, 3) for forelay in (1, 2)]
    lines = ludograph.lines(*asked)
    assert len(lines) == 12
    assert {"score_seat_1", "lead_changes", "deal", "forelay"} <= lines[0].keys()


def test_a_grid_goes_into_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "72")
    asked = ("sweep", "fools-down", "-o", "seats=2,3", "-o", "hands=1", "-n", "2", "--seed", "1")
    shown = [OURS.sub("", line) for line in on_terminal(*asked).splitlines()]
    assert max(map(len, shown)) <= 72
    assert "The terminal has no room for lead-changes: --output has all." in shown


def test_combinations_that_the_rules_do_not_allow_are_left_out(ludograph: Ludograph) -> None:
    done = ludograph.run("sweep", "sun-bid", "-o", "seats=2,3", "-o", "equal_pawns=true", "-n", "1", "--json")
    assert "Left out: seats=2, equal_pawns=true" in done.stderr
    assert [json.loads(line)["seats"] for line in done.stdout.splitlines()] == [3]
    assert "No combination" in ludograph.refused("sweep", "sun-bid", "-o", "seats=7", "-n", "1")
    store = Path(str(ludograph.store) + "-wal.csv")
    ludograph("new", "aucteraden", "Max")
    assert "let" in ludograph.refused("sweep", "sun-bid", "--output", store.with_suffix(".txt"), code=2)
