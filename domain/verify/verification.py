"""Whether a match is still what was recorded: the chain of digests, and every action decided again."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from msgspec import Struct
from msgspec.structs import replace

from ludograph.domain.kernel.game import Impossible, Refused
from ludograph.domain.match.aggregate import Match, rebuilt
from ludograph.domain.match.commitment import DealCorrected, deal_corrected, sealed_again, written_deal
from ludograph.domain.match.events import (
    Event,
    MatchStarted,
    NameForgotten,
    Step,
    StepsAmended,
    StepsTakenBack,
    broken,
    topic_of,
)
from ludograph.domain.store.base import translated_store_errors
from ludograph.domain.store.errors import Damaged, Newer
from ludograph.domain.store.event_mapper import event_in
from ludograph.domain.store.match_summary import older_summary_of, summary_of_layout_3
from ludograph.domain.store.recorder import UNFOLDABLE, Recorder, head_of
from ludograph.domain.store.streams import StoredRow, StreamHead
from ludograph.domain.verify.recheck import recheck_problem


class Finding(NamedTuple):
    """The first thing found wrong: at which step (as far as it can be told) and which event of the match."""

    step: int | None
    version: int | None
    """None where it is a result slip that says something else."""
    message: str
    newer: bool = False
    """Whether nothing is wrong with it, as far as a program can tell that does not know the game."""
    refused: bool = False
    """Whether it is an action that was recorded and that today's rules do not allow."""


class Seal(Struct, frozen=True):
    """What was promised, and once the match is over what opens it: the deal that stands has to fit the promise."""

    commitment: str
    nonce: str | None = None
    seed: str | None = None
    deal: dict[str, Any] | None = None


class Verdict(Struct, frozen=True):
    """What came of checking a match; `head` is the digest of its newest event, and fits on a result slip."""

    match: UUID
    head: str
    finding: Finding | None
    seal: Seal | None = None
    """What was promised of the orders, opened where the match is over; None where it is not sealed, or not sound."""
    noun: str = "match"
    """What was checked, where it is not a match."""
    corrected: DealCorrected | None = None
    """Where the program dealt, whether another deal stands now; None also where it is not sound."""
    dealt: dict[str, Any] | None = None
    """The deal that was sealed, where another stands now and the match is over."""
    sealed_again: int | None = None
    """The event with which the orders were sealed anew, for a name was forgotten: then nobody knows how they were."""
    forgotten: tuple[int, ...] = ()
    """The events which say that a pseudonym took the place of a name: what stood there before nobody can check."""

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return self.finding is None

    def unlike(self, message: str) -> "Verdict":
        """With a finding for a match that is sound, but not what a result slip says."""
        return replace(self, finding=Finding(None, None, message)) if self.ok else self


class StreamKind(NamedTuple):
    """How what is stored in a chain is read: matches, or what else stands beside them."""

    noun: str
    read: Callable[[UUID, int, str, bytes], Any]
    """(id, version, topic, state) to the event. Raises `Damaged`."""
    topic_of: Callable[[Any], str]
    heads: Callable[[Recorder, str], list[StreamHead]]
    """The rows of the table of heads whose id begins like this."""


MATCHES: Final = StreamKind("match", event_in, topic_of, lambda recorder, prefix: recorder.store.match_heads(prefix))


class Chain(NamedTuple):
    """The rows of a match, the events in them as far as they are sound, and what was found wrong with their chain."""

    rows: list[StoredRow]
    events: list[Any]
    head: StreamHead | None
    finding: Finding | None


def verify(recorder: Recorder, id: UUID) -> Verdict:
    """Checks a match: rows missing, altered, inserted or swapped, then its actions under today's rules."""
    return check_chain(id, read_chain(recorder, id), lambda match: _expected(recorder, match))


def check_chain(id: UUID, found: Chain, expected: Callable[[Match], StreamHead] = head_of) -> Verdict:
    """What comes of a chain, wherever it lies: what is wrong with it, else whether today's rules decide the same.

    `expected` is the row that the table of heads has to have for the match, where there is one.
    """
    events, finding = found.events, found.finding
    match: Match | None = None
    if finding is None or (found.head is None and events and len(events) == len(found.rows)):
        match, unplayable = _check_play(events)
        finding = unplayable or finding or _check_standing(match, found.head, expected)
    verdict = Verdict(id, events[-1].digest if events else "", finding, forgotten=forgotten_in(events))
    return _with_deal(verdict, match) if match and finding is None else verdict


