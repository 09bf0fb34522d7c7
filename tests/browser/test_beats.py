"""Beats in a browser: keys, links, what is not told yet, playing, arrows."""

from typing import Any

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.kernel.worth import value_text
from ludograph.replay.beats.beats import beats_of
from ludograph.replay.player.recording import Recording
from ludograph.replay.timeline.timeline import Timeline
from tests.browser.conftest import Shown
from tests.browser.test_page import Show
from tests.large import some
from tests.playthrough import golden_match


def moment(opened: Shown) -> str:
    """The step and beat that the address names."""
    return str(opened.tab.evaluate("location.hash")).removeprefix("#")


def test_full_stop_and_comma_go_from_beat_to_beat(shown: Show) -> None:
    match = golden_match("fools-down")
    timeline = Timeline(match, TABLE)
    opened = shown(match, TABLE, 12)
    places = []
    for step in (13, 14):
        places += [f"{step}.{beat.number}" for beat in beats_of(timeline, step)]
    seen = []
    for _ in places:
        opened.press(".")
        seen.append(moment(opened))
    assert seen == places
    opened.press(",", ",")
    assert moment(opened) == places[-3]
    opened.tab.get_by_role("button", name="A beat on").click()
    assert moment(opened) == places[-2]


def test_what_comes_later_in_a_step_is_not_told(shown: Show) -> None:
    match = golden_match("fools-down")
    opened = shown(match, TABLE, 12)
    opened.press(".", ".")
    assert "main pot of 378" in opened.text("#told")
    assert "broke" not in opened.text("body")
    assert opened.tab.locator("section.zone").filter(has_text="Two Twins").count() == 1
    opened.press("ArrowRight")
    assert moment(opened) == "13.4"
    assert "broke" in opened.text("#told")
    assert "broke" in opened.text("#steps")
    opened.press("ArrowRight")
    assert moment(opened) == "14"
    opened.press("ArrowLeft", "ArrowLeft")
    assert moment(opened) == "13.2"


def test_a_link_leads_to_a_beat_and_a_wrong_one_nowhere(shown: Show) -> None:
    opened = shown(golden_match("sorcerous-futures"), TABLE)
    opened.tab.evaluate("location.hash = '#29.2'")
    opened.tab.wait_for_timeout(50)
    assert "The bids are revealed" in opened.text("#told")
    assert opened.text("#number") == "Step 29.2 of 83"
    for nowhere in ("#99.1", "#29.9"):
        opened.tab.evaluate(f"location.hash = '{nowhere}'")
        opened.tab.wait_for_timeout(50)
        assert opened.text("#number") == "Step 29.2 of 83"


def test_the_lines_over_the_timeline_go_as_far_as_the_beat(shown: Show) -> None:
    """What counts after each beat of a step is what stands at the end of the lines, and not what comes after it."""
    match = golden_match("sorcerous-futures")
    opened = shown(match, TABLE, len(match.steps) - 1)
    timeline = Timeline(match, TABLE)
    for beat in beats_of(timeline, len(match.steps)):
        opened.press(".")
        values = match.game.worth_of(beat.state)
        said = opened.tab.locator(".track .counts .seat").all_inner_texts()
        assert sorted(said) == sorted(f"{match.name(at)} {value_text(one)}" for at, one in enumerate(values, start=1))


def test_it_plays_beat_by_beat(shown: Show) -> None:
    opened = shown(golden_match("fools-down"), TABLE, 12)
    opened.press(*"++++", " ")
    seen = {moment(opened)}
    for _ in range(200):
        opened.tab.wait_for_timeout(20)
        seen.add(moment(opened))
        if "14.1" in seen:
            break
    assert {"13.1", "13.2", "13.3", "13.4", "14.1"} <= seen


def test_while_it_plays_the_sentence_that_is_read_is_marked(shown: Show) -> None:
    """One after the other, so that one sees that it runs however long a step is told; a key ends it."""
    opened = shown(golden_match("sorcerous-futures"), TABLE, 1)
    opened.tab.locator("#pace").select_option("0.5 s")
    opened.press("Home", " ")
    seen = set[int]()
    for _ in range(40):
        opened.tab.wait_for_timeout(50)
        seen |= set(opened.tab.evaluate(MARKED))
    assert len(seen) > 1
    opened.press(" ")
    assert opened.tab.evaluate(MARKED) == []


MARKED = """[...document.querySelectorAll('#told p')].flatMap((one, at) =>
  getComputedStyle(one).backgroundColor === 'rgba(0, 0, 0, 0)' ? [] : [at])"""


def test_arrows_lead_from_where_something_lay_and_a_target_is_marked(shown: Show) -> None:
    opened = shown(golden_match("hand-of-the-hanataz"), 2)
    opened.tab.evaluate("location.hash = '#26.2'")
    opened.tab.wait_for_timeout(50)
    assert opened.tab.locator("#trails path").count() == 1
    assert opened.tab.locator(".part.left").count() == 1
    assert "target" in opened.text("section.own h2")
    assert "From Cat, Hand to Table, Discard." in opened.tab.locator("#changed").text_content()
    opened.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert "target" not in opened.text("section.own h2")


def test_an_arrow_begins_and_ends_at_the_card_itself(shown: Show) -> None:
    """Of a castle at the place where one card lay and another lies now, of a row at the cards that are new."""
    opened = shown(golden_match("conundruze"), TABLE, 15)
    assert opened.tab.evaluate(AWAY) == []
    assert opened.tab.locator("#trails path").count() == 3


AWAY = """[...document.querySelectorAll('#trails path')].filter((one) => {
  const ends = /^M(\\S+) (\\S+)Q\\S+ \\S+ (\\S+) ([^M]+)M/.exec(one.getAttribute('d'));
  const [, fromX, fromY, toX, toY] = ends.map(Number);
  const cards = [...document.querySelectorAll('#table .card.moved, #table .heap.moved, #table h2.left bdi')];
  const at = (x, y) => cards.some((card) => {
    const box = card.getBoundingClientRect();
    return x > box.left - 4 && x < box.right + 4 && y > box.top - 4 && y < box.bottom + 4;
  });
  return !at(fromX, fromY) || !at(toX, toY);
}).map((one) => one.getAttribute('d'))"""


def test_every_beat_of_every_game_is_shown_without_a_fault(shown: Show) -> None:
    """And its sentence with it. That nothing fails at any beat of any game is shown by what is in sight there."""
    for game in some(list(GAMES), 3):
        match: Any = golden_match(game)
        timeline = Timeline(match, 1)
        opened = shown(match, 1)
        told = opened.tab.evaluate(
            """() => {
              const seen = [];
              const press = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: '.' }));
              let before = '';
              for (press(); location.hash !== before; press()) {
                before = location.hash;
                seen.push([...document.querySelectorAll('#told p')].map((one) => one.textContent).join(' '));
              }
              return seen;
            }"""
        )
        recording = Recording(match, 1)
        beats = [(step, beat.number) for step in range(1, len(timeline)) for beat in beats_of(timeline, step)]
        wanted = [" ".join(recording.told_here(*beat)) or "The table after that." for beat in beats]
        assert told[-len(wanted) :] == wanted
