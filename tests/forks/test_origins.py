"""A fork without another move, gone on as its origin was, equals it in all views, of whatever record it is one."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from ludograph.domain.corrections.amend import NothingToAmend, Reason, Unamendable, corrected_match, replaced
from ludograph.domain.exchange.exporter import action_line, line_text
from ludograph.domain.forks.continuation import gone_on_as_played
from ludograph.domain.forks.fork import NewFork, forked
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.views import concealed
from ludograph.domain.notation.values import ValueWriter
from ludograph.domain.store.recorder import Recorder
from tests.large import some
from tests.test_samples import OURS, SAMPLES, imported
from tests.worlds import STAMP, observers, stamp

WHOLE = [name for name, known in OURS.items() if known["status"] != "refused"]
EVERY = 9
"""In every run one sample of so many; `LUDOGRAPH_LARGE=1` takes all of them."""

pytestmark = pytest.mark.skipif(not WHOLE, reason="the shared samples are not beside this checkout")


def as_it_is(match: Match) -> Match:
    """The record of the sample."""
    return match


def with_a_takeback(match: Match) -> Match:
    """The match of which some steps were taken back and played again."""
    to = len(match.steps) - min(3, len(match.steps))
    again = match.take_back(to, "too fast", STAMP)
    done = gone_on_as_played(again, match, to + 1, stamp)
    assert done.refused is None
    return done.match


def with_a_correction(match: Match) -> Match:
    """The match of which a step was put right: the last one that may have been another."""
    for number in range(len(match.steps), 0, -1):
        for line in others(match, number):
            try:
                return corrected_match(match, replaced(match, number, [line]), Reason("misheard"), STAMP).match
            except (Unamendable, NothingToAmend):
                continue
    return match


def others(match: Match, number: int) -> Iterator[str]:
    """Some actions that might have been a step instead, as they are typed."""
    step, random, writer = match.steps[number - 1], Random(number), ValueWriter(match.players, unknown=UNKNOWN)
    for choice in match.game.choices(match.states[number - 1], step.actor):
        action = choice.action(**{name: random.choice(values) for name, values in choice.values.items()})
        if action != step.action:
            done = action_line(replace(step, action=action, drawn=(), shuffled=None, note="", by=""), writer)
            yield line_text(match, {key: value for key, value in done.items() if key != "at"})


KINDS: list[Callable[[Match], Match]] = [as_it_is, with_a_takeback, with_a_correction]


def seen(match: Match) -> list[Any]:
    """Every step with the state after it, as everybody knows both."""
    return [
        (observer, view.actor, view.action, view.drawn, view.facts, match.view(observer, step.number))
        for observer in observers(match)
        for step in match.steps
        for view in (concealed(step, observer),)
    ]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("name", some(WHOLE, EVERY))
def test_it_equals_its_origin_in_all_views(name: str, kind: Callable[[Match], Match], tmp_path: Path) -> None:
    with Recorder(tmp_path / "store.sqlite") as recorder:
        id = imported(recorder, SAMPLES / name).match
        assert id is not None
        origin = kind(recorder.load(id))
    last = len(origin.steps)
    expected = seen(origin)
    for at in sorted({0, 1, last // 3, last // 2, last - 1, last} & {*range(last + 1)}):
        fork = forked(origin, at, NewFork(UUID(int=7), stamp))
        done = gone_on_as_played(fork, origin, at + 1, stamp)
        assert (done.refused, done.taken) == (None, last - at), at
        assert seen(done.match) == expected, at
        assert done.match.state == origin.state