def forgotten_in(events: Iterable[Any]) -> tuple[int, ...]:
    """The versions of the events of a chain which say that a name was forgotten."""
    return tuple(event.originator_version for event in events if hasattr(event, "pseudonym"))


def read_chain(recorder: Recorder, id: UUID, kind: StreamKind = MATCHES) -> Chain:
    """The chain of a match: rows missing, altered, inserted or swapped are found, and nothing is decided again."""
    with translated_store_errors(recorder.place):
        rows, heads = _rows_and_heads(recorder, id, kind)
    found = follow_chain(kind, id, rows)
    head = heads[0] if heads else None
    return found._replace(head=head, finding=found.finding or _check_head(kind, found.events, head))


def follow_chain(kind: StreamKind, id: UUID, rows: list[StoredRow]) -> Chain:
    """The chain that these rows make, whatever the table of heads may say."""
    events: list[Any] = []
    finding = _check_rows(kind, id, rows, events)
    return Chain(rows, events, None, finding)


def _with_deal(verdict: Verdict, match: Match) -> Verdict:
    """The verdict on a sound match, with what was promised of its deal and whether that stands."""
    first, corrected = match.first, deal_corrected(match.history)
    seal = seal_of(match)
    opened = corrected is not None and seal is not None and seal.deal is not None
    dealt = written_deal(first.players, first.deal) if opened else None
    again = sealed_again(match.history)
    return replace(verdict, seal=seal, corrected=corrected, dealt=dealt, sealed_again=again)


def seal_of(match: Match) -> Seal | None:
    """The seal of a match, opened once that is over with the deal that stands; None where it is not sealed."""
    first = match.first
    if not first.commitment:
        return None
    if not match.game.result(match.state).over:
        return Seal(first.commitment)
    return Seal(first.commitment, first.nonce, first.seed, written_deal(first.players, match.start.deal))


def _rows_and_heads(recorder: Recorder, id: UUID, kind: StreamKind) -> tuple[list[StoredRow], list[StreamHead]]:
    """The rows of a match and its row in the table of heads, of one moment: somebody may be recording."""
    store = recorder.store

    def of_one_moment() -> tuple[list[StoredRow], list[StreamHead]]:
        with store.read_snapshot():
            return store.stored_rows(id), kind.heads(recorder, id.hex)

    nothing: list[StreamHead] = []
    # Of a damaged file rows and head are asked for one by one: each may be what is left.
    return store.unless_damaged(
        of_one_moment,
        lambda: (store.stored_rows(id), store.unless_damaged(lambda: kind.heads(recorder, id.hex), lambda: nothing)),
    )


Kept = Literal["", "theirs", "ours", "forgotten"]


class SlipCheck(NamedTuple):
    """What a digest from a result slip is of: an event, and the first that took back or corrected what stood then."""

    version: int
    taken_back_by: int | None = None
    kept: Kept = ""
    """Whether it is the newest digest of another record, that went apart: taken over by this event, or set aside; or of
    this one, before a name in it was forgotten.
    """


def find_slip_digest(recorder: Recorder, id: UUID, digest: str) -> SlipCheck | None:
    """The event of a match that has this digest; None where none has."""
    with translated_store_errors(recorder.place):
        rows = recorder.store.stored_rows(id)
    found: SlipCheck | None = None
    standing = stood = 0
    for event in _readable(id, rows):
        if isinstance(event, StepsTakenBack | StepsAmended):
            back = event.to if isinstance(event, StepsTakenBack) else event.at - 1
            standing = back if isinstance(event, StepsTakenBack) else max(back, 0) + len(event.steps)
            if found is not None and found.taken_back_by is None and back < stood:
                found = found._replace(taken_back_by=event.originator_version)
        elif isinstance(event, Step):
            standing = event.number
        if found is None and (event.digest == digest or getattr(event, "other", "") == digest):
            found, stood = SlipCheck(event.originator_version, kept=_kept(event, digest)), standing
    return found


def _kept(event: Event, digest: str) -> Kept:
    """Which of two records an event decided for, where the digest is that of the other."""
    if event.digest == digest:
        return ""
    if isinstance(event, NameForgotten):
        return "forgotten"
    return "theirs" if isinstance(event, StepsAmended) else "ours"


def _readable(id: UUID, rows: Iterable[StoredRow]) -> Iterator[Event]:
    """The events that can be read, in their order."""
    for row in rows:
        with suppress(Damaged):
            yield event_in(id, row.version, row.topic, row.state)


