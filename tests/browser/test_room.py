"""On a large screen every part of the page keeps to its room: nothing lies over another part, and nothing jumps."""

from typing import Any
from uuid import UUID

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.games.conundruze.state import ConundruzeOptions
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Setting, start_match
from tests.browser.conftest import PHONE
from tests.browser.test_page import Show
from tests.browser.test_stage import decisive_steps
from tests.playthrough import golden_match
from tests.worlds import NAMES, STAMP


def over_all_steps(opened: Any, found: str) -> list[Any]:
    """What a function of the page gives at each stop of the arrow key, from the start on, with where that is."""
    return list(opened.tab.evaluate(WALK, found))


@pytest.mark.parametrize("game", ["sun-bid", "conundruze", "hand-of-the-hanataz", "sorcerous-futures"])
def test_what_is_decided_lies_beside_the_table(shown: Show, game: str) -> None:
    match = golden_match(game)
    opened = shown(match, TABLE)
    over = []
    # The cards of all players, which are shown at the very end, may be more than fit there.
    for step in decisive_steps(match)[:-1][::5]:
        opened.go(step)
        stage, table = (opened.tab.locator(part).bounding_box() for part in ("#stage", "#table"))
        if stage["x"] < table["x"] + table["width"]:
            over.append(step)
    assert over == []


def test_a_search_gets_its_list_back_from_what_is_decided(shown: Show) -> None:
    """A stage beside long telling takes the room of the list; the key of the search folds it."""
    opened = shown(golden_match("conundruze"), TABLE)
    opened.go(38)
    assert not opened.tab.locator("#find").is_visible()
    opened.press("/")
    assert opened.tab.locator("#find").is_visible()
    assert opened.tab.evaluate("document.activeElement.id") == "find"


def test_the_table_stays_where_it_is_whatever_changes_in_the_scoreboard(shown: Show) -> None:
    tops = {top for _, top in over_all_steps(shown(golden_match("conundruze"), TABLE), TOP)}
    assert len(tops) == 1


def test_the_list_of_steps_stays_in_its_panel_however_much_is_told(shown: Show) -> None:
    match = golden_match("sorcerous-futures")
    opened = shown(match, TABLE)
    for step in (0, 1, len(match.steps) - 1, len(match.steps)):
        opened.go(step)
        assert opened.tab.evaluate(INSIDE), step


def test_the_number_of_a_beat_is_whole(shown: Show) -> None:
    for size in ({"width": 1280, "height": 800}, PHONE, {"width": 740, "height": 360}):
        opened = shown(golden_match("sun-bid"), TABLE, viewport=size)
        opened.tab.locator("#goto").evaluate("one => { one.value = '161.22'; }")
        assert opened.tab.locator("#goto").evaluate("one => one.scrollWidth <= one.clientWidth"), size


def test_a_heap_of_discards_pushes_nothing_out_of_sight(shown: Show) -> None:
    """Its cards lie closer where the table is too high otherwise."""
    opened = shown(golden_match("hand-of-the-hanataz"), TABLE, viewport={"width": 1280, "height": 640})
    close = [place for place, rows in over_all_steps(opened, ROWS_OF_HEAPS) if rows > 1]
    assert close == []


def test_castles_of_many_seats_lie_in_their_boxes_on_a_high_screen(shown: Show) -> None:
    """Where a whole table is not too high with large cards, it may still be too broad."""
    setting = Setting(NAMES[:8], ConundruzeOptions(), None, "castles")
    match = start_match(GAMES["conundruze"], UUID(int=1), setting, STAMP)
    opened = shown(match, TABLE, viewport={"width": 1200, "height": 1900})
    assert opened.tab.evaluate(OUTSIDE_THEIR_ZONE) == []
    assert opened.tab.evaluate("table.scrollWidth <= table.clientWidth")


def test_the_second_line_of_a_moment_stands_right_below_its_first(shown: Show) -> None:
    opened = shown(golden_match("sorcerous-futures"), TABLE, viewport=PHONE)
    opened.press("m")
    assert opened.tab.evaluate(GAPS) == []
    heading, lines = (opened.tab.locator(f"#moments {part}").bounding_box() for part in ("h2 >> nth=0", ".lines"))
    assert heading["y"] + heading["height"] <= lines["y"]


WALK = """async found => {
  const all = [];
  const look = eval(found);
  for (let before = ''; before !== location.hash; ) {
    before = location.hash;
    await new Promise(requestAnimationFrame);
    all.push([before, look()]);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
  }
  return all;
}"""
TOP = "() => Math.round(document.getElementById('table').getBoundingClientRect().top)"
INSIDE = """{
  const [list, log, nav] = ['#steps', '#log', 'nav'].map((one) => document.querySelector(one).getBoundingClientRect());
  list.bottom <= log.bottom && log.bottom <= nav.top && (!log.height || list.height > 30);
}"""
ROWS_OF_HEAPS = """() => Math.max(0, ...[...document.querySelectorAll('#table .cards')]
  .filter((one) => one.childElementCount > 16)
  .map((one) => new Set([...one.children].map((card) => card.offsetTop ?? 0)
    .concat([...one.children].map((card) => Math.round(card.getBoundingClientRect().top / 20)))).size - 1))"""
OUTSIDE_THEIR_ZONE = """() => [...document.querySelectorAll('#table .card')].filter((one) => {
  const [card, zone] = [one, one.closest('.zone')].map((each) => each.getBoundingClientRect());
  return card.right > zone.right || card.bottom > zone.bottom;
}).map((one) => one.textContent)"""
GAPS = """() => [...document.querySelectorAll('#moments-list li')].filter((one) => {
  const words = document.createRange();
  words.selectNode(one.childNodes[1]);
  const tops = [...new Set([...words.getClientRects()].map((box) => Math.round(box.top)))];
  return tops.some((top, at) => at && top - tops[at - 1] > 28);
}).map((one) => one.textContent)"""
