"""Matches from another store: rows are copied as they are, digests and all; of two that diverged one is chosen."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, TypeVar
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from msgspec import Struct
from msgspec.structs import asdict, replace

from ludograph.domain.corrections.program_deal import deals_differ
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.match.aggregate import Match, rebuilt
from ludograph.domain.match.events import RecordKept
from ludograph.domain.merge.takeover import parted_at, taken_over
from ludograph.domain.store.errors import Conflict
from ludograph.domain.store.recorder import UNFOLDABLE, Recorder, head_of
from ludograph.domain.store.streams import StreamHead
from ludograph.domain.verify.verification import MATCHES, Chain, Finding, StreamKind, forgotten_in, read_chain, verify

Whose = Literal["ours", "theirs"]
Status = Literal["copied", "carried on", "already", "united", "apart", "kept", "damaged"]
TRIES = 3
"""So often a match is looked at again that somebody else records at the same time."""


class ToldConflict(Struct, frozen=True):
    """Decisions of two records that cannot stand together, as sentences."""

    id: str
    """By which it is decided; another, where something else stands against each other."""
    about: str
    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    why: str = ""
    """Why theirs cannot be made here, where nothing of ours stands against it."""
    kept: Whose | None = None
    """What was decided; None where it is left open, and nothing of theirs was made here."""


class MergeOutcome(Struct, frozen=True):
    """What became of one match of the other store, or of what else stands in it."""

    match: UUID
    status: Status
    events: int = 0
    """How many were recorded here; where two records went apart, how many the other has since."""
    steps: int = 0
    """How many steps stand there."""
    step: int | None = None
    """The step at which two records went apart, 0 for the start."""
    error: str = ""
    name: str = ""
    """What it is called, where it has a name of its own."""
    hint: str = ""
    """What should be looked at now, as sentences."""
    noun: str = "match"
    """What it is, where it is no match; steps are its rounds then."""
    conflicts: tuple[ToldConflict, ...] = ()
    """What stands against each other, where all else is united."""


class MergeDecision(NamedTuple):
    """Which of two records that went apart is to stand, why, and who says so."""

    whose: Whose
    reason: str = ""
    by: str = ""


class SingleDecisions(NamedTuple):
    """Of single conflicts which side is to stand, by what they are known by; and who merges, and why they decide so."""

    kept: Mapping[str, Whose] = MappingProxyType({})
    reason: str = ""
    by: str = ""


class Record(Protocol):
    """What stands in a chain of events: a match, or a tournament."""

    @property
    def id(self) -> UUID:
        """What it is stored under."""

    @property
    def version(self) -> int:
        """The number of events so far."""

    @property
    def head(self) -> str:
        """The digest of the newest event."""

    @property
    def history(self) -> Sequence[Any]:
        """Its events."""


R = TypeVar("R", bound=Record)


class MergePlan(NamedTuple):
    """What is to become of a record, with the rows and the head that make it so; nothing is written yet."""

    outcome: MergeOutcome
    rows: Sequence[StoredEvent] = ()
    head: StreamHead | None = None


class RecordMerger(ABC, Generic[R]):
    """Merges what one store holds into another, each record whole or not at all. The first is never written."""

    kind: StreamKind

    def __init__(
        self,
        source: Recorder,
        target: Recorder,
        decision: MergeDecision | None = None,
        singly: SingleDecisions = SingleDecisions(),  # noqa: B008
    ) -> None:
        self.source = source
        self.target = target
        self.decision = decision
        self.singly = singly

    def merge(self, id: UUID) -> MergeOutcome:
        """Merges one record. Raises `StoreError` where the target cannot be written."""
        # Both stores may be in use. Each try reads both records anew, so that it decides by what then stands; the
        # target refuses rows that do not go on from the last one read (`Conflict`), and then nothing was written.
        for _ in range(TRIES - 1):
            try:
                return self._merge(id)
            except Conflict:
                continue
        return self._merge(id)

    def _merge(self, id: UUID) -> MergeOutcome:
        plan = self.plan(id, read_chain(self.source, id, self.kind))
        if plan.head is not None:
            self.target.insert(plan.rows, [plan.head])
        return plan.outcome

    def plan(self, id: UUID, there: Chain) -> MergePlan:
        """What becomes of a record that has this chain in the other store."""
        here = read_chain(self.target, id, self.kind)
        theirs = self.built(there)
        if isinstance(theirs, Finding):
            return MergePlan(self.outcome(id, "damaged", error=finding_text(theirs)))
        if not here.rows and here.head is None:
            return self._copied(there, theirs, 0)
        ours = self.built(here)
        size = self.size(theirs)
        if isinstance(ours, Finding):
            error = f"The {self.kind.noun} here is damaged: {finding_text(ours)}"
            return MergePlan(self.outcome(id, "damaged", steps=size, error=error))
        common = _common(ours, theirs)
        if common == theirs.version or theirs.head in _decided_before(ours):
            return MergePlan(self.outcome(id, "already", steps=size))
        if common == ours.version:
            return self._copied(there, theirs, common)
        told = self._forgotten(ours, theirs, common)
        return told or self.apart(ours, theirs, max(common, _common_unsealed(ours, theirs)))

    def _forgotten(self, ours: R, theirs: R, common: int) -> MergePlan | None:
        """What is told where a name was forgotten in one of two records: the other never brings it back."""
        since = [forgotten_in(record.history[common:]) for record in (ours, theirs)]
        if not any(since):
            return None
        told = self.outcome(theirs.id, "apart", events=theirs.version - common, steps=self.size(theirs))
        if not since[0]:
            return MergePlan(replace(told, error=FORGOTTEN_THERE)) if self.decision is None else None
        if since[1]:
            return self._forgotten_in_both(ours, theirs, told)
        before = ours.history[common : since[0][0] - 1]
        rest = theirs.history[common:]
        if len(rest) <= len(before) and all(map(_recorded_alike, before, rest)):
            return MergePlan(self.outcome(theirs.id, "already", steps=self.size(theirs), hint=FORGOTTEN_HERE))
        if self.decision is not None and self.decision.whose == "ours":
            return None
        return MergePlan(replace(told, error=f"{FORGOTTEN_HERE} {FORGET_THERE}"))

    def _forgotten_in_both(self, ours: R, theirs: R, told: MergeOutcome) -> MergePlan | None:
        """What is told where names were forgotten here and there: it may have been the same, and nothing is new."""
        here, there = _by_moment(ours), _by_moment(theirs)
        if any(here[moment] != there[moment] for moment in here.keys() & there.keys()):
            if self.decision is not None and self.decision.whose == "ours":
                return None
            return MergePlan(replace(told, error=FORGOTTEN_OTHERWISE))
        if there.keys() <= here.keys():
            return MergePlan(self.outcome(theirs.id, "already", steps=self.size(theirs)))
        return None

    def outcome(self, id: UUID, status: Status, **more: Any) -> MergeOutcome:
        """What became of a record."""
        return MergeOutcome(id, status, noun=self.kind.noun, **more)

    def _copied(self, there: Chain, theirs: R, common: int) -> MergePlan:
        """The rows after the common ones, as they are."""
        # The bytes are not decoded and encoded again: another version might write them otherwise, and their digests
        # seal what they were.
        rows = [StoredEvent(theirs.id, row.version, row.topic, row.state) for row in there.rows[common:]]
        status: Status = "carried on" if common else "copied"
        return MergePlan(
            self.outcome(theirs.id, status, events=len(rows), steps=self.size(theirs)), rows, self.head(theirs)
        )

    @abstractmethod
    def built(self, found: Chain) -> R | Finding:
        """What a chain makes, or what is wrong with it."""

    @abstractmethod
    def head(self, record: R) -> StreamHead:
        """Where it stands, for the table of heads."""

    @abstractmethod
    def size(self, record: R) -> int:
        """How many steps stand, or what else it is measured by."""

    @abstractmethod
    def apart(self, ours: R, theirs: R, common: int) -> MergePlan:
        """What is decided where both went on from the events that they have in common."""


class MatchMerger(RecordMerger[Match]):
    """Takes matches from one store into another."""

    kind = MATCHES

    def built(self, found: Chain) -> Match | Finding:
        """The match, or what is wrong with it."""
        return built_match(found)

    def head(self, record: Match) -> StreamHead:
        """Where the match stands."""
        return head_of(record)

    def size(self, record: Match) -> int:
        """How many steps stand."""
        return len(record.steps)

    def apart(self, ours: Match, theirs: Match, common: int) -> MergePlan:
        """Tells where two records of a match part; or one of them is told to stand."""
        step = parted_at(ours, theirs, common)
        told = MergeOutcome(theirs.id, "apart", theirs.version - common, len(theirs.steps), step)
        if self.decision is None:
            return MergePlan(replace(told, error=f"{_difference(ours, theirs, common, step)} {DECIDE}"))
        if self.decision.whose == "ours":
            about = {"other": theirs.head, "parted_at": step, "reason": self.decision.reason}
            return self._decided(ours, ours.add(RecordKept, self.target.stamp(), self.decision.by, **about), told)
        if theirs.game.id != ours.game.id:
            return MergePlan(
                replace(told, error=f"There it is a match of {theirs.game.id}, so that it cannot be taken over.")
            )
        if deals_differ(ours, theirs):
            return MergePlan(replace(told, error=DEALT))
        finding = verify(self.source, theirs.id).finding
        if finding is not None:
            return MergePlan(replace(told, status="damaged", error=finding_text(finding)))
        now = taken_over(ours, theirs, common, self.decision.reason, self.decision.by, self.target.stamp)
        return self._decided(ours, now, told)

    def _decided(self, ours: Match, now: Match, told: MergeOutcome) -> MergePlan:
        rows = [self.target.mapper.to_stored_event(event) for event in now.pending]
        outcome = replace(told, status="kept", events=now.version - ours.version, steps=len(now.steps))
        return MergePlan(outcome, rows, head_of(now))


DEALT = (
    "The program dealt this match here, and there it was not dealt so: what was dealt is not put right, so that only "
    "`--keep ours` decides."
)
FORGOTTEN_HERE = "A name in it was forgotten here, which is in theirs: ours stays as it is."
FORGET_THERE = (
    "To take what was recorded there since, forget the name there first, then decide; or `--keep ours` sets theirs "
    "aside."
)
FORGOTTEN_THERE = (
    "A name in it was forgotten there, which is in ours: `ludograph forget` forgets it here too. Then, or where it is "
    "to stay, `--keep ours` or `--keep theirs` decides."
)
FORGOTTEN_OTHERWISE = (
    "Names in it were forgotten here and there, but not the same ones, or under other pseudonyms: forget the same here "
    "and there, with the same `--as`, then decide; or `--keep ours` sets theirs aside."
)
DECIDE = "`--keep ours` or `--keep theirs` decides."


def of_tournament(recorder: Recorder, ids: list[UUID], event: str) -> Iterator[UUID]:
    """Those of the matches that belong to a tournament; and the damaged ones, of which nobody can tell."""
    for id in ids:
        match = built_match(read_chain(recorder, id))
        if isinstance(match, Finding) or match.start.event.casefold() == event.casefold():
            yield id


def built_match(found: Chain) -> Match | Finding:
    """The match, or what is wrong with it."""
    if found.finding is not None:
        return found.finding
    try:
        match = rebuilt(None, found.events)
    except UNFOLDABLE:
        match = None
    return match or Finding(None, len(found.events), "What is recorded cannot be played.")


def _common(ours: Record, theirs: Record) -> int:
    """How many events two records have in common; digests hang on each other, so that one is enough for all before."""
    pairs = enumerate(zip(ours.history, theirs.history, strict=False))
    return next((at for at, (one, other) in pairs if one.digest != other.digest), min(ours.version, theirs.version))


def _recorded_alike(one: Any, other: Any) -> bool:
    """Whether two events were the same before a name in one of them was forgotten, as far as that can be told."""
    return type(one) is type(other) and one.recorded_at == other.recorded_at


SEALED: Final = ("salt", "previous", "digest", "originator_version", "nonce", "commitment", "seed")
"""What of an event is another once a name was forgotten in it, or before it."""


def _content(event: Any) -> dict[str, Any]:
    """What an event says, however it is sealed."""
    return {name: value for name, value in asdict(event).items() if name not in SEALED}


def _by_moment(record: Record) -> dict[Any, Any]:
    """What a record says, by what its events are known by in another with other digests.

    Those which say that a name was forgotten are left out.
    """
    seen: Counter[Any] = Counter()
    found = {}
    for event in record.history:
        if not _is_forgetting(event):
            moment = type(event), event.recorded_at
            seen[moment] += 1
            found[*moment, seen[moment]] = _content(event)
    return found


def _is_forgetting(event: Any) -> bool:
    return bool(forgotten_in([event]))


def _common_unsealed(ours: Record, theirs: Record) -> int:
    """How many events of two records say the same, at the same places, however they are sealed."""
    pairs = zip(ours.history, theirs.history, strict=False)
    unlike = (at for at, (one, other) in enumerate(pairs) if not _is_alike(one, other))
    return next(unlike, min(ours.version, theirs.version))


def _is_alike(one: Any, other: Any) -> bool:
    if _is_forgetting(one) and _is_forgetting(other):
        return bool(one.pseudonym == other.pseudonym)
    return type(one) is type(other) and _content(one) == _content(other)


def _decided_before(record: Record) -> set[str]:
    """The newest digests of records about which it was decided already which is to stand."""
    return {other for event in record.history if (other := getattr(event, "other", ""))}


def finding_text(finding: Finding) -> str:
    """What is wrong with a record, and where."""
    step = "" if finding.step is None else f"step {finding.step}, "
    return f"{step}event {finding.version}: {finding.message}"


def _difference(ours: Match, theirs: Match, common: int, step: int) -> str:
    where = f"step {step}" if step else "the start"
    here, there = counted(ours.version - common, "event"), counted(theirs.version - common, "event")
    since = f"since event {common}" if common else "from the start: they were recorded separately"
    return f"The two records part at {where}: here {here}, there {there} {since}."
