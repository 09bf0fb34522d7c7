"""What the store holds: the events of a match. Their names and fields are storage."""

from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, Generic, Literal, TypeVar
from uuid import UUID

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludograph.domain.kernel.cards import Cards
from ludograph.domain.kernel.chance import Outcome
from ludograph.domain.kernel.game import Action, Audience, Deal, Fact, Options, verb_of
from ludograph.domain.kernel.marks import Code, Name
from ludograph.domain.notation.lines import ForkOrigin

A = TypeVar("A", bound=Action)
D = TypeVar("D", bound=Deal)
F = TypeVar("F", bound=Fact)
P = TypeVar("P", bound=Options)
E = TypeVar("E", bound="Event")


class Event(
    Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    forbid_unknown_fields=True,
    rename={"originator_id": "match", "originator_version": "version"},
):
    """What all events of a match have. `digest` seals what stands before it, and stays the last field for that."""

    game: Code
    by: Name = ""
    """Who entered it."""
    recorded_at: datetime
    originator_id: UUID
    originator_version: int
    salt: Code
    """16 random bytes as hex that only the judge sees: nobody can guess a secret from a digest."""
    previous: Code
    """The digest of the event before; empty for the first."""
    digest: Code = ""


class MatchStarted(Event, Generic[P, D, F], frozen=True):
    """Step 0: what is played, by whom, and the setup. `seed` is None where outcomes are written, not drawn.

    `deal` is None, and there are no facts, where only the table knows the deal: then `DealEntered` is its first entry.
    """

    rules_version: int
    players: tuple[Name, ...]
    options: P
    deal: D
    facts: tuple[F, ...]
    seed: str | None = None
    event: str = ""
    round: str = ""
    table: str = ""
    played_on: str = ""
    source: str = ""
    """The `id` of the file that the match came from."""
    commitment: Code = ""
    """A digest of the orders and the seed with `nonce`, told to everybody at the start: who changes them is found."""
    nonce: Code = ""
    """32 random bytes as hex for the commitment; the judge's until the match is over."""


class MatchForked(MatchStarted[P, D, F], Generic[P, D, F], frozen=True):
    """Step 0 of a match that began as another one up to a step of that; the steps that both have come next."""

    # A start of its own kind: an older program cannot take a fork for a match that was played.
    origin: ForkOrigin | None = None


class CorrectedStart(Struct, Generic[P, D, F], frozen=True, gc=False, forbid_unknown_fields=True):
    """The start of a match put right: what of `MatchStarted` a correction can change."""

    rules_version: int
    players: tuple[Name, ...]
    options: P
    deal: D
    facts: tuple[F, ...]
    event: str = ""
    round: str = ""
    table: str = ""
    played_on: str = ""


class DealEntered(Event, Generic[P, D, F], frozen=True):
    """What the table knows of the deal of a match that began without it: from here on it has begun like this."""

    start: CorrectedStart[P, D, F]


class Step(Event, Generic[A, F], frozen=True):
    """One action, whole: what was decided, what chance gave, and all that followed."""

    number: int
    """Its place in the match as it stands; comes again after a takeback."""
    actor: int
    action: A
    facts: tuple[F, ...]
    drawn: tuple[Outcome, ...] = ()
    seen_by: tuple[Audience, ...] = ()
    """Who saw each outcome; empty where everybody saw all of them."""
    shuffled: Cards | None = None
    """The new order of a pile that a program shuffled, top first; for the judge alone."""
    happened_at: datetime | None = None
    note: str = ""