def _check_rows(kind: StreamKind, id: UUID, rows: list[StoredRow], events: list[Any]) -> Finding | None:
    """Follows the chain; `events` takes those that are sound."""
    step: int | None = 0
    position = 0
    for version, row in enumerate(rows, start=1):
        if row.lost:
            return Finding(step, version, "It cannot be read: the file is damaged where it lies.")
        if row.match != id.hex or row.version != version:
            return Finding(
                step, version, f"Event {version} is missing: it was removed, or another was put in its place."
            )
        if row.row <= position:
            return Finding(step, version, f"Event {version} was moved: it lies before the one that it follows.")
        position = row.row
        stored = StoredEvent(id, version, row.topic, row.state)
        finding = _check_row(kind, stored, events[-1].digest if events else "", step)
        if isinstance(finding, Finding):
            return finding
        events.append(finding)
        step = _next_step(finding)
    return None if events else Finding(None, 1, f"No event of this {kind.noun} is left.")


def _check_row(kind: StreamKind, row: StoredEvent, previous: str, step: int | None) -> Any:
    """The event in a row, or what is wrong with it."""
    version = row.originator_version
    assert isinstance(row.originator_id, UUID)
    if broken(row.topic, row.state):
        return Finding(step, version, "What is stored is not what was recorded: its digest does not fit.")
    try:
        event = kind.read(row.originator_id, version, row.topic, row.state)
    except Damaged as wrong:
        return Finding(step, version, str(wrong), isinstance(wrong, Newer))
    if kind.topic_of(event) != row.topic:
        return Finding(step, version, "It says that it is an event of another kind.")
    if event.previous != previous:
        return Finding(step, version, "It does not follow the event before it: one of them was exchanged.")
    return event


def _next_step(event: Event) -> int | None:
    """The step that the next event is most likely about."""
    if isinstance(event, Step):
        return event.number + 1
    return 1 if isinstance(event, MatchStarted) else getattr(event, "to", None)


def _check_head(kind: StreamKind, events: list[Any], head: Any) -> Finding | None:
    last = events[-1]
    step = next((event.number for event in reversed(events) if isinstance(event, Step)), 0)
    if head is None:
        return Finding(
            step,
            last.originator_version,
            f"The table of heads does not know this {kind.noun}: its row was removed, or is damaged.",
        )
    if isinstance(head.version, int) and head.version > last.originator_version:
        missing = f"events {last.originator_version + 1} to {head.version} are missing"
        return Finding(step + 1, last.originator_version + 1, f"The end was removed: {missing}.")
    if (head.version, head.digest) != (last.originator_version, last.digest):
        return Finding(step, last.originator_version, "The table of heads names another digest for the newest event.")
    return None


def _check_play(events: list[Event]) -> tuple[Match | None, Finding | None]:
    """Decides everything again; a step that was taken back is decided where it stood. The match, as far as it goes."""
    match: Match | None = None
    for event in events:
        refused = False
        try:
            problem = recheck_problem(match, event)
            if problem is None:
                match = rebuilt(match, [event])
        except (Refused, Impossible) as wrong:
            refused = True
            problem = f"Under today's rules this is refused ({getattr(wrong, 'rule', None) or 'no rule'}): {wrong}"
        except UNFOLDABLE as wrong:
            problem = f"Under today's rules this cannot be played at all ({type(wrong).__name__}: {wrong})."
        if problem is not None:
            step = event.at if isinstance(event, StepsAmended) else getattr(event, "number", 0)
            return match, Finding(step, event.originator_version, problem, refused=refused)
    return match, None


def _check_standing(
    match: Match | None, head: StreamHead | None, expected: Callable[[Match], StreamHead]
) -> Finding | None:
    """Whether the table of heads says how the match stands; where no head is left, there is nothing to compare."""
    if match and head and head != expected(match):
        return Finding(
            len(match.steps), match.version, "The table of heads says something else about how the match stands."
        )
    return None


def _expected(recorder: Recorder, match: Match) -> StreamHead:
    """The head of a match as a store of this layout has it; one that cannot be written may still be an older one."""
    head = head_of(match)
    if "result" not in recorder.store.head_columns:
        return head._replace(result="")
    if recorder.store.layout == 3:
        return head._replace(result=summary_of_layout_3(match, head.result))
    return head._replace(result=older_summary_of(match)) if recorder.store.layout == 2 else head
