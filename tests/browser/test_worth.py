"""What each position was worth, in the page of a match that was judged."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ludograph.domain.judging.judged_match import JudgedMatch, ToldStep
from ludograph.domain.judging.judgement import JudgePlan
from ludograph.domain.judging.judging_work import judged_match
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.kernel.marks import ALL_SEATS
from ludograph.replay.page import page
from ludograph.replay.sentences.graded_moves import graded_moves
from ludograph.replay.sentences.judgement_sentences import shown_errors, shown_judgement
from ludograph.replay.sentences.judgement_units import Unit
from ludograph.replay.sentences.known_then import known_then
from ludograph.replay.timeline.timeline import Timeline
from tests.browser.conftest import DESK, PHONE, Shown
from tests.browser.test_access import Objections, objections  # noqa: F401
from tests.playthrough import golden_match

GAME = "sorcerous-futures"


@cache
def judgement() -> JudgedMatch:
    return judged_match(golden_match(GAME), JudgePlan(ALL_SEATS, 8))


@pytest.fixture(params=[DESK, PHONE])
def opened(chromium: Any, tmp_path: Path, request: Any) -> Iterator[Shown]:
    match, file = golden_match(GAME), tmp_path / "judged.html"
    file.write_text(page(match, JUDGE, judged={JUDGE: shown_judgement(match, judgement(), JudgePlan(ALL_SEATS, 8))}))
    shown = Shown(chromium, file, 6, viewport=request.param)
    yield shown
    shown.close()


def test_each_step_says_what_it_was_worth_and_only_what_was_reached_is_drawn(
    opened: Shown,
    objections: Objections,  # noqa: F811
) -> None:
    names, (first, *steps) = golden_match(GAME).players, (judgement().first, *judgement().steps)
    told = opened.text("#worth-told")
    assert all(f"{name} {steps[5].value[name]:.0%}".replace("%", " %") in told for name in names)
    opened.press("m")
    assert opened.tab.locator("#worth-lines g").count() == len(names)
    assert opened.tab.locator("#worth-lines .course").first.get_attribute("d").count("L") == 6
    assert "Now" in opened.text("#worth-sums")
    assert bars(opened) == [changed for name in names for changed in moved(steps[:6], name)]
    assert objections(opened) == []
    opened.press("m")
    opened.press("End", "m")
    rows, unit = opened.tab.locator("#worth-sums tbody tr").all_inner_texts(), Unit(alone=False)
    for name, row in zip(names, rows, strict=True):
        cells = [cell.strip().replace("\N{MINUS SIGN}", "-") for cell in row.split("\t")]
        sums = [of[name] for of in (judgement().luck, judgement().own_play, judgement().others_play)]
        start, end = unit.size(first.value[name]), unit.size(steps[-1].value[name])
        assert cells == [name, start, *map(unit.change, sums), end], "as the command tells it"


def bars(opened: Shown) -> list[list[int]]:
    """The steps that have a bar in each lane: luck, own play and others' play of each player."""
    drawn = opened.tab.locator("#worth-steps :is(.luck, .own, .others)")
    return [[int(step) for step in re.findall(r"M(\d+) 0V", one.get_attribute("d"))] for one in drawn.all()]


def moved(steps: Sequence[ToldStep], player: str) -> list[list[int]]:
    """The steps that changed something for a player by luck, those by their own play, and those by that of others."""
    parts = [(one.step, one.luck[player], one.own_play(player), one.others_play(player)) for one in steps]
    return [[part[0] for part in parts if part[at]] for at in (1, 2, 3)]


def test_a_decision_that_is_marked_tells_what_its_player_knew(opened: Shown) -> None:
    one = next(one for one in judgement().steps if one.error is not None and one.error.mark)
    opened.go(one.step)
    summary = opened.tab.locator("#notes summary")
    assert summary.inner_text() == f"What {one.actor} knew then"
    summary.click()
    told = opened.tab.locator("#notes details p").all_inner_texts()
    assert told == known_then(Timeline(golden_match(GAME), golden_match(GAME).steps[one.step - 1].actor), one.step)


def test_errors_and_good_moves_look_otherwise_on_the_timeline(opened: Shown) -> None:
    marks = [one.error.mark for one in judgement().steps if one.error is not None and one.error.mark]
    opened.press("End")
    ticks = opened.tab.locator("#ticks .judgement")
    assert ["good" in (one.get_attribute("class") or "").split() for one in ticks.all()] == [
        mark == "!" for mark in marks
    ]


def test_the_end_of_a_match_has_the_costliest_decisions_of_its_player(chromium: Any, tmp_path: Path) -> None:
    match, file = golden_match(GAME), tmp_path / "own.html"
    sure = {one.actor: one.step for one in judgement().steps if one.error is not None and one.error.sure}
    name, step = next(iter(sure.items()))
    seat = match.players.index(name) + 1
    shown_to = shown_errors(match, judgement(), JudgePlan(ALL_SEATS, 8), name)
    file.write_text(page(match, seat, judged={seat: shown_to}))
    shown = Shown(chromium, file, step)
    box = shown.tab.locator("#ending .lost")
    assert not box.is_visible()
    shown.press("End")
    assert "costliest decision" in box.inner_text()
    assert f"{name}: " in box.inner_text()
    box.get_by_role("button", name=f"Step {step}", exact=True).click()
    assert shown.at == step
    shown.close()


def test_an_answer_is_measured_by_what_was_found_best(opened: Shown) -> None:
    one = next(one for one in judgement().steps if one.error is not None and one.error.mark)
    opened.press("Home", "e")
    opened.tab.locator("#guess").select_option("whoever erred, as it was judged")
    opened.tab.get_by_role("button", name="To the end").click()
    for number in opened.tab.locator("#question input").all()[:1]:
        number.fill(number.get_attribute("min"))
    opened.tab.locator("#question .answers button").first.click()
    assert one.error is not None
    graded = graded_moves(golden_match(GAME), one.step, one.error)
    told = opened.text("#guessed")
    assert any(grade.said in told for grade in (*(grade for _, grade in graded.moves), graded.others))
    known = graded.others.said not in told
    assert bool(re.search("[01] of 1 as good as the best found so far", told)) == known


def test_errors_are_asked_again_before_they_are_shown(opened: Shown) -> None:
    marked = [one.step for one in judgement().steps if one.error is not None and one.error.mark]
    opened.press("Home", "e")
    opened.tab.locator("#guess").select_option("whoever erred, as it was judged")
    opened.tab.get_by_role("button", name="To the end").click()
    assert opened.at == marked[0] - 1
    opened.tab.locator("#question").wait_for()
    opened.tab.get_by_role("button", name="Show it").click()
    assert opened.at == marked[0]
    assert "Better: " in opened.text("#notes") or "Others: " in opened.text("#notes")
