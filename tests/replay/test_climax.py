"""What is decided in a step, which beat of it is shown, and what everybody shows then; in every game, for everybody."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, replace
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.beats.beats import beats_of
from ludograph.replay.beats.climax import Stage, climax_of, stage_of
from ludograph.replay.drawing.picture import picture
from ludograph.replay.page.page_record import page_record
from ludograph.replay.player.session import ReplaySession
from ludograph.replay.timeline.timeline import Timeline
from tests.large import most_slow, slow_but, times
from tests.playthrough import golden_match
from tests.replay.playing import pressed
from tests.test_samples import OURS, SAMPLES, imported
from tests.twins import Twins, run

RECORDED = [name for name, known in OURS.items() if known["status"] != "refused"]


def sample(name: str, folder: Path) -> Match:
    """A sample as it is recorded."""
    with Recorder(folder / "store.sqlite") as recorder:
        outcome = imported(recorder, SAMPLES / name)
        assert outcome.match is not None
        return recorder.load(outcome.match)


def stage_at(match: Match, step: int, observer: Observer = TABLE) -> Stage:
    """What is shown of a step in which something is decided."""
    timeline = Timeline(match, observer)
    stage = stage_of(timeline, step, climax_of(timeline, step))
    assert stage is not None
    return stage


def test_a_showdown_is_shown_before_the_cards_are_cleared_away() -> None:
    """Step 13 of 31: Dan wins with Two Twins what others staked, and then they are broke."""
    match = golden_match("fools-down")
    timeline = Timeline(match, TABLE)
    assert climax_of(timeline, 13) == 2 < len(beats_of(timeline, 13))
    stage = stage_at(match, 13)
    assert stage.title == "Showdown"
    first, *others = stage.entries
    assert first.shown.won
    assert first.shown.cards == first.shown.ringed
    assert first.gain.startswith("+")
    assert stage.winners == {first.shown.seat}
    assert not any(one.shown.won for one in others)


def test_whoever_wins_pots_gains_what_they_hold_and_not_what_comes_back_to_them(tmp_path: Path) -> None:
    """Chips that nobody matched go back in the same step."""
    compared = 0
    for name in [one for one in RECORDED if one.startswith("fools-down")][:30]:
        match = sample(name, tmp_path / name)
        timeline = Timeline(match, TABLE)
        for step in range(1, len(timeline)):
            stage = stage_of(timeline, step, climax_of(timeline, step))
            pots = [fact for fact in timeline[step].facts if type(fact).__name__ == "PotAwarded"]
            if stage is None or stage.title not in ("Showdown", "Unopposed") or not pots:
                continue
            gains = {one.shown.seat: one.gain for one in stage.entries if one.gain and one.shown.seat}
            paid = {seat: sum(one.shares[seat - 1] for one in pots) for seat in gains}
            assert gains == {seat: f"+{chips}" for seat, chips in paid.items()}, (name, step)
            assert sum(paid.values()) == sum(sum(one.shares) for one in pots), (name, step)
            compared += 1
    assert compared > 15


def test_bids_are_shown_beside_each_other_the_highest_first() -> None:
    match = golden_match("sorcerous-futures")
    stage = stage_at(match, 29)
    assert stage.title == "Bids"
    card, *bids = stage.entries
    assert (card.shown.seat, len(card.shown.cards)) == (None, 1)
    amounts = [int(one.shown.said.split()[-1]) for one in bids]
    assert amounts == sorted(amounts, reverse=True)
    assert [one.shown.won for one in bids] == [True] + [False] * (len(bids) - 1)


def test_nothing_is_decided_in_the_setup_nor_where_a_step_tells_one_thing() -> None:
    for game in GAMES:
        timeline = Timeline(golden_match(game), TABLE)
        assert climax_of(timeline, 0) == 0
        assert stage_of(timeline, 0, 0) is None
        single = [step for step in range(len(timeline)) if len(beats_of(timeline, step)) == 1]
        assert not any(climax_of(timeline, step) for step in single)


def test_a_game_that_names_nothing_shows_what_is_turned_up() -> None:
    """What was seen before decides nothing."""
    match = golden_match("last-years-magic")
    plain = replace(match, game=replace(match.game, decisive={}))
    timeline = Timeline(plain, TABLE)
    found = {step: climax_of(timeline, step) for step in range(len(timeline)) if climax_of(timeline, step)}
    assert found
    for step, beat in found.items():
        stage = stage_of(timeline, step, beat)
        assert stage is not None
        assert stage.title == "Shown"
        assert any(one.shown.cards for one in stage.entries)


@pytest.mark.parametrize("name", most_slow(RECORDED, 8))
def test_of_each_step_a_step_on_shows_its_climax_with_every_card_that_is_told_of(name: str, tmp_path: Path) -> None:
    match = sample(name, tmp_path)
    session, timeline = ReplaySession(match, TABLE), Timeline(match, TABLE)
    for step in range(1, len(timeline)):
        beats, climax = beats_of(timeline, step), climax_of(timeline, step)
        session.step(1)
        assert (session.at, session.beat) == (step, climax)
        if climax:
            session.step(1)
            assert (session.at, session.beat) == (step, len(beats)), "what comes of it is seen before the next step"
            session.step(-1)
            assert (session.at, session.beat) == (step, climax)
            session.step(1)
        stage = stage_of(timeline, step, climax)
        if stage is None:
            assert climax == 0
            continue
        told = beats[climax - 1].about
        shown = {card for one in stage.entries for card in one.shown.cards}
        assert {card for _, card in told} <= shown, f"step {step}.{climax}"
    steps = page_record(match, TABLE)["steps"]
    assert [one.get("climax", 0) for one in steps] == [climax_of(timeline, step) for step in range(len(timeline))]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("game", most_slow(list(GAMES), 3))
def test_on_a_terminal_every_card_that_decides_is_in_sight(game: str, size: tuple[int, int]) -> None:
    match = golden_match(game)
    timeline = Timeline(match, TABLE)
    steps = [step for step in range(len(timeline)) if stage_of(timeline, step, climax_of(timeline, step))]
    for step in steps[:: max(len(steps) // times(3, 1000), 1)]:
        climax = climax_of(timeline, step)
        stage = stage_of(timeline, step, climax)
        assert stage is not None
        screen = pressed(ReplaySession(match, TABLE, step), size=size)
        assert stage.title.upper() in screen
        told = {card for _, card in beats_of(timeline, step)[climax - 1].about}
        assert not [card for card in told if card not in screen], f"step {step}"


@pytest.mark.parametrize("game", [game for game in GAMES if golden_match(game).players])
def test_a_picture_of_a_step_shows_what_is_decided_in_it(game: str) -> None:
    match = golden_match(game)
    timeline = Timeline(match, JUDGE)
    step = next(step for step in range(len(timeline)) if climax_of(timeline, step))
    stage = stage_at(match, step, JUDGE)
    assert f">{stage.title.upper()}</text>" in picture(match, JUDGE, step)
    assert f">{stage.title.upper()}</text>" not in picture(match, JUDGE, step - 1, 1)


def differently_decided(twins: Twins, random: Random, counts: Counter[str]) -> Iterator[str]:
    """Those who cannot tell twins apart, and yet are shown something else where something is decided."""
    for eyes in random.sample(twins.blind, min(len(twins.blind), 3)):
        one, other = Timeline(twins.one, eyes), Timeline(twins.other, eyes)
        for step in range(len(one)):
            if climax_of(one, step) != climax_of(other, step):
                yield f"the climax of step {step} of {eyes}"
            for beat in range(len(beats_of(one, step)) + 1):
                shown = stage_of(one, step, beat)
                counts["compared"] += shown is not None
                if shown != stage_of(other, step, beat):
                    yield f"the stage of {step}.{beat} of {eyes}"


@pytest.mark.parametrize("game", slow_but(GAMES, "fools-down", "conundruze"))
def test_what_decides_tells_nobody_what_they_have_not_seen(game: str) -> None:
    counts: Counter[str] = Counter()
    assert not list(run(game, 2, 11, counts, differently_decided))
    assert counts["compared"] or game != "fools-down"
