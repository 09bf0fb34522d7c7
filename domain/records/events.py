"""What the store holds: the events of a match. Their names and fields are storage."""

from datetime import datetime
from hashlib import sha256
from typing import Final, Generic, TypeVar
from uuid import UUID

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.cards import Cards
from domain.kernel.chance import Outcome
from domain.kernel.game import Action, Audience, Deal, Fact, Options, verb_of

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

    game: str
    by: str = ""
    """Who entered it."""
    recorded_at: datetime
    originator_id: UUID
    originator_version: int
    salt: str
    """16 random bytes as hex that only the judge sees: nobody can guess a secret from a digest."""
    previous: str
    """The digest of the event before; empty for the first."""
    digest: str = ""


class MatchStarted(Event, Generic[P, D, F], frozen=True):
    """Step 0: what is played, by whom, and the setup. `seed` is None where outcomes are written, not drawn."""

    rules_version: int
    players: tuple[str, ...]
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


class StepsTakenBack(Event, frozen=True):
    """The match stands again as it did after step `to`; what came after stays readable."""

    to: int
    reason: str


class NoteAdded(Event, frozen=True):
    """A remark on a step, 0 for the start; the judge's unless `public`."""

    step: int
    text: str
    public: bool = False


def topic_of(event: Event) -> str:
    """The stable name under which an event is stored: `sun-bid.bid`, never a module path."""
    kind = verb_of(type(event.action).__name__) if isinstance(event, Step) else TOPICS[type(event)]
    return f"{event.game}.{kind}"


TOPICS: Final[dict[type[Event], str]] = {
    MatchStarted: "match-started",
    StepsTakenBack: "steps-taken-back",
    NoteAdded: "note-added",
}
"""What an event that is no step is called; verbs have no hyphens, so that the two cannot be mistaken."""


def encoded(event: Event) -> bytes:
    """An event as it is stored: JSON."""
    return msgspec.json.encode(event)


def sealed(event: E) -> E:
    """The event with its digest worked out."""
    return replace(event, digest=_digest(topic_of(event), encoded(event)[: -len(_OPEN)]))


def broken(topic: object, state: object) -> bool:
    """Whether the bytes of a stored event are not those that its digest seals; SQL may have left a text or nothing."""
    if isinstance(state, str):
        state = state.encode()
    if not isinstance(topic, str) or not isinstance(state, bytes):
        return True
    body, tail = state[:-_TAIL], state[-_TAIL:]
    return tail != f'{_digest(topic, body)}"}}'.encode()


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
