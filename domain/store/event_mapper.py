"""The mapper between events and stored rows: JSON under stable topics, strict in what it reads."""

from datetime import datetime
from functools import cache, reduce
from operator import or_
from threading import Lock
from typing import Any, Final
from uuid import UUID

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent

from ludograph.domain.games import GAMES
from ludograph.domain.match.events import (
    TOPICS,
    DealEntered,
    Event,
    MatchForked,
    MatchStarted,
    Step,
    StepsAmended,
    broken,
    encoded,
    topic_of,
)
from ludograph.domain.store.errors import Damaged, Newer

_MAKING: Final = Lock()


class EventMapper(Mapper[UUID]):
    """Events as JSON under their stable topics; strict in what it reads."""

    def __init__(self) -> None:
        """Takes nothing: no transcoder, compression or cipher stands between a Struct and its JSON."""

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        """An event as a row of the store."""
        assert isinstance(domain_event, Event)
        return StoredEvent(
            domain_event.originator_id, domain_event.originator_version, topic_of(domain_event), encoded(domain_event)
        )

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """The event in a row. Raises `Damaged` where the row cannot be read as one."""
        assert isinstance(stored_event.originator_id, UUID)
        return event_in(
            stored_event.originator_id, stored_event.originator_version, stored_event.topic, stored_event.state
        )


def event_in(match: UUID, version: int, topic: str, state: bytes) -> Event:
    """The event in a row. Raises `Damaged` where the row cannot be read as one, `Newer` where its game is unknown."""
    try:
        event: Event = decoder(topic).decode(state)
    except (msgspec.DecodeError, LookupError, ValueError, TypeError, AttributeError) as wrong:
        game = topic.partition(".")[0] if isinstance(topic, str) else ""
        if game not in GAMES and not broken(topic, state):  # who altered a topic did not fit the digest to it
            raise Newer(match, version, game) from wrong
        raise Damaged(match, version, _unreadable(topic, state, wrong)) from wrong
    if event.originator_version != version or event.originator_id.int != match.int:
        raise Damaged(match, version, "it says that it is another event.")
    return event


class _Timed(msgspec.Struct):
    recorded_at: datetime


def recorded_at(state: object) -> datetime | None:
    """When a stored event was recorded, which may be of a game that this program does not know; None if unreadable."""
    try:
        found = msgspec.json.decode(state, type=_Timed).recorded_at if isinstance(state, bytes | str) else None
    except (msgspec.DecodeError, ValueError):
        return None
    return found if found is not None and found.tzinfo is not None else None


def _unreadable(topic: object, state: object, wrong: Exception) -> str:
    """What is wrong with a row that cannot be read; SQL may have left anything in it."""
    if not isinstance(topic, str) or isinstance(wrong, LookupError):
        return f"this program knows no kind of event called {topic if isinstance(topic, str) else 'so'}."
    if not isinstance(state, bytes):
        return "what it said was replaced by something else."
    if isinstance(wrong, msgspec.ValidationError):
        return f"it is not a whole event of its kind ({wrong})."
    return "what is stored is no JSON."


@cache
def decoder(topic: str) -> msgspec.json.Decoder[Any]:
    """What reads the events of a topic; KeyError for a topic or game that this program does not know."""
    game_id, _, kind = topic.partition(".")
    game = GAMES[game_id]
    facts, actions = reduce(or_, game.facts), reduce(or_, game.actions)
    event = next((event for event, name in TOPICS.items() if name == kind), Step)
    # A match begins without its deal where only its table knows that; of two records that went apart such a one may be
    # the one that is kept.
    setup = (game.options, game.deal | None)
    wholes = {
        MatchStarted: (*setup, facts),
        MatchForked: (*setup, facts),
        DealEntered: (game.options, game.deal, facts),
        Step: (actions, facts),
        StepsAmended: (*setup, actions, facts),
    }
    fields = wholes.get(event)
    generic: Any = event
    # What msgspec knows of a Struct is shared by all decoders, and there before it is whole: a thread that took what
    # another is still at would read with half of it, and the process would end there.
    with _MAKING:
        return msgspec.json.Decoder(generic[fields] if fields else generic)
