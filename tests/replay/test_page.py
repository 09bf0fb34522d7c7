"""The page as a file: what is in it, what cannot be in it, how large it is, and that no name can break out of it."""

import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest

from ludograph.domain.bots.moves import Bots
from ludograph.domain.exchange.exporter import exported
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import EntryDetails, Match, Setting, start_match
from ludograph.domain.notation.values import json_text
from ludograph.replay.page import page
from ludograph.replay.page.page_record import page_record
from ludograph.replay.sentences.ending import ending_of
from ludograph.replay.timeline.timeline import Timeline
from tests.playthrough import golden_match
from tests.worlds import NAMES, STAMP, observers, random_match

NASTY = ("</script><img onerror=1>", "{{script}}&amp;`${1}")


def nasty_match() -> Match:
    """A match whose players and notes try to be something else than text."""
    game = GAMES["last-years-magic"]
    names = (*NASTY, "\u202eevil")
    match = start_match(game, UUID(int=1), Setting(names, game.options(), None, "1"), STAMP)
    bots = Bots(game, 3, Random(3))
    for step in range(40):
        move = bots.move(match.state, step)
        if move is None:
            break
        match = match.play(*move, STAMP, entry=EntryDetails(note="<script>window.pwned = 1</script><!--\u2028"))
    return match.annotate(len(match.steps), "</script><script>window.pwned = 1</script>", STAMP, public=True)


@cache
def long_match(steps: int) -> Match:
    """An evening of Fool's Down with ten players and so many steps."""
    game = GAMES["fools-down"]
    options = game.options(buy_in=10_000, max_wager=2, fools_rules=True)
    match = start_match(game, UUID(int=1), Setting(NAMES[:10], options, None, "1"), STAMP)
    bots = Bots(game, 10, Random("1"), limit=10**9, thrift=6)
    while len(match.steps) < steps:
        move = bots.move(match.state, len(match.steps))
        assert move is not None
        match = match.play(*move, STAMP)
    return match


def record_of(text: str) -> Any:
    """The data of a page."""
    found = re.search(r'<script type="application/json" id="record">(.*?)</script>', text, re.S)
    assert found
    return json.loads(found[1])


def codes_told(match: Match, observer: Observer) -> set[str]:
    """Every card of which this observer was told, in any step."""
    told = json_text([str(line) for line in exported(match, observer)])
    states = " ".join(str(frame.state) for frame in Timeline(match, observer))
    facts = " ".join(str(frame.facts) for frame in Timeline(match, observer))
    known = set(re.findall(r"'([^']+)'", told + states + facts))
    return known & set(match.game.deck.by_code)


@pytest.mark.parametrize("game", GAMES)
def test_a_page_has_the_faces_of_cards_that_its_observer_knows_and_no_others(game: str) -> None:
    match = golden_match(game)
    for observer in observers(match):
        record = record_of(page(match, observer))
        faces = {code for code, *_ in record["cards"]}
        assert faces <= codes_told(match, observer)
        names = {name for _, name, _ in record["cards"]}
        assert names == {match.game.deck.name(code) for code in faces}


@pytest.mark.parametrize("game", GAMES)
def test_a_page_says_of_each_step_what_the_log_says(game: str) -> None:
    match = golden_match(game)
    record = record_of(page(match, TABLE))
    assert len(record["steps"]) == len(match.states)
    assert all(step.get("told") for step in record["steps"])
    keys = {
        "who",
        "told",
        "beats",
        "entered",
        "title",
        "round",
        "board",
        "zones",
        "moved",
        "named",
        "trails",
        "aimed",
        "open",
        "climax",
        "stage",
    }
    assert all(set(step) <= keys | {"notes", "did", "terse"} for step in record["steps"])


def test_remarks_and_who_entered_them_are_for_the_judge() -> None:
    match = nasty_match()
    judge, table = page(match, JUDGE), page(match, TABLE)
    assert judge.count("window.pwned") > table.count("window.pwned") == 1


def test_no_name_and_no_remark_can_end_what_it_stands_in() -> None:
    text = page(nasty_match(), JUDGE)
    assert text.count("</script>") == 2
    assert text.count("<script") == 2
    assert "<img" not in text
    assert "\u202e" not in text
    assert "\u2028" not in text
    players = record_of(text)["about"]["players"]
    assert players[:2] == list(NASTY)


def test_a_page_asks_for_nothing() -> None:
    text = page(golden_match("sun-bid"), TABLE)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    assert "default-src 'none'" in policy[1]
    assert "unsafe" not in policy[1]
    addresses = set(re.findall(r"https?://[^\"' )]+", text))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\b(src|srcset|@import|url)\s*[=(]", re.sub(r"<script.*?</script>", "", text, flags=re.S))


def test_two_thousand_steps_take_less_than_two_megabytes() -> None:
    assert len(page(long_match(2000), JUDGE).encode()) < 2_000_000


def test_the_same_match_gives_the_same_page() -> None:
    assert page(golden_match("conundruze"), 2) == page(golden_match("conundruze"), 2)


def test_the_page_is_told_how_far_it_is() -> None:
    done: list[int] = []
    match = golden_match("aucteraden")
    page(match, JUDGE, done.append)
    assert done == list(range(1, len(match.states) + 1))


def test_what_a_page_is_made_of_comes_along_with_the_package() -> None:
    folder = Path(__file__).parents[2] / "replay" / "page"
    assert {path.name for path in folder.glob("page.*")} == {"page.html", "page.css"}


@pytest.mark.parametrize("game", GAMES)
def test_a_page_tells_the_ending_that_the_result_tells(game: str) -> None:
    match = golden_match(game)
    ending = ending_of(Timeline(match, TABLE))
    told = page_record(match, TABLE)["ending"]
    if ending is None:
        assert told is None
        return
    assert told["why"] == [ending.reason]
    assert [(rank[0], rank[1], rank[3]) for rank in told["ranking"]] == [
        (str(rank.place), rank.seat, rank.mark) for rank in ending.ranking
    ]
    assert page_record(random_match(GAMES[game], Random(1), 3), TABLE)["ending"] is None
