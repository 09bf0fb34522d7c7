"""Matches from another store: their rows as they are, digests and all; of two that went apart one is told to stand."""

from collections.abc import Iterator
from typing import Literal, NamedTuple
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.sentences import counted
from domain.records.events import RecordKept, StepsAmended
from domain.records.match import Match, rebuilt
from domain.records.recorder import UNFOLDABLE, Recorder, head_of
from domain.records.sqlite import Clash
from domain.records.takeover import parted_at, taken_over
from domain.records.verify import Chain, Finding, chain, verify

Status = Literal["copied", "carried on", "already", "apart", "kept", "damaged"]
TRIES = 3
"""So often a match is looked at again that somebody else records at the same time."""


class Carried(Struct, frozen=True):
    """What became of one match of the other store."""

    match: UUID
    status: Status
    events: int = 0
    """How many were recorded here; where two records went apart, how many the other has since."""
    steps: int = 0
    """How many steps stand there."""
    step: int | None = None
    """The step at which two records went apart, 0 for the start."""
    error: str = ""


class Keep(NamedTuple):
    """Which of two records that went apart is to stand, why, and who says so."""

    whose: Literal["ours", "theirs"]
    reason: str = ""
    by: str = ""


class Merger:
    """Takes matches from one store into another, each whole or not at all. The first is never written."""

    def __init__(self, source: Recorder, target: Recorder, keep: Keep | None = None) -> None:
        self.source = source
        self.target = target
        self.keep = keep

    def take(self, id: UUID) -> Carried:
        """Takes one match. Raises `StoreError` where the target cannot be written."""
        for _ in range(TRIES - 1):
            try:
                return self._take(id)
            except Clash:
                continue
        return self._take(id)

    def _take(self, id: UUID) -> Carried:
        there, here = chain(self.source, id), chain(self.target, id)
        theirs = _built(there)
        if isinstance(theirs, Finding):
            return Carried(id, "damaged", error=_said(theirs))
        if not here.rows and here.head is None:
            return self._copy(there, theirs, 0)
        ours = _built(here)
        if isinstance(ours, Finding):
            return Carried(id, "damaged", steps=len(theirs.steps), error=f"The match here is damaged: {_said(ours)}")
        common = _common(ours, theirs)
        if common == theirs.version or theirs.head in _settled(ours):
            return Carried(id, "already", steps=len(theirs.steps))
        if common == ours.version:
            return self._copy(there, theirs, common)
        return self._apart(ours, theirs, common)

    def _copy(self, there: Chain, theirs: Match, common: int) -> Carried:
        """Adds the rows after the common ones, as they are."""
        rows = [StoredEvent(theirs.id, row.version, row.topic, row.state) for row in there.rows[common:]]
        self.target.store(rows, [head_of(theirs)])
        return Carried(theirs.id, "carried on" if common else "copied", len(rows), len(theirs.steps))

    def _apart(self, ours: Match, theirs: Match, common: int) -> Carried:
        step = parted_at(ours, theirs, common)
        told = Carried(theirs.id, "apart", theirs.version - common, len(theirs.steps), step)
        if self.keep is None:
            return replace(told, error=f"{_difference(ours, theirs, common, step)} {DECIDE}")
        if self.keep.whose == "ours":
            said = {"other": theirs.head, "parted_at": step, "reason": self.keep.reason}
            return self._decide(ours, ours.add(RecordKept, self.target.stamp(), self.keep.by, **said), told)
        if theirs.game.id != ours.game.id:
            return replace(told, error=f"There it is a match of {theirs.game.id}, so that it cannot be taken over.")
        finding = verify(self.source, theirs.id).finding
        if finding is not None:
            return replace(told, status="damaged", error=_said(finding))
        now = taken_over(ours, theirs, common, self.keep.reason, self.keep.by, self.target.stamp)
        return self._decide(ours, now, told)

    def _decide(self, ours: Match, now: Match, told: Carried) -> Carried:
        self.target.record(now)
        return replace(told, status="kept", events=now.version - ours.version, steps=len(now.steps))


DECIDE = "`--keep ours` or `--keep theirs` decides."


def of_tournament(recorder: Recorder, ids: list[UUID], event: str) -> Iterator[UUID]:
    """Those of the matches that belong to a tournament; and the damaged ones, of which nobody can tell."""
    for id in ids:
        match = _built(chain(recorder, id))
        if isinstance(match, Finding) or match.start.event.casefold() == event.casefold():
            yield id


def _built(found: Chain) -> Match | Finding:
    """The match, or what is wrong with it."""
    if found.finding is not None:
        return found.finding
    try:
        match = rebuilt(None, found.events)
    except UNFOLDABLE:
        match = None
    return match or Finding(None, len(found.events), "What is recorded cannot be played.")


def _common(ours: Match, theirs: Match) -> int:
    """How many events two records have in common; digests hang on each other, so that one is enough for all before."""
    pairs = enumerate(zip(ours.history, theirs.history, strict=False))
    return next((at for at, (one, other) in pairs if one.digest != other.digest), min(ours.version, theirs.version))


def _settled(match: Match) -> set[str]:
    """The newest digests of records about which it was decided already which is to stand."""
    return {event.other for event in match.history if isinstance(event, RecordKept | StepsAmended) and event.other}


def _said(finding: Finding) -> str:
    step = "" if finding.step is None else f"step {finding.step}, "
    return f"{step}event {finding.version}: {finding.message}"


def _difference(ours: Match, theirs: Match, common: int, step: int) -> str:
    where = f"step {step}" if step else "the start"
    here, there = counted(ours.version - common, "event"), counted(theirs.version - common, "event")
    since = f"since event {common}" if common else "from the start: they were recorded separately"
    return f"The two records part at {where}: here {here}, there {there} {since}."
