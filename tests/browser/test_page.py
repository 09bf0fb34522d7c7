"""The page in a browser: every key and button, the timeline, links, fingers, sizes, and what must not happen."""

from collections.abc import Callable
from typing import Any

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.games.last_years_magic.actions import Say
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.final_result import final_of
from ludograph.replay.beats.highlights import courses_of, highlights
from ludograph.replay.sentences.notes import said_of
from ludograph.replay.sentences.overview import match_overview
from ludograph.replay.timeline.timeline import Timeline
from tests.browser.conftest import PHONE, Shown
from tests.large import ALL, some
from tests.playthrough import golden_match
from tests.replay.test_glance import marked_match
from tests.worlds import STAMP

Show = Callable[..., Shown]
KEY = "document.dispatchEvent(new KeyboardEvent('keydown', {key: '%s'})); document.body.offsetHeight;"
"""Presses a key and draws what comes of it."""


@pytest.fixture
def sun_bid(shown: Show) -> Shown:
    return shown(golden_match("sun-bid"), TABLE)


def test_arrows_home_and_end_step(sun_bid: Shown) -> None:
    assert sun_bid.at == 0
    sun_bid.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert sun_bid.at == 1
    sun_bid.press("End")
    assert sun_bid.at == 77
    sun_bid.press("ArrowRight", "Home", "ArrowLeft")
    assert sun_bid.at == 0


def test_page_keys_go_to_the_rounds(sun_bid: Shown) -> None:
    match = golden_match("sun-bid")
    rounds = [match.game.scene(frame.state).round for frame in Timeline(match, TABLE)]
    starts = [rounds.index(one) for one in dict.fromkeys(filter(None, rounds))]
    seen = []
    first = [start + 1 for start in starts if start]
    for _ in first:
        sun_bid.press("PageDown")
        seen.append(sun_bid.at)
    assert seen == first
    sun_bid.press("PageUp")
    assert sun_bid.at == first[-2]


def test_brackets_go_to_the_same_seat(sun_bid: Shown) -> None:
    match = golden_match("sun-bid")
    sun_bid.press("ArrowRight", "]")
    assert match.steps[sun_bid.at - 1].actor == match.steps[0].actor
    assert all(step.actor != match.steps[0].actor for step in match.steps[1 : sun_bid.at - 1])
    sun_bid.press("[")
    assert sun_bid.at == 1


def test_a_number_or_a_sign_beside_a_name_goes_to_the_next_step_of_that_player(sun_bid: Shown) -> None:
    match = golden_match("sun-bid")
    own = {seat: [step.number for step in match.steps if step.actor == seat] for seat in (1, 2)}
    sun_bid.press("2")
    assert sun_bid.at == own[2][0]
    sun_bid.press("1", "1", "9")
    assert sun_bid.at == [step for step in own[1] if step > own[2][0]][1]
    sun_bid.tab.get_by_role("button", name="Next step of Bob").click()
    here = sun_bid.at
    assert match.steps[here - 1].actor == 2
    sun_bid.press("Enter", "Enter")
    sun_bid.tab.get_by_role("button", name="Previous step of Bob").click()
    assert own[2].index(sun_bid.at) == own[2].index(here) + 1


def test_it_plays_by_itself_at_a_chosen_pace_and_stops(sun_bid: Shown) -> None:
    sun_bid.press("+", "+", " ")
    assert sun_bid.tab.locator("#play").get_attribute("aria-label") == "Stop"
    assert sun_bid.reaches(2)
    sun_bid.press(" ")
    stopped = sun_bid.at
    sun_bid.tab.wait_for_timeout(700)
    assert sun_bid.at == stopped