class Was(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Where an entry stood before it was decided again: the event in which it was recorded, and its number there."""

    event: int
    step: int


class Redecided(Struct, Generic[A, F], frozen=True, gc=False, forbid_unknown_fields=True):
    """One action within a correction, whole: as in `Step`, with who entered it and when that was recorded."""

    number: int
    actor: int
    action: A
    facts: tuple[F, ...]
    drawn: tuple[Outcome, ...] = ()
    seen_by: tuple[Audience, ...] = ()
    shuffled: Cards | None = None
    happened_at: datetime | None = None
    note: str = ""
    by: Name = ""
    recorded_at: datetime | None = None
    """When an untouched entry was recorded; None where it came with this correction."""
    was: Was | None = None
    """Which entry this is that stood before; remarks on that are remarks on this. None where it is a new one."""


How = Literal["replace", "insert", "remove", "file", "redo", "merge", "rename"]
"""What kind of correction; `rename` puts names of players right and nothing else, so that agreements stay."""


class StepsAmended(Event, Generic[P, D, A, F], frozen=True):
    """A correction: from step `at` on the match is what stands here; what stood there before stays readable."""

    at: int
    """The first step that is another now; 0 where the start is."""
    how: How
    reason: str
    public: bool = False
    """Whether everybody may read the reason and who corrected; else that is for the judge."""
    start: CorrectedStart[P, D, F] | None = None
    steps: tuple[Redecided[A, F], ...] = ()
    """All steps from `at` on (from 1 where the start was wrong), decided again."""
    other: Code = ""
    """The newest digest of the record that this was taken over from, where two had gone apart."""


class ResultConfirmed(Event, frozen=True):
    """Somebody agreed to the result as it stood: a seat, or the judge.

    Void while the match does not end like that, and by a ruling, or one withdrawn, that makes the result another.
    """

    seat: int


class RulingMade(Event, frozen=True):
    """What an official decided about a match: words, points given or taken, players who forfeit it."""

    text: str
    step: int | None = None
    cites: Code = ""
    """The number of a rule of the game; empty where none is named."""
    adjust: tuple[tuple[int, int], ...] = ()
    """Seats, and how many points each is given, or loses where it is negative."""
    forfeit: tuple[int, ...] = ()
    private: bool = False
    """Whether the words are for the judge alone; what the ruling does to the result is seen by everybody."""


class ConfirmationWithdrawn(Event, frozen=True):
    """A seat, or the judge, does not agree to the result any more; the reason is the judge's unless `public`."""

    seat: int
    reason: str = ""
    public: bool = False


class RulingWithdrawn(Event, frozen=True):
    """A ruling holds no more, and nothing that it did to the result; the reason is the judge's unless `public`."""

    number: int
    """Which one: the first ruling that was made on the match is 1."""
    reason: str
    public: bool = False


class MatchAbandoned(Event, frozen=True):
    """The match will not be finished; the reason is the judge's unless `public`."""

    reason: str
    public: bool = False


class MatchReopened(Event, frozen=True):
    """An abandoned match goes on; the reason is the judge's unless `public`."""

    reason: str
    public: bool = False


class RecordKept(Event, frozen=True):
    """Of two records of this match that had gone apart, this one stands; `other` is the other's newest digest."""

    other: Code
    parted_at: int
    """The step at which they went apart."""
    reason: str = ""


class NameForgotten(Event, frozen=True):
    """In the events before it a pseudonym stands in the place of somebody's name, which is told nowhere any more."""

    pseudonym: Name
    events: int
    """How many events say something else since; they have new salts, so that no digest tells a guessed name."""
    other: Code
    """The newest digest of the record as it was before."""
    reason: str
    commitment: Code = ""
    """What the orders were sealed with before, where they had to be sealed again."""


class StepsTakenBack(Event, frozen=True):
    """The match stands again as it did after step `to`; what came after stays readable."""

    to: int
    reason: str


class NoteAdded(Event, frozen=True):
    """A remark on a step, 0 for the start; the judge's unless `public`."""

    step: int
    text: str
    public: bool = False


AnyStarted = MatchStarted[Any, Any, Any]
AnyCorrectedStart = CorrectedStart[Any, Any, Any]
AnyStep = Step[Any, Any]
AnyRedecided = Redecided[Any, Any]
AnyAmended = StepsAmended[Any, Any, Any, Any]
AnyDealEntered = DealEntered[Any, Any, Any]
"""Events of any game, for all that asks nothing of its rules."""

FORGOTTEN: Final = "name-forgotten"
"""What the event is called by which a name was forgotten, in a match as in a tournament."""
TOURNAMENT: Final = "tournament"
"""What stands in the place of a game where a tournament is stored, beside its matches; no game is called so."""


def topic_of(event: Event) -> str:
    """The stable name under which an event is stored: `sun-bid.bid`, never a module path."""
    kind = verb_of(type(event.action).__name__) if isinstance(event, Step) else TOPICS[type(event)]
    return f"{event.game}.{kind}"


TOPICS: Final[dict[type[Event], str]] = {
    MatchStarted: "match-started",
    MatchForked: "match-forked",
    DealEntered: "deal-entered",
    StepsTakenBack: "steps-taken-back",
    NoteAdded: "note-added",
    StepsAmended: "steps-amended",
    ResultConfirmed: "result-confirmed",
    RulingMade: "ruling-made",
    ConfirmationWithdrawn: "confirmation-withdrawn",
    RulingWithdrawn: "ruling-withdrawn",
    MatchAbandoned: "match-abandoned",
    MatchReopened: "match-reopened",
    RecordKept: "record-kept",
    NameForgotten: FORGOTTEN,
}
"""What an event that is no step is called; verbs have no hyphens, so that the two cannot be mistaken."""


def origin_of(start: AnyStarted) -> ForkOrigin | None:
    """The match that a fork comes from; None for a match that was played from its start."""
    return start.origin if isinstance(start, MatchForked) else None


def begun(start: AnyStarted) -> AnyCorrectedStart:
    """What a correction can change of a start."""
    return CorrectedStart(**{name: getattr(start, name) for name in CorrectedStart.__struct_fields__})


def redecided(step: AnyStep, was: Was | None, recorded_at: datetime | None) -> AnyRedecided:
    """A step as it stands in a correction."""
    shared = {name: getattr(step, name) for name in _SHARED}
    return Redecided(**shared, was=was, recorded_at=recorded_at)


def start_of(event: AnyAmended | AnyDealEntered, start: AnyStarted) -> AnyStarted:
    """How a match began, after a correction or its deal: what is not put right stays as it was."""
    if event.start is None:
        return start
    return replace(start, **{name: getattr(event.start, name) for name in CorrectedStart.__struct_fields__})


def steps_of(event: AnyAmended) -> Iterator[AnyStep]:
    """The steps of a correction, each as if it stood alone; a copy has no digest, for the correction has one."""
    for one in event.steps:
        shared = {name: getattr(one, name) for name in _SHARED}
        yield Step(
            **shared,
            game=event.game,
            recorded_at=one.recorded_at or event.recorded_at,
            originator_id=event.originator_id,
            originator_version=event.originator_version,
            salt="",
            previous="",
        )


_SHARED: Final = tuple(name for name in Redecided.__struct_fields__ if name not in ("was", "recorded_at"))


def encoded(event: Struct) -> bytes:
    """An event as it is stored: JSON."""
    return msgspec.json.encode(event)


def sealed(event: E) -> E:
    """The event with its digest worked out."""
    return replace(event, digest=digest_of(topic_of(event), encoded(event)))


def digest_of(topic: str, state: bytes) -> str:
    """The digest of an event that is encoded without one."""
    return _digest(topic, state[: -len(_OPEN)])


def broken(topic: object, state: object) -> bool:
    """Whether the bytes of a stored event are not those that its digest seals; SQL may have left a text or nothing."""
    if isinstance(state, str):
        state = state.encode()
    if not isinstance(topic, str) or not isinstance(state, bytes):
        return True
    body, tail = state[:-_TAIL], state[-_TAIL:]
    return tail != f'{_digest(topic, body)}"}}'.encode()


def digest_in(state: bytes) -> str:
    """The digest of an event as it is stored, which is sound."""
    return state[-_TAIL : -len(_OPEN)].decode()


def seals(state: object, digest: str) -> bool:
    """Whether the bytes of a stored event end with this digest."""
    return isinstance(state, bytes) and state.endswith(digest.encode() + _OPEN)


class _Forgetting(Struct):
    other: str = ""


def digest_before(state: bytes | str) -> str:
    """The newest digest of a record before a name was forgotten in it, as the stored event of that has it."""
    return msgspec.json.decode(state, type=_Forgetting).other


class _Chained(Struct):
    previous: str


def previous_of(state: bytes) -> str:
    """The digest of the event before, as a stored event has it."""
    return msgspec.json.decode(state, type=_Chained).previous


_OPEN = b'"}'
_TAIL = 64 + len(_OPEN)


def _digest(topic: str, body: bytes) -> str:
    """SHA-256 over the topic and everything of the event that stands before its digest."""
    return sha256(topic.encode() + b"\n" + body).hexdigest()
