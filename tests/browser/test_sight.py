"""What counts is in sight on every size without scrolling: the sentence at every beat, at the end scores and winner."""

import pytest

from domain.games import GAMES
from domain.kernel.game import TABLE
from tests.browser.conftest import DESK, PHONE
from tests.browser.test_page import Show
from tests.playthrough import golden_match

SIZES = {
    "desk": DESK,
    "full": {"width": 1920, "height": 1080},
    "upright": PHONE,
    "across": {"width": 740, "height": 360},
    "twice as large": {"width": 640, "height": 400},
    "frame": {"width": 480, "height": 320},
}


@pytest.mark.parametrize("game", GAMES)
def test_at_the_end_all_scores_and_who_won_at_every_beat_what_happened(shown: Show, game: str) -> None:
    match = golden_match(game)
    opened = shown(match, TABLE, len(match.steps))
    result = match.game.result(match.state)
    for name, size in SIZES.items():
        opened.tab.set_viewport_size(size)
        assert opened.tab.evaluate(HIDDEN, ".stand"), name
        stands = opened.tab.locator(".stand").all()
        assert [str(score) in one.inner_text() for one, score in zip(stands, result.scores, strict=True)], name
        won = [at for at, one in enumerate(stands, start=1) if "★" in one.inner_text()]
        assert tuple(won) == result.winners, name
        assert opened.tab.evaluate(UNSEEN) == [], name
        assert opened.tab.evaluate(WIDER) <= 0, name


HIDDEN = """wanted => [...document.querySelectorAll(wanted)].every(one => {
  const box = one.getBoundingClientRect();
  return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && box.width > 20;
})"""
WIDER = "document.documentElement.scrollWidth - innerWidth + document.documentElement.scrollHeight - innerHeight"
UNSEEN = """() => {
  const unseen = [];
  const now = document.getElementById('now');
  for (let before = ''; before !== location.hash; ) {
    before = location.hash;
    const frame = now.getBoundingClientRect();
    const told = document.getElementById('told').getBoundingClientRect();
    // Of the last step as a whole, which is all that led to the end, it is the first line.
    const whole = !before.includes('.') && !unseen.begun;
    const line = whole ? document.querySelector('#told p').getBoundingClientRect().top + 16 : told.bottom;
    const most = Math.min(frame.bottom, innerHeight) + 0.5;
    if (told.top < frame.top || line > most || told.right > innerWidth || now.scrollTop) unseen.push(before);
    unseen.begun = true;
    document.dispatchEvent(new KeyboardEvent('keydown', { key: ',' }));
  }
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'End' }));
  return [...unseen];
}"""