def test_search_finds_steps_so_far_and_goes_on_with_enter(sun_bid: Shown) -> None:
    match = golden_match("sun-bid")
    sun_bid.press("End", "Home", "/")
    sun_bid.tab.keyboard.type("round 2 begins")
    assert sun_bid.text("#found") == "1 found"
    sun_bid.press("Enter")
    titles = [match.game.scene(frame.state).title for frame in Timeline(match, TABLE)]
    assert titles[sun_bid.at].startswith("Round 2")
    assert not titles[sun_bid.at - 1].startswith("Round 2")
    assert sun_bid.tab.locator("#steps li:not([hidden])").count() == 1
    sun_bid.press("Escape", "ArrowLeft")
    assert sun_bid.tab.locator("#steps li[hidden]").count() == 0


def test_choices_help_theme_and_step_number_have_keys(sun_bid: Shown) -> None:
    sun_bid.press("ArrowRight", "c")
    assert "flip" in sun_bid.text("#open")
    sun_bid.press("?")
    assert sun_bid.tab.locator("#help").is_visible()
    sun_bid.press("ArrowRight", "Escape")
    assert not sun_bid.tab.locator("#help").is_visible()
    sun_bid.tab.get_by_role("button", name="Help").click()
    sun_bid.tab.get_by_role("button", name="Close").click()
    assert not sun_bid.tab.locator("#help").is_visible()
    assert sun_bid.at == 1
    ground = sun_bid.tab.evaluate("getComputedStyle(document.body).backgroundColor")
    sun_bid.press("d")
    assert sun_bid.tab.evaluate("getComputedStyle(document.body).backgroundColor") != ground
    sun_bid.press("g")
    sun_bid.tab.keyboard.type("33")
    sun_bid.press("Enter")
    assert sun_bid.at == 33
    sun_bid.press("ArrowRight")
    assert sun_bid.at == 34


@pytest.mark.parametrize("typed", ["", "1.5", "18.4", "-3", "2.0"])
def test_a_number_that_is_no_step_changes_nothing(sun_bid: Shown, typed: str) -> None:
    sun_bid.press("ArrowRight", "ArrowRight")
    field = sun_bid.tab.get_by_label("Go to step")
    field.fill(typed)
    field.press("Enter")
    assert sun_bid.at == 2
    assert field.input_value() == "2"


def test_a_beat_is_gone_to_by_its_number(sun_bid: Shown) -> None:
    sun_bid.press("g", *"18.3", "Enter")
    assert sun_bid.text("#number") == "Step 18.3 of 77"
    assert sun_bid.tab.get_by_label("Go to step").input_value() == "18.3"
    sun_bid.press("g", *"18,2", "Enter", "ArrowRight")
    assert sun_bid.text("#number") == "Step 18 of 77"


@pytest.mark.parametrize(
    ("button", "step"),
    [("To the end", 77), ("To the start", 0), ("A step back", 2), ("A step on", 4)],
)
def test_buttons_step(shown: Show, button: str, step: int) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 3)
    opened.tab.get_by_role("button", name=button, exact=True).click()
    assert opened.at == step


def test_each_step_has_a_link(sun_bid: Shown) -> None:
    sun_bid.press("ArrowRight", "ArrowRight")
    assert sun_bid.tab.url.endswith("#2")
    sun_bid.go(40)
    sun_bid.rest()
    sun_bid.tab.locator("#steps a[href='#12']").click()
    assert sun_bid.at == 12
    sun_bid.tab.evaluate("location.hash = '#nonsense'")
    sun_bid.tab.wait_for_timeout(50)
    assert sun_bid.at == 12


def test_the_timeline_can_be_dragged(sun_bid: Shown) -> None:
    box = sun_bid.tab.locator("#line").bounding_box()
    y = box["y"] + box["height"] / 2
    sun_bid.tab.mouse.move(box["x"] + 8, y)
    sun_bid.tab.mouse.down()
    for part in (0.1, 0.3, 0.5):
        sun_bid.tab.mouse.move(box["x"] + box["width"] * part, y)
    sun_bid.tab.mouse.up()
    assert 36 <= sun_bid.at <= 41


