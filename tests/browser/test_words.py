"""Words of the game lead to their rules, by finger, pointer and keys."""

from random import Random
from typing import Any
from uuid import UUID

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.kernel.terms import Glossary
from ludograph.domain.match.aggregate import Setting, start_match
from ludograph.replay.player.recording import Recording
from tests.browser.conftest import PHONE, Shown
from tests.browser.test_access import Objections, objections
from tests.browser.test_page import Show
from tests.playthrough import golden_match
from tests.worlds import STAMP, played_on

__all__ = ["objections"]
WORDS = "all => all.map(one => one.textContent)"


def explained(opened: Shown) -> str:
    return opened.text("#explained") if opened.tab.locator("#rules").is_visible() else ""


def typeset(rule: str) -> str:
    """A rule as it is read: what is typed stands in letters of its own, and no longer between backticks."""
    return rule.replace("`", "")


@pytest.mark.parametrize("settings", [{}, {"viewport": PHONE, "has_touch": True}])
def test_a_tap_on_a_word_opens_its_rule(shown: Show, settings: Any) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 3, **settings)
    word = opened.tab.locator("#told .term").first
    word.tap() if settings else word.click()
    text = word.text_content()
    assert text is not None
    assert explained(opened).startswith(text)
    assert typeset(Glossary(GAMES["sun-bid"]).of(text)[0].text) in explained(opened)
    assert opened.tab.locator("#explained code").all_inner_texts() == ["equal_pawns"]
    opened.press("Escape")
    assert not explained(opened)
    assert opened.at == 3


def test_a_key_tells_the_rules_of_all_that_is_told_and_closes_again(shown: Show) -> None:
    match = golden_match("sorcerous-futures")
    recording = Recording(match, 1)
    step = next(number for number, step in enumerate(match.steps, start=1) if "seal" in str(step.action).lower())
    opened = shown(match, 1, step)
    opened.press("w")
    wanted = {
        typeset(one.text)
        for text in (recording.scene(step).title, *recording.told(step))
        for _, one in recording.glossary.found(text)
    }
    assert wanted
    assert {*opened.tab.locator("#explained dd").all_inner_texts()} == wanted
    opened.press("ArrowRight")
    assert opened.at == step
    opened.press("w")
    assert not explained(opened)
    opened.press("ArrowRight")
    assert opened.at == step + 1


def test_words_are_one_stop_for_tab_and_have_arrows(shown: Show) -> None:
    opened = shown(golden_match("conundruze"), JUDGE, 20)
    for part in ("#now", "#table"):
        stops = opened.tab.locator(f"{part} .term[tabindex='0']")
        assert stops.count() == 1
        stops.focus()
        words = opened.tab.locator(f"{part} :is(#title, #told, h2, h3, dt) .term").evaluate_all(WORDS)
        opened.press("ArrowDown")
        focused = opened.tab.evaluate("document.activeElement.textContent")
        assert focused == words[1]
        assert opened.tab.locator(f"{part} .term[tabindex='0']").count() == 1
        for key in ("Enter", " "):
            opened.press(key)
            assert explained(opened).startswith(focused)
            opened.press("Escape")
            assert opened.tab.evaluate("document.activeElement.textContent") == focused
    assert opened.at == 20


@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_without_its_rule(shown: Show, game: str) -> None:
    """The page finds the same words as the program."""
    match = golden_match(game)
    recording = Recording(match, TABLE)
    opened = shown(match, TABLE)
    shown_at = opened.tab.evaluate(TOLD)
    assert len(shown_at) == len(match.steps) + 1
    for step, (told, cards, words) in enumerate(shown_at):
        texts = [recording.scene(step).title, *told]
        for card in sorted(cards, key=len, reverse=True):
            texts = [text.replace(card, "—") for text in texts]
        assert words == [word for text in texts for word, _ in recording.glossary.found(text)]


TOLD = """() => {
  const seen = [];
  for (let before = null; before !== location.hash; ) {
    const step = (hash) => hash && hash.split('.')[0];
    const isNew = step(before) !== step(location.hash);
    before = location.hash;
    if (isNew) seen.push(['#told p', '#told .mention', ':is(#title, #told) .term'].map(
      wanted => [...document.querySelectorAll(wanted)].map(one => one.textContent)));
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
  }
  return seen;
}"""
"""Sentences, cards and words that are shown at each step."""


def test_what_plays_stops_for_a_rule(shown: Show) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 3)
    opened.press(" ", "w")
    assert opened.text("#play-word") == "Play"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_rules_are_accessible(shown: Show, objections: Objections, scheme: str) -> None:
    opened = shown(golden_match("hand-of-the-hanataz"), JUDGE, 40, color_scheme=scheme)
    opened.press("w")
    assert objections(opened) == []


def test_no_name_is_a_word_of_the_game_or_breaks_the_search_for_them(shown: Show) -> None:
    game = GAMES["sun-bid"]
    match = start_match(game, UUID(int=1), Setting(("Bids", "a(b|c"), game.options(), None, "golden"), STAMP)
    opened = shown(played_on(match, Random(1)), TABLE)
    for step in range(4, 0, -1):
        opened.go(step)
        assert "Bids" not in opened.tab.locator(".term").evaluate_all(WORDS)
    assert "flips" in opened.tab.locator("#told .term").evaluate_all(WORDS)
