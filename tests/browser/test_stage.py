"""The stage in a browser: what is decided is shown at every size, seats stay, and the next key goes on."""

from typing import Any, Final

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.replay.beats.beats import beats_of
from ludograph.replay.beats.climax import climax_of, stage_of
from ludograph.replay.timeline.timeline import Timeline
from tests.browser.conftest import DESK, PHONE
from tests.browser.test_beats import moment
from tests.browser.test_page import Show
from tests.large import ALL, large
from tests.playthrough import golden_match
from tests.replay.test_climax import RECORDED, sample

SIZES: Final = {
    "phone": PHONE,
    "across": {"width": 740, "height": 360},
    "desk": DESK,
    "full": {"width": 1920, "height": 1080},
    "twice as large": {"width": 640, "height": 400},
}


def decisive_steps(match: Any) -> list[int]:
    """The steps of a match in which something is decided."""
    timeline = Timeline(match, TABLE)
    return [step for step in range(1, len(timeline)) if stage_of(timeline, step, climax_of(timeline, step))]


def test_a_step_on_a_link_and_the_list_show_what_is_decided_and_the_next_key_goes_on(shown: Show) -> None:
    opened = shown(golden_match("fools-down"), TABLE, 12)
    stage = opened.tab.locator("#stage")
    opened.press("ArrowRight")
    assert moment(opened) == "13.2"
    assert "Showdown" in stage.text_content()
    assert opened.tab.locator("#strip .entry.won .card.moved").count() == 5
    assert opened.tab.locator("section.lit").count() == 1
    opened.press("ArrowRight")
    assert moment(opened) == "13.4", "first what came of it"
    assert not stage.is_visible()
    opened.press("ArrowRight")
    assert moment(opened) == "14"
    opened.tab.locator("#steps li[data-step='13'] a").first.evaluate("one => one.click()")
    assert moment(opened) == "13.2"
    opened.press(".")
    assert moment(opened) == "13.3"
    opened.go(31)
    assert moment(opened) == "31.2"
    opened.press("ArrowRight")
    assert moment(opened).startswith("31.")
    assert opened.tab.locator("#ending").is_visible()
    assert opened.tab.locator("#on").is_disabled()


def test_the_stage_can_be_folded_by_a_button_of_forty_four_pixels(shown: Show) -> None:
    opened = shown(golden_match("fools-down"), TABLE, 13, viewport=PHONE)
    fold = opened.tab.locator("#fold")
    box = fold.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    fold.click()
    assert not opened.tab.locator("#strip").is_visible()
    assert opened.tab.locator("#stage-title").is_visible()
    assert fold.get_attribute("aria-expanded") == "false"
    fold.click()
    assert opened.tab.locator("#strip").is_visible()


@pytest.mark.parametrize("game", GAMES)
def test_every_card_that_decides_is_in_sight_at_every_size(shown: Show, game: str) -> None:
    match = golden_match(game)
    steps = decisive_steps(match)
    some = steps if ALL else steps[:: max(len(steps) // 3, 1)]
    opened = shown(match, TABLE)
    for name, size in SIZES.items():
        opened.tab.set_viewport_size(size)
        assert opened.tab.evaluate(HIDDEN, some) == [], name


@large
@pytest.mark.parametrize("name", RECORDED)
def test_so_it_is_in_all_samples(shown: Show, tmp_path: Any, name: str) -> None:
    match = sample(name, tmp_path)
    opened = shown(match, TABLE)
    for name_of_size, size in SIZES.items():
        opened.tab.set_viewport_size(size)
        assert opened.tab.evaluate(HIDDEN, decisive_steps(match)) == [], name_of_size


@pytest.mark.parametrize("game", ["fools-down", "last-years-magic"])
def test_from_beat_to_beat_seats_stay_where_they_are(shown: Show, game: str) -> None:
    match = golden_match(game)
    steps = [step for step in decisive_steps(match) if climax_of(Timeline(match, TABLE), step)][:3]
    opened = shown(match, TABLE)
    assert opened.tab.evaluate(MOVED_SEATS, steps) == []


def test_within_a_step_the_stage_stays_on_its_side(shown: Show) -> None:
    match = golden_match("fools-down")
    opened = shown(match, TABLE)
    for step in decisive_steps(match):
        opened.go(step)
        sides = set()
        for beat in range(1, len(beats_of(Timeline(match, TABLE), step)) + 1):
            opened.tab.evaluate(f"location.hash = '#{step}.{beat}'")
            opened.tab.evaluate("() => new Promise(done => setTimeout(done))")
            side = opened.tab.evaluate(
                "(({ hidden, classList }) => hidden ? null : classList.contains('above'))(stage)"
            )
            sides |= {side} - {None}
        assert len(sides) == 1, step


# To a step by its address; where one is there already no event would come.
VISIT = """
  const visit = (step) => new Promise((done, failed) => {
    if (location.hash === `#${step}`) return done();
    setTimeout(failed, 10000, new Error(`step ${step} is not shown after 10 seconds`));
    addEventListener('hashchange', () => requestAnimationFrame(done), { once: true });
    location.hash = `#${step}`;
  });"""
HIDDEN = (
    f"""async steps => {{{VISIT}"""
    + """
  const hidden = [];
  for (const step of steps) {
    await visit(step);
    const stage = document.getElementById('stage');
    const frame = stage.getBoundingClientRect();
    if (stage.hidden) hidden.push(`${step}: no stage`);
    for (const one of stage.querySelectorAll('.card, .who, .banner')) {
      const box = one.getBoundingClientRect();
      const inside = box.top >= Math.max(frame.top, 0) - 1 && box.bottom <= Math.min(frame.bottom, innerHeight) + 1
        && box.left >= frame.left - 1 && box.right <= frame.right + 1;
      if (!inside) hidden.push(`${step}: ${one.getAttribute('aria-label') || one.textContent.trim()}`);
    }
  }
  await visit(0);
  return hidden;
}"""
)
MOVED_SEATS = (
    f"""async steps => {{{VISIT}"""
    + """
  const moved = [];
  const key = (name) => document.dispatchEvent(new KeyboardEvent('keydown', { key: name }));
  const zones = () => [...document.querySelectorAll('#table > .zone')];
  const places = () => zones().map((one) => `${one.offsetLeft} ${one.offsetTop}`);
  for (const step of steps) {
    await visit(step);
    const there = places();
    for (key('.'); location.hash.startsWith(`#${step}.`); ) {
      const before = location.hash;
      if (places().join() !== there.join()) moved.push(`${location.hash}: ${places()} was ${there}`);
      key('.');
      if (location.hash === before) break;
    }
  }
  return moved;
}"""
)