def test_a_finger_that_swipes_over_the_table_steps(shown: Show) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 10, viewport=PHONE, has_touch=True, is_mobile=True)
    wire = opened.context.new_cdp_session(opened.tab)
    for start, end, step in ((250, 60, 11), (60, 250, 10), (200, 190, 10)):
        wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": start, "y": 420}]})
        wire.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": end, "y": 424}]})
        wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert opened.at == step


def test_what_is_to_come_is_nowhere_to_be_read(shown: Show) -> None:
    match = golden_match("sun-bid")
    opened = shown(match, TABLE)
    opened.go(30)
    assert opened.tab.locator("#steps li").count() == 31
    assert "winner" not in opened.text("body")
    assert "47 more steps are hidden" in opened.text("#rest")
    opened.press("Home")
    assert opened.tab.locator("#steps li").count() == 31
    opened.tab.get_by_role("button", name="Show them all").click()
    assert opened.tab.locator("#steps li").count() == 78
    assert opened.at == 0


def test_a_screen_reader_is_told_of_steps_and_cards(shown: Show) -> None:
    match = golden_match("sorcerous-futures")
    opened = shown(match, 1, 5)
    assert opened.tab.locator("#told").get_attribute("aria-live") == "polite"
    own = opened.tab.locator("section.own")
    assert own.get_by_role("img", name="the Excuse (0)", exact=True).count() == 1
    assert own.get_by_role("img", name="face down").count() >= 2
    assert opened.tab.get_by_role("img", name="a face-down card", exact=True).count() > 5
    opened.press("e")
    unnamed = "button, input, select, textarea, [role=img], nav, main > section"
    names = opened.tab.locator(unnamed).evaluate_all(
        "all => all.filter(one => !(one.hidden || one.ariaLabel || one.textContent.trim() || one.labels?.length))"
        ".map(one => one.outerHTML)"
    )
    assert names == []
    assert opened.tab.locator("main, nav, header").count() == 3


def test_focus_can_be_seen(sun_bid: Shown) -> None:
    for _ in range(6):
        sun_bid.press("Tab")
        outline = sun_bid.tab.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_light_or_dark_as_the_reader_likes(shown: Show, scheme: str) -> None:
    opened = shown(golden_match("aucteraden"), 1, color_scheme=scheme)
    shade = opened.tab.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
    assert (sum(shade) > 380) == (scheme == "light")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_fits_a_phone(shown: Show, game: str) -> None:
    match = golden_match(game)
    opened = shown(match, 1, viewport=PHONE)
    for step in range(0, len(match.states), 5):
        opened.go(step)
        assert opened.tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], step


@pytest.mark.parametrize("game", some(list(GAMES), 3))
def test_every_step_of_every_game_is_drawn_for_everybody(shown: Show, game: str) -> None:
    match = golden_match(game)
    everybody = (JUDGE, TABLE, 1, len(match.players)) if ALL else (JUDGE, len(match.players))
    for observer in everybody:
        opened = shown(match, observer)
        opened.press("c")
        opened.tab.evaluate(f"for (let n = 0; n < 2 * {len(match.steps)}; n += 1) {{ {KEY % 'ArrowRight'} }}")
        assert opened.at == len(match.steps)
        assert opened.tab.locator("#table > section").count() > len(match.players)


def test_the_page_runs_nothing_that_players_are_called(shown: Show) -> None:
    from tests.replay.test_page import NASTY, nasty_match

    opened = shown(nasty_match(), JUDGE)
    opened.press("End")
    assert opened.tab.evaluate("window.pwned") is None
    assert NASTY[0] in opened.text("#board")
    assert "<script>" in opened.text("#notes")
    assert opened.tab.locator("#about img, #table script, #notes script").count() == 0


def measured(opened: Shown, work: str) -> Any:
    return opened.tab.evaluate(
        f"() => {{ const start = performance.now(); {work}; return performance.now() - start; }}"
    )


