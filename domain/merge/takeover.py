"""A record of a match that went apart from ours takes the place of ours, as a correction; ours stays readable."""

from collections.abc import Callable, Iterator
from typing import Any

from ludograph.domain.match.aggregate import Match, Stamp, rebuilt
from ludograph.domain.match.events import (
    AnyRedecided,
    AnyStep,
    Event,
    MatchAbandoned,
    MatchReopened,
    NoteAdded,
    ResultConfirmed,
    RulingMade,
    RulingWithdrawn,
    StepsAmended,
    Was,
    begun,
    redecided,
)
from ludograph.domain.match.final_result import in_force, rulings_on, status_of
from ludograph.domain.match.history import standing_steps
from ludograph.domain.match.officials_view import officials_of

COMPARED = ("actor", "action", "drawn", "shuffled", "facts", "happened_at", "by", "note")


def parted_at(ours: Match, theirs: Match, common: int) -> int:
    """The first step that stands otherwise in two records, 0 for the start.

    Where none does, the step at which they had that many events in common.
    """
    at = _first_other(ours, theirs)
    shared = rebuilt(None, ours.history[:common]) if at is None else None
    return at or (len(shared.steps) if shared else 0)


def _first_other(ours: Match, theirs: Match) -> int | None:
    """The first step that stands otherwise, 0 for the start; None where all say the same, whenever it was recorded."""
    if ours.game is not theirs.game or begun(ours.start) != begun(theirs.start):
        return 0
    for number, pair in enumerate(zip(ours.steps, theirs.steps, strict=False), start=1):
        one, other = ([getattr(step, name) for name in COMPARED] for step in pair)
        if one != other:
            return number
    ends = sorted((len(ours.steps), len(theirs.steps)))
    return ends[0] + 1 if ends[0] < ends[1] else None


def taken_over(ours: Match, theirs: Match, common: int, reason: str, by: str, stamp: Callable[[], Stamp]) -> Match:
    """Our match with their start and steps in the place of ours, and what was said and decided there since."""
    first = _first_other(ours, theirs)
    at = len(theirs.steps) + 1 if first is None else first
    steps = tuple(_again(step, theirs, common) for step in theirs.steps[max(at - 1, 0) :])
    start = begun(theirs.start) if at == 0 else None
    said = {"at": at, "how": "merge", "reason": reason, "start": start, "steps": steps, "other": theirs.head}
    now = ours.add(StepsAmended, stamp(), by, **said)
    told = [one for one in _since(theirs, common) if not _is_said(now, *one)]
    told += _withdrawn(now, theirs, common)
    if now.abandoned and (not theirs.abandoned or any(kind is not NoteAdded for kind, _, _ in told)):
        now = _as_there(now, theirs, MatchReopened, reason, by, stamp())  # nobody rules on one that is abandoned
    for kind, who, what in told:
        now = now.add(kind, stamp(), who, **what)
    if theirs.abandoned and status_of(now) == "running":  # one that a correction brought to its end stays that
        now = _as_there(now, theirs, MatchAbandoned, reason, by, stamp())
    return now


def _as_there(
    now: Match, theirs: Match, kind: type[MatchAbandoned | MatchReopened], reason: str, by: str, stamp: Stamp
) -> Match:
    """The match abandoned or reopened, for the reason that it was there last, else for that of the taking over."""
    why = next((event for event in reversed(theirs.history) if isinstance(event, kind)), None)
    said = {"reason": why.reason, "public": why.public} if why else {"reason": reason}
    return now.add(kind, stamp, why.by if why else by, **said)


def _again(step: AnyStep, theirs: Match, common: int) -> AnyRedecided:
    """A step of theirs as it stands in the correction: who entered it and when is kept, and notes on it if shared."""
    event, number = step.originator_version, step.number
    while event > common:
        holder = theirs.history[event - 1]
        held = holder.steps if isinstance(holder, StepsAmended) else ()
        was = next((one.was for one in held if one.number == number), None)
        if was is None:
            return redecided(step, None, step.recorded_at)
        event, number = was.event, was.step
    return redecided(step, Was(event, number), step.recorded_at)


AddedEvent = tuple[type[Event], str, dict[str, Any]]


def _since(theirs: Match, common: int) -> Iterator[AddedEvent]:
    """What was entered about the match there, but is no step: notes that stand, rulings, agreements to the result."""
    stand = {id(one): number for number, told in enumerate(standing_steps(theirs)) for one in told.related}
    for event in theirs.history[common:]:
        if isinstance(event, NoteAdded) and id(event) in stand:
            yield NoteAdded, event.by, _copied(event) | {"step": stand[id(event)]}
    for ruling in officials_of(theirs).rulings:
        if ruling.event.originator_version > common:
            yield RulingMade, ruling.event.by, _copied(ruling.event)
    for one in in_force(theirs):
        yield ResultConfirmed, theirs.history[one.event - 1].by, {"seat": one.seat}


def _withdrawn(ours: Match, theirs: Match, common: int) -> Iterator[AddedEvent]:
    """The rulings that were withdrawn there and hold here: those of before, and those that were taken over already."""
    made = rulings_on(theirs).made
    for event in theirs.history[common:]:
        if not isinstance(event, RulingWithdrawn):
            continue
        there = made[event.number]
        for number, here in rulings_on(ours).standing.items():
            same = here.originator_version == there.originator_version
            if same if there.originator_version <= common else (here.by, _copied(here)) == (there.by, _copied(there)):
                yield RulingWithdrawn, event.by, _copied(event) | {"number": number}
                break


def _copied(event: NoteAdded | RulingMade | RulingWithdrawn) -> dict[str, Any]:
    """What an event says, without what every event has: the fields of its own class."""
    return {name: getattr(event, name) for name in event.__struct_fields__ if name not in Event.__struct_fields__}


def _is_said(match: Match, kind: type[Event], by: str, what: dict[str, Any]) -> bool:
    """Whether the match has it already: the same was entered at both places."""
    if kind is ResultConfirmed:
        return False
    said = standing_steps(match)[what["step"]].related if kind is NoteAdded else match.history
    same = [name for name in what if name != "step"]
    return any(
        isinstance(event, kind) and event.by == by and all(getattr(event, name) == what[name] for name in same)
        for event in said
    )
