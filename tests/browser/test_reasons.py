"""Scores part by part on the cards of a page, and the switch that leaves reasons out."""

from ludograph.domain.kernel.game import TABLE
from ludograph.replay.beats.beats import beats_of
from ludograph.replay.timeline.timeline import Timeline
from tests.browser.test_page import Show
from tests.playthrough import golden_match


def test_each_part_of_a_score_rings_its_cards(shown: Show) -> None:
    match = golden_match("sun-bid")
    timeline = Timeline(match, TABLE)
    step = next(at for at in range(len(timeline)) if any(beat.part for beat in beats_of(timeline, at)))
    opened = shown(match, TABLE, step)
    for beat in beats_of(timeline, step):
        if beat.part is None:
            continue
        opened.tab.evaluate(f"location.hash = '#{step}.{beat.number}'")
        opened.tab.locator("#number", has_text=f"{step}.{beat.number} ").wait_for()
        assert opened.text("#told") == beat.told[0]
        ringed = opened.tab.evaluate(
            "[...document.querySelectorAll('#table .card.named')].map(one => one.dataset.code)"
        )
        assert {*ringed} == {*beat.part.cards}


def test_the_ending_has_a_table_of_parts_whose_cards_are_shown_large(shown: Show) -> None:
    match = golden_match("sorcerous-futures")
    opened = shown(match, TABLE, len(match.steps))
    opened.press("End")
    opened.tab.locator(".parts summary").click()
    cell = opened.tab.locator(".parts td [data-code]").first
    cell.click()
    assert opened.tab.locator("#large").is_visible()
    assert " each" in opened.text(".parts tbody")


def test_one_switch_leaves_the_reasons_out_and_the_next_page_remembers(shown: Show) -> None:
    match = golden_match("last-years-magic")
    timeline = Timeline(match, TABLE)
    step, beat = next(
        (at, one.number)
        for at in range(len(timeline))
        for one in beats_of(timeline, at)
        if any("the highest" in sentence for sentence in one.told)
    )
    opened = shown(match, TABLE, step)
    opened.tab.evaluate(f"location.hash = '#{step}.{beat}'")
    opened.tab.locator("#told", has_text="the highest").wait_for()
    opened.press("t")
    assert "the highest" not in opened.text("body")
    opened.tab.reload()
    opened.tab.locator("#told p").first.wait_for()
    assert "the highest" not in opened.text("body")
    opened.tab.locator("#help-open").click()
    opened.tab.locator("#terse").click()
    assert "the highest" in opened.text("#told")