def test_a_page_opens_in_proportion_to_its_steps_and_steps_as_a_short_one_does(shown: Show) -> None:
    """Ten times the steps; twice that is allowed for what else the machine does."""
    from tests.replay.test_page import long_match

    few, many = (_times(shown(long_match(steps), JUDGE)) for steps in (200, 2000))
    assert many["open"] < 20 * max(few["open"], 20)
    assert many["end"] < 20 * max(few["end"], 5)
    assert many["step"] < 5 * max(few["step"], 2)


def _times(opened: Shown) -> dict[str, float]:
    """Milliseconds: until a page is there, to its end, and the middle one of many steps."""
    there = opened.tab.evaluate("performance.getEntriesByType('navigation')[0].domComplete")
    end = measured(opened, KEY % "End")
    steps = sorted(measured(opened, KEY % "ArrowLeft") for _ in range(50))
    return {"open": there, "end": end, "step": steps[25]}


def test_on_a_phone_what_happened_stays_in_sight_while_one_looks_through_the_seats(shown: Show) -> None:
    opened = shown(golden_match("sun-bid"), JUDGE, 40, viewport=PHONE)
    opened.tab.evaluate("scrollTo(0, 600)")
    box = opened.tab.locator("#told").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 200


@pytest.mark.parametrize("game", ["sun-bid", "sorcerous-futures", "conundruze"])
def test_on_a_phone_something_of_what_is_marked_is_in_sight_after_each_step(shown: Show, game: str) -> None:
    opened = shown(golden_match(game), JUDGE, 0, viewport=PHONE)
    for _ in range(40):
        opened.tab.keyboard.press("ArrowRight")
        assert opened.tab.evaluate(IN_SIGHT), opened.tab.url


IN_SIGHT = """() => {
  const moved = [...document.querySelectorAll('#table :is(.moved, .named)')];
  const above = document.getElementById('now').getBoundingClientRect().bottom;
  const below = document.querySelector('nav').getBoundingClientRect().top;
  return !moved.length || moved.some((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return bottom > Math.min(above, below - 20) && top < below;
  });
}"""


def test_the_ending_is_shown_at_the_end_and_not_before(sun_bid: Shown) -> None:
    assert not sun_bid.tab.locator("#ending").is_visible()
    sun_bid.press("End")
    assert sun_bid.tab.locator("#ending").is_visible()
    (winner,) = sun_bid.tab.locator("#ending .winner").all_inner_texts()
    assert winner.startswith("1. ")
    assert " wins with " in sun_bid.text("#ending p")
    sun_bid.press("ArrowLeft")
    assert not sun_bid.tab.locator("#ending").is_visible()


def test_a_page_of_several_switches_between_their_eyes_at_the_same_step(shown: Show) -> None:
    opened = shown(golden_match("sorcerous-futures"), 1, 30, others=(JUDGE, TABLE))
    assert opened.text("#holds") == "This page holds what Ann, the judge and everybody at the table know."
    table = opened.tab.locator("#table")
    one = table.inner_html()
    opened.press("o")
    assert opened.tab.get_by_label("Whose eyes").input_value() == "As the judge"
    assert opened.at == 30
    assert table.inner_html() != one
    opened.press("ArrowRight", "O")
    assert opened.at == 31
    opened.press("ArrowLeft")
    assert table.inner_html() == one
    opened.tab.get_by_label("Whose eyes").select_option("As everybody at the table")
    opened.press("ArrowRight")
    assert opened.at == 31
    assert opened.tab.locator("#steps li").count() == 32


def test_a_page_of_one_has_no_other_eyes(sun_bid: Shown) -> None:
    assert sun_bid.tab.get_by_label("Whose eyes").count() == 0
    assert not sun_bid.tab.locator("#holds").is_visible()
    sun_bid.press("ArrowRight", "o")
    assert sun_bid.at == 1


