"""`report design GAME`: one page of what a designer wants to know, each figure with its interval."""

import json
import re
from html import unescape

import pytest

from tests.cli.conftest import Ludograph
from tests.large import slow

SHORT = ("-p", "option.hands=1", "-p", "matches=10", "-p", "seats=3")


def test_every_figure_has_an_interval_and_says_how_it_was_made(ludograph: Ludograph) -> None:
    figures = ludograph.lines("report", "design", "fools-down", *SHORT)
    sections = {one["section"] for one in figures}
    assert sections == {"Course", "Tension", "Seats", "Order of play", "Luck and skill", "Choices", "Variants"}
    for one in figures:
        assert one["how"]
        assert one["cases"] > 0
        if one["low"] is not None:
            assert one["low"] <= one["value"] <= one["high"]
    seats = [one["value"] for one in figures if one["section"] == "Seats"]
    assert sum(seats) == pytest.approx(1, abs=1e-5)
    assert any(one["subject"] == "turning_the_trick=false" and one["section"] == "Variants" for one in figures)
    never = [one for one in figures if one["section"] == "Choices" and not one["value"]]
    assert all(
        f"never in {one['cases']:,} chances, so at most {100 * one['high']:.1f}%" in one["note"] for one in never
    )
    variants = [one for one in figures if one["section"] == "Variants"]
    told = [one for one in figures if one["section"] in ("Course", "Tension", "Variants")]
    assert all((one["note"].endswith("% of matches")) == (one["low"] == one["high"]) for one in told)
    assert any(one["low"] == one["high"] for one in told), "what was always the same is told with how seldom it is not"
    beyond = [one for one in variants if not one["low"] <= 0 <= one["high"]]
    assert all(one["sure"] != ("by itself more than chance, but among" in one["note"]) for one in beyond)
    assert all(("counts only matches" in one["note"]) == (one["cases"] < 10) for one in figures[:10])
    again = ludograph.run("report", "design", "fools-down", *SHORT, "-p", "jobs=2", "--json")
    assert [json.loads(line) for line in again.stdout.splitlines()] == figures, "the same seed gives the same"
    stages = ("Course, tension, seats", "Luck and skill: 5 matches", "Choices: up to 5", "Variants: 10 matches with")
    assert all(any(stage in line for line in _stages(again.stderr)) for stage in stages), "what is being played is told"


def _stages(stderr: str) -> list[str]:
    """What was played, a line each."""
    return [line for line in stderr.splitlines() if line.startswith("Playing. ")]


def test_one_question_alone_is_answered_in_a_sentence(ludograph: Ludograph) -> None:
    asked = ("report", "design", "sorcerous-futures", "-p", "sections=order")
    found = ludograph.run(*asked, "-p", "matches=60")
    assert _stages(found.stderr) == ["Playing. Order of play: 60 matches between random."]
    figures, _, short = " ".join(found.stdout.split()).partition("In short")
    assert "Who comes last in the order of play wins 18% (11% to 30%) of the matches, less than the even 33%" in short
    assert "* share of the wins of number 3, the last 0.18" in figures
    assert "all figures of Order of play looked at together" in figures
    few = " ".join(ludograph(*asked, "-p", "matches=10").split())
    assert "No place in the order of play is shown to win more or less than the even 33% of the matches" in few
    assert "With `-p matches=350` each is known to 5% to either side." in few
    alone = ludograph.run("report", "design", "fools-down", *SHORT, "-p", "sections=choices")
    assert _stages(alone.stdout + alone.stderr) == ["Playing. Choices: up to 5 matches between search:20."]
    assert "Every kind of move that was open 10 times or more was chosen by search:20" in " ".join(alone.stdout.split())
    assert "`random` bots choose by chance" not in alone.stdout, "they have not played here"


@slow
def test_a_kind_of_move_that_is_never_chosen_is_named_with_its_bound(ludograph: Ludograph) -> None:
    asked = ("-p", "seats=3", "-p", "sections=choices", "-p", "matches=10", "-p", "seed=f")
    figures, _, short = " ".join(ludograph("report", "design", "sun-bid", *asked).split()).partition("In short")
    assert "how often `play` is chosen 0.00 0.00 to 0.23 n=13 (never in 13 chances, so at most 22.8%)" in figures
    assert "`play` was never chosen by search:20 in 13 chances, so it is in at most 23% of them" in short
    assert "Every kind of move" not in short


