"""What counts is in sight on every size without scrolling: the sentence at every beat, at the end scores and winner."""

from pathlib import Path

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.store.recorder import Recorder
from tests.browser.conftest import DESK, PHONE
from tests.browser.test_page import Show
from tests.large import ALL, large
from tests.playthrough import golden_match
from tests.test_samples import OURS, SAMPLES, imported

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
    """At the end on every size; of what happened each size has a part of the match, or all of it where all is taken."""
    match = golden_match(game)
    opened = shown(match, TABLE, len(match.steps))
    result = match.game.result(match.state)
    part = -(-len(match.steps) // len(SIZES))
    for number, (name, size) in enumerate(SIZES.items()):
        opened.go(len(match.steps))
        opened.tab.set_viewport_size(size)
        assert opened.tab.evaluate(HIDDEN, ".stand"), name
        stands = opened.tab.locator(".stand").all()
        assert [str(score) in one.inner_text() for one, score in zip(stands, result.scores, strict=True)], name
        won = [at for at, one in enumerate(stands, start=1) if "★" in one.inner_text()]
        assert tuple(won) == result.winners, name
        assert opened.tab.evaluate(WIDER) <= 0, name
        first, last = (0, len(match.steps)) if ALL else (number * part, min((number + 1) * part, len(match.steps)))
        opened.go(last)
        assert opened.tab.evaluate(UNSEEN, first) == [], name
        assert opened.tab.evaluate(WIDER) <= 0, name


@pytest.mark.parametrize("size", ["upright", "across"])
@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_cards_that_are_marked_are_in_sight_at_every_beat(shown: Show, game: str, size: str) -> None:
    """All of them where the screen is high enough, else some; stepping on and back, and whoever is to act."""
    match = golden_match(game)
    opened = shown(match, JUDGE, len(match.steps), viewport=SIZES[size])
    beats = 1000 if ALL else 8
    found = opened.tab.evaluate(STRAYED, beats)
    assert found["marked"]
    assert found["strayed"] == []


@large
@pytest.mark.skipif(not OURS, reason="the shared samples are not beside this checkout")
@pytest.mark.parametrize("name", [name for name, known in OURS.items() if known["status"] != "refused"])
def test_so_they_are_in_the_shared_samples(shown: Show, tmp_path: Path, name: str) -> None:
    with Recorder(tmp_path / "store.sqlite") as recorder:
        outcome = imported(recorder, SAMPLES / name)
        assert outcome.match is not None
        match = recorder.load(outcome.match)
    for size in ("upright", "across"):
        opened = shown(match, JUDGE, len(match.steps), viewport=SIZES[size])
        assert opened.tab.evaluate(STRAYED, 1000)["strayed"] == [], size


STRAYED = """beats => {
  const strayed = [];
  let marked = 0;
  const frame = document.getElementById('below');
  const look = () => {
    const { top, height } = frame.getBoundingClientRect();
    const all = [...document.querySelectorAll('#table :is(.card.moved, .card.named, .heap.moved)')]
      .map(one => one.getBoundingClientRect());
    if (!all.length) return;
    marked += 1;
    const inside = all.filter(one => one.top >= top - 1 && one.bottom <= top + height + 1);
    const span = Math.max(...all.map(one => one.bottom)) - Math.min(...all.map(one => one.top));
    if (!inside.length || (span + 16 <= height && inside.length < all.length)) {
      strayed.push(`${location.hash}: ${inside.length} of ${all.length}`);
    }
  };
  for (const key of [',', '.']) {
    for (let count = 0, before = ''; count < beats && location.hash !== before; count += 1) {
      before = location.hash;
      look();
      document.dispatchEvent(new KeyboardEvent('keydown', { key }));
    }
  }
  look();
  return { marked, strayed };
}"""
HIDDEN = """wanted => [...document.querySelectorAll(wanted)].every(one => {
  const box = one.getBoundingClientRect();
  return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && box.width > 20;
})"""
WIDER = "document.documentElement.scrollWidth - innerWidth + document.documentElement.scrollHeight - innerHeight"
UNSEEN = """first => {
  const unseen = [];
  const now = document.getElementById('now');
  const step = () => parseInt(location.hash.slice(1) || '0', 10);
  for (let before = ''; before !== location.hash && step() >= first; ) {
    before = location.hash;
    const frame = now.getBoundingClientRect();
    const told = document.getElementById('told').getBoundingClientRect();
    // Of a step as a whole, from which one comes to its beats, it is the first line.
    const whole = !before.includes('.') && !unseen.begun;
    const line = whole ? document.querySelector('#told p').getBoundingClientRect().top + 16 : told.bottom;
    const most = Math.min(frame.bottom, innerHeight) + 0.5;
    if (told.top < frame.top || line > most || told.right > innerWidth || now.scrollTop) unseen.push(before);
    unseen.begun = true;
    document.dispatchEvent(new KeyboardEvent('keydown', { key: ',' }));
  }
  return [...unseen];
}"""