def test_lines_and_marks_grow_with_the_steps_and_marks_are_gone_to(shown: Show) -> None:
    match = marked_match()
    opened = shown(match, JUDGE)
    marks = [mark.step for mark in match_overview(match, said_of(match, JUDGE), []).marks]
    assert opened.tab.locator("#lines path").count() == len(match.players)
    assert opened.tab.locator("#ticks .note").count() == 0
    gone_to = []
    for _ in dict.fromkeys(marks):
        opened.press(">")
        gone_to.append(opened.at)
    assert gone_to == list(dict.fromkeys(marks))
    assert opened.tab.locator("#ticks span:not(.round)").count() == len(marks)
    opened.press(">", "<")
    assert opened.at == gone_to[-2]
    opened.tab.get_by_role("button", name="To the next mark").click()
    assert opened.at == gone_to[-1]
    opened.tab.locator(f"#ticks [data-step='{gone_to[0]}']").first.click(force=True)
    assert opened.at == gone_to[0]


def test_what_was_taken_back_is_opened_where_it_happened(shown: Show) -> None:
    opened = shown(marked_match(), TABLE, 9)
    summary = opened.tab.locator("#notes details summary")
    assert summary.inner_text() == "What stood there: 3 steps"
    summary.click()
    assert opened.tab.locator("#notes details p").count() == 3
    assert opened.tab.locator("#notes details p").first.is_visible()


def test_a_click_on_the_lines_goes_there(sun_bid: Shown) -> None:
    sun_bid.press("End")
    frame = sun_bid.tab.locator("#lines").bounding_box()
    sun_bid.tab.mouse.click(frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2)
    assert sun_bid.at in (38, 39)


def test_a_link_names_the_eyes_and_one_to_nowhere_says_so(shown: Show) -> None:
    opened = shown(golden_match("sorcerous-futures"), 1, 30, others=(JUDGE, TABLE))
    assert opened.tab.evaluate("location.hash") == "#30"
    opened.press("o")
    assert opened.tab.evaluate("location.hash") == "#30@judge"
    opened.press("o", "ArrowRight")
    assert opened.tab.evaluate("location.hash") == "#31@table"
    opened.tab.evaluate("location.hash = '#999'")
    opened.tab.wait_for_timeout(50)
    assert opened.text("#wrong") == "999 is no step or beat: steps go from 0 to 83."
    assert opened.tab.evaluate("location.hash") == "#31@table"
    opened.press("ArrowRight")
    assert not opened.tab.locator("#wrong").is_visible()
    opened.tab.reload()
    assert opened.tab.get_by_label("Whose eyes").input_value() == "As everybody at the table"
    assert opened.at == 32


def test_the_help_opens_at_its_beginning(shown: Show) -> None:
    for viewport in (PHONE, {"width": 1280, "height": 800}):
        opened = shown(golden_match("sun-bid"), TABLE, viewport=viewport)
        opened.press("?")
        assert opened.tab.evaluate("document.getElementById('help').scrollTop") == 0


def test_on_a_phone_whose_knowledge_a_page_holds_takes_a_line_that_opens(shown: Show) -> None:
    opened = shown(golden_match("sorcerous-futures"), 1, others=(JUDGE, TABLE, 2, 3), viewport=PHONE)
    holds = opened.tab.locator("#holds")
    high = holds.bounding_box()["height"]
    assert high < 30
    holds.click()
    assert holds.bounding_box()["height"] > high


def test_the_ending_is_there_as_soon_as_the_match_is_over(shown: Show) -> None:
    """And stays while somebody says good night."""
    match = golden_match("last-years-magic")
    opened = shown(match.play(1, Say("Good night"), STAMP), TABLE, len(match.steps))
    for _ in range(2):
        assert opened.tab.locator("#ending").is_visible()
        assert "★" in opened.text("#board")
        opened.press("ArrowRight")


def test_names_are_whole_in_the_scoreboard_of_a_phone(shown: Show) -> None:
    """Whatever changed, and whoever has won."""
    for game in ("fools-down", "last-years-magic"):
        opened = shown(golden_match(game), TABLE, 0, viewport=PHONE)
        cut = opened.tab.evaluate(
            """() => {
              const cut = [];
              for (let before = ''; before !== location.hash; ) {
                before = location.hash;
                for (const one of document.querySelectorAll('.stand .name')) {
                  if (one.scrollWidth > one.clientWidth) cut.push(`${before} ${one.textContent}`);
                }
                document.dispatchEvent(new KeyboardEvent('keydown', { key: '.' }));
              }
              return cut;
            }"""
        )
        assert cut == []