def test_who_wins_and_what_was_not_tried_is_said(ludograph: Ludograph) -> None:
    asked = ("report", "design", "conundruze", "-p", "matches=10", "-p", "option.play_to=0")
    told = " ".join(ludograph(*asked).split())
    scores = re.findall(r"mean score of the (\w+) \(fewest points win\) ([\d.]+)", told)
    assert [who for who, _ in scores] == ["seats", "winners", "others"]
    every, winners, others = (float(mean) for _, mean in scores)
    assert winners < every < others
    assert re.search(r"powers=true Face cards have powers when they are drawn and played\. (\* )?change in", told)
    assert "Options not tried: play_to, stacks, forelay and chip_values, for there are many values" in told
    assert "fool_betting=true (`fool_betting` goes with" in told


def test_where_not_everybody_has_a_score_it_says_so_and_tells_who_wins(ludograph: Ludograph) -> None:
    few = ("-p", "matches=10", "-p", "option.play_to=0", "-p", "option.betting=chips")
    told = " ".join(ludograph("report", "design", "conundruze", *few).split())
    assert "mean score of the" not in told.partition("Variants")[0]
    assert "share of the wins of seat 2" in told
    assert "(score and lead cannot be told: only matches that came to an end with a score for everybody count)" in told


def test_it_is_one_page_to_share(ludograph: Ludograph) -> None:
    page = ludograph.folder / "design.html"
    ludograph("report", "design", "fools-down", *SHORT, "--page", page)
    shown = page.read_text()
    assert "Fool&#x27;s Down for 3, as its designer sees it" in shown
    assert "10 matches between random, hands=1, seed design" in shown
    parts = (
        "In short",
        "A match takes",
        '<svg class="light"',
        ">Course</h2>",
        ">Variants</h2>",
        ">How it was made</h2>",
    )
    places = [shown.index(part) for part in parts]
    assert places == sorted(places), "what was found comes first, then pictures, figures, and how it was made"
    assert shown.count('<figure><svg class="light"') == 3, "seats, order and choices: no option changed a match"
    assert shown.index("<h2>Seats</h2>") < shown.index("beyond chance: luck alone") < shown.index("<h2>Order of play")
    assert "does not show what money, a bid or a bet is worth" in shown
    printed = " ".join(ludograph("report", "design", "fools-down", *SHORT).partition("In short")[2].split())
    told = re.findall(r'<li class="finding">(.*?)</li>', shown)
    assert len(told) == 7
    for sentence in told:
        assert unescape(re.sub("</?code>", "`", sentence)) in printed, "the page and the terminal say the same"
    assert ludograph("report", "design", "fools-down", *SHORT, "--plot").count("n=10") >= 6


def test_what_it_takes_is_told(ludograph: Ludograph) -> None:
    assert "How many matches are played for a figure." in ludograph("report", "design", "--about")
    assert "ludograph report design GAME" in ludograph.refused("report", "design", code=2)
    assert "order     Does who begins win more" in ludograph("report", "design", "--about")
    unknown = ludograph.refused("report", "design", "sun-bid", "-p", "sections=order,ending")
    assert "There is no section ending: sections are course, tension, seats, order, skill, choices" in unknown
    assert "for 1 has no section order" in ludograph.refused("report", "design", "aucteraden", "-p", "sections=order")
    assert "Nothing of these sections is drawn" in ludograph.refused(
        "report", "design", "sun-bid", "-p", "sections=skill", "--plot"
    )
    assert "has no parameter nix" in ludograph.refused("report", "design", "sun-bid", "-p", "nix=1")
    assert "a number from 10 on" in ludograph.refused("report", "design", "sun-bid", "-p", "matches=few")
    assert "a number of processes" in ludograph.refused("report", "design", "sun-bid", "-p", "jobs=0")
    rules = ludograph.file("rules.py", "GOLD = 60")
    assert "`ludograph compare sun-bid --b rules=FILE` tries others" in ludograph.refused(
        "report", "design", "sun-bid", "-p", f"option.rules={rules}"
    )
    assert "one bot, which plays at every seat" in ludograph.refused(
        "report", "design", "sun-bid", "-p", "bots=random,search:5"
    )
    for asked, why in ((("-o", "x.gif"), "end in .png or .svg"), (("--plot", "--json"), "exclude each other")):
        assert why in ludograph.refused("report", "design", "sun-bid", *asked, code=2)
    assert "There is no bot" in ludograph.refused("report", "design", "sun-bid", "-p", "bots=nobody", code=2)
