"""Two matches with one deal beside each other: which steps are shown together, as one observer knows both."""

from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from ludograph.domain.kernel.game import Seat
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.parting import step_apart
from ludograph.replay.timeline.timeline import Timeline


class AlignedSteps(NamedTuple):
    """How far both matches have come: after which step of each."""

    one: int
    other: int


class Alignment(NamedTuple):
    """All rows from the setup on, and the place of the first at which the matches are not the same any more."""

    rows: tuple[AlignedSteps, ...]
    parted: int


class Decision(NamedTuple):
    """By what a step is known again in another match: the round, who acts, and how often they did in it since then."""

    round: str
    actor: Seat
    time: int


def table_name(match: Match) -> str:
    """What a table of a deal is called: the id of its file, its table of a round, or the beginning of its own id."""
    return match.start.source or str(match.id)[:8]


def aligned(one: Timeline, other: Timeline) -> Alignment:
    """Two matches as the same observer knows them, step by step beside each other.

    Up to where they part they go on together. From there on decisions of the same player stand beside each other,
    counted anew in each round, and in a row of its own what has none in the other match.
    """
    first = step_apart(one.match, other.match, one.observer)
    rows = [AlignedSteps(step, step) for step in range(first)]
    known, beside = (list(_decisions(timeline, first)) for timeline in (one, other))
    for kind, start, end, other_start, other_end in SequenceMatcher(None, known, beside, autojunk=False).get_opcodes():
        if kind == "equal":
            rows += [AlignedSteps(first + at, first + at + other_start - start) for at in range(start, end)]
        else:
            rows += [AlignedSteps(first + at, rows[-1].other) for at in range(start, end)]
            rows += [AlignedSteps(rows[-1].one, first + at) for at in range(other_start, other_end)]
    return Alignment(tuple(rows), first)


def _decisions(timeline: Timeline, first: int) -> Iterator[Decision]:
    game, counts = timeline.match.game, Counter[tuple[str, Seat]]()
    for number in range(first, len(timeline)):
        frame = timeline[number]
        assert frame.step is not None
        begun = game.scene(frame.before).round
        within = begun.label if begun else "", frame.step.actor
        counts[within] += 1
        yield Decision(*within, counts[within])


__all__ = ["AlignedSteps", "Alignment", "aligned", "table_name"]