@pytest.mark.parametrize("game", GAMES)
def test_the_curve_reaches_the_last_step_and_ends_with_the_result(game: str, shown: Show) -> None:
    match = golden_match(game)
    opened = shown(match, TABLE, len(match.steps))
    opened.press("ArrowRight")
    said = opened.tab.locator(".track .counts .seat").all_inner_texts()
    scores = dict(zip(match.players, final_of(match).scores, strict=True))
    assert {one.rsplit(" ", 1)[0]: int(one.rsplit(" ", 1)[1]) for one in said} == scores
    # Who is out of the match stands last, whatever they have.
    out = {match.players[seat - 1] for seat in match.game.eliminated_in(match.state)}
    sign = 1 if match.game.fewest else -1
    names = [one.rsplit(" ", 1)[0] for one in said]
    ranked = [(name in out, sign * int(str(scores[name]))) for name in names]
    assert ranked == sorted(ranked)
    assert opened.tab.locator("#lines").bounding_box()["height"] == 120
    ends = opened.tab.locator("#lines path").evaluate_all("all => all.map((one) => one.getAttribute('d'))")
    assert all(f"H{len(match.steps)}V" in one for one in ends)


def test_pointing_at_the_curve_tells_what_counted_there_and_never_what_is_to_come(shown: Show) -> None:
    match = golden_match("sun-bid")
    opened = shown(match, TABLE, 40)
    frame = opened.tab.locator("#lines").bounding_box()
    counts = opened.tab.locator(".track .counts")
    for share, step in ((0.25, round(len(match.steps) / 4)), (0.9, 40)):
        opened.tab.mouse.move(frame["x"] + share * frame["width"], frame["y"] + 60)
        assert counts.inner_text().startswith(f"Points, step {step}:")
    assert "; " in opened.tab.locator("#line").get_attribute("aria-valuetext")


def test_of_the_moments_only_those_are_told_to_which_one_has_come(shown: Show) -> None:
    opened = shown(golden_match("fools-down"), TABLE, 14)
    opened.press("m")
    told = opened.text("#moments")
    links = opened.tab.locator("#moments-list a").all_inner_texts()
    assert links == ["Step 7", "Step 11", "Step 12", "Step 13"]
    assert "up to step 14" in told
    assert "Bob goes out." in told
    assert "From here on" not in told, "who stays ahead is known at the end alone"
    assert "The biggest swing" not in told
    opened.press("m", "End", "m")
    assert "From here on Dan is ahead" in opened.text("#moments")
    assert "up to step" not in opened.text("#moments")


def test_the_moments_are_a_key_away_and_lead_to_their_steps(shown: Show) -> None:
    match = golden_match("fools-down")
    timeline = Timeline(match, TABLE)
    steps = [one.step for one in highlights(timeline, courses_of(timeline))]
    opened = shown(match, TABLE)
    gone_to = []
    for _ in steps:
        opened.press("h")
        gone_to.append(opened.at)
    assert gone_to == steps
    opened.press("End", "H", "m")
    assert opened.at == steps[-2]
    links = opened.tab.locator("#moments-list a")
    assert [int(text.removeprefix("Step ")) for text in links.all_inner_texts()] == steps
    assert opened.tab.locator("#moments .lines").bounding_box()["height"] == 120
    assert "ahead, with +" in opened.text("#ahead")
    told = opened.tab.locator("#told p").all_inner_texts()
    assert told[-1] in opened.text("#ahead"), "what changed it is told beside it"
    links.first.click()
    assert not opened.tab.locator("#moments").is_visible()
    assert opened.at == steps[0]
    opened.tab.get_by_role("button", name="Who is ahead").click()
    opened.press("m")
    assert not opened.tab.locator("#moments").is_visible()
