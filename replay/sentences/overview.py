"""A match at a glance: what everybody had at each step, who thought how long, and what is worth a look on the way."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Final, Literal, NamedTuple

from ludograph.domain.kernel.game import PerSeat, Seat
from ludograph.domain.kernel.worth import Value
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.sentences.notes import Kind, StepNotes

LONG: Final = 30.0
"""Seconds under which nobody has thought long."""
TIMES: Final = 3
"""A long think takes so many times as long as half of the steps."""


class Mark(NamedTuple):
    """Something on the way: at which step, of what kind, and in words; `place` is its number in what is said there."""

    step: int
    kind: Kind | Literal["think"]
    text: str
    place: int | None = None


class MatchOverview(NamedTuple):
    """A match as one looks over it."""

    lines: tuple[tuple[Value, ...], ...]
    """By seat what counted for each after each step, None where that cannot be said."""
    marks: tuple[Mark, ...]
    """In the order of the steps."""
    took: Mapping[int, float]
    """By step the seconds since the step before, where the record has times."""


def match_overview(
    match: Match, said: Mapping[int, Sequence[StepNotes]], values: Iterable[PerSeat[Value]]
) -> MatchOverview:
    """A match at a glance: what was `said` of its steps, and what counted after each as an observer knows both."""
    lines, took = tuple(zip(*values, strict=True)), think_times(match)
    return MatchOverview(lines, marks_of(match, said, took), took)


def marks_of(match: Match, said: Mapping[int, Sequence[StepNotes]], took: Mapping[int, float]) -> tuple[Mark, ...]:
    """The marks on the way: what was said of its steps, and long thinks."""
    return tuple(_marks(match, said, took))


def think_times(match: Match) -> dict[int, float]:
    """By step the seconds since the step before, where it is recorded when both happened."""
    found = {}
    for before, step in zip(match.steps, match.steps[1:], strict=False):
        if before.happened_at is not None and step.happened_at is not None:
            seconds = (step.happened_at - before.happened_at).total_seconds()
            if seconds >= 0:
                found[step.number] = seconds
    return found


def thought_in_all(match: Match, took: Mapping[int, float], last: int | None = None) -> dict[Seat, float]:
    """How long each seat thought in all, or up to a step; only who has a step with a time."""
    found: dict[Seat, float] = {}
    for step, seconds in took.items():
        actor = match.steps[step - 1].actor
        if actor > 0 and (last is None or step <= last):
            found[actor] = found.get(actor, 0) + seconds
    return dict(sorted(found.items()))


def long_thinks(took: Mapping[int, float]) -> list[int]:
    """The steps that took much longer than others."""
    if not took:
        return []
    least = max(LONG, TIMES * median(took.values()))
    return [step for step, seconds in took.items() if seconds >= least]


def duration(seconds: float) -> str:
    """A time as one says it: `45 s`, `4:12`, `1:02:03`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}" if minutes else f"{rest} s"


def _marks(match: Match, said: Mapping[int, Sequence[StepNotes]], took: Mapping[int, float]) -> Iterable[Mark]:
    thinks = set(long_thinks(took))
    for step in range(len(match.steps) + 1):
        if step in thinks:
            who = match.name(match.steps[step - 1].actor)
            yield Mark(step, "think", visible(f"{who} thought for {duration(took[step])}."))
        for place, one in enumerate(said.get(step, ())):
            if one.kind != "agreement":
                yield Mark(step, one.kind, visible(one.text), place)
