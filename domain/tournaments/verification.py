"""Whether a tournament is still what was recorded: the chain of digests, and every decision made again."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from msgspec import UnsetType

from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import Stamp
from ludograph.domain.match.events import TOURNAMENT
from ludograph.domain.store.base import translated_store_errors
from ludograph.domain.store.recorder import UNFOLDABLE, Recorder
from ludograph.domain.store.streams import StreamHead
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.events import (
    ClockSet,
    Closed,
    LotsDrawn,
    MatchChosen,
    MatchesStarted,
    NameForgotten,
    Opened,
    Origin,
    PenaltyGiven,
    PlayerRenamed,
    PlayersEntered,
    PlayerWithdrawn,
    RecordKept,
    ResultEntered,
    RoundsSeated,
    SeatsExchanged,
    SettingsChanged,
    TakenBack,
    TournamentEvent,
    event_in,
    topic_of,
)
from ludograph.domain.tournaments.heads import tournament_head
from ludograph.domain.tournaments.state import Clock
from ludograph.domain.tournaments.terms import Terms, open_tournament
from ludograph.domain.verify.verification import (
    MATCHES,
    Chain,
    Finding,
    SlipCheck,
    StreamKind,
    Verdict,
    forgotten_in,
    read_chain,
)
from ludograph.domain.verify.verification import check_chain as judge_match
from ludograph.domain.verify.verification import verify as verify_match

TOURNAMENTS: Final = StreamKind(
    "tournament", event_in, topic_of, lambda recorder, prefix: recorder.store.tournament_heads(prefix)
)


def verify(recorder: Recorder, id: UUID) -> Verdict:
    """Checks a tournament: rows missing, altered, inserted or swapped, then whether its decisions could be made."""
    return judged_either(id, read_chain(recorder, id, TOURNAMENTS), TOURNAMENTS)


def judged_either(id: UUID, found: Chain, kind: StreamKind) -> Verdict:
    """What comes of the chain of a match or a tournament, wherever it lies."""
    if kind is not TOURNAMENTS:
        return judge_match(id, found)
    finding = found.finding or _check_decisions(found.events, found.head)
    head = found.events[-1].digest if found.events else ""
    return Verdict(id, head, finding, noun=kind.noun, forgotten=forgotten_in(found.events))


def verify_either(recorder: Recorder, id: UUID) -> Verdict:
    """Checks what is stored under this id, a match or a tournament."""
    return verify(recorder, id) if chain_kind(recorder, id) is TOURNAMENTS else verify_match(recorder, id)


def is_tournament(recorder: Recorder, id: UUID) -> bool:
    """Whether a tournament is stored under this id, by its first event, or else by its row in the table of heads."""
    with translated_store_errors(recorder.place):
        prefix = str(recorder.store.first_topic(id)).partition(".")[0]
        return prefix == TOURNAMENT or (prefix not in GAMES and id in recorder.store.tournament_ids())


def tournament_slip(recorder: Recorder, id: UUID, digest: str) -> SlipCheck | None:
    """The event of a tournament that has this digest, and the first that took back what stood then; None without."""
    events = read_chain(recorder, id, TOURNAMENTS).events
    found = next((one for one in events if digest in (one.digest, getattr(one, "other", ""))), None)
    if found is None:
        return None
    at = found.originator_version
    back = (one.originator_version for one in events[at:] if isinstance(one, TakenBack) and one.event <= at)
    if found.digest == digest:
        return SlipCheck(at, next(back, None))
    return SlipCheck(at, next(back, None), "forgotten" if isinstance(found, NameForgotten) else found.kept)


def chain_kind(recorder: Recorder, id: UUID) -> StreamKind:
    """How what is stored under this id is read."""
    return TOURNAMENTS if is_tournament(recorder, id) else MATCHES


def _check_decisions(events: Sequence[TournamentEvent], head: StreamHead | None) -> Finding | None:
    """Decides everything again: the same must come of it, to the digest."""
    stands: Tournament | None = None
    for event in events:
        try:
            stands = decided_again(stands, event, Stamp(event.recorded_at, event.salt, exact=True))
        except (OutOfOrder, *UNFOLDABLE) as wrong:
            return Finding(None, event.originator_version, f"This could not be decided then: {wrong}")
        if stands.history[-1] != event:
            return Finding(None, event.originator_version, "Something else follows from this decision today.")
    if stands is not None and head is not None and head != tournament_head(stands):
        return Finding(None, stands.version, "The table of heads says something else about how the tournament stands.")
    return None


def decided_again(before: Tournament | None, event: TournamentEvent, stamp: Stamp) -> Tournament:
    """The tournament after the same decision. Raises `OutOfOrder` where it cannot be made."""
    if before is not None:
        made = _AGAIN[type(event)](before, event, stamp)
        return made.from_elsewhere(event.origin) if isinstance(event.origin, Origin) else made
    if not isinstance(event, Opened):
        raise OutOfOrder("a tournament begins by being opened.")
    terms = Terms(event.name, event.scoring, ",".join(event.tie_breaks), event.bye, event.source)
    return open_tournament(terms, event.originator_id, stamp, event.by)


def _besides(event: RecordKept) -> dict[str, tuple[Any, ...]]:
    said = {"set_aside": event.set_aside, "left_open": event.left_open}
    return {name: value for name, value in said.items() if not isinstance(value, UnsetType)}


_AGAIN: Final[Mapping[type[TournamentEvent], Callable[[Tournament, Any, Stamp], Tournament]]] = {
    PlayersEntered: lambda now, event, stamp: now.enter(event.players, stamp, event.by, limited=False),
    PlayerWithdrawn: lambda now, event, stamp: now.withdraw(event.player, event.reason, stamp, event.by),
    PlayerRenamed: lambda now, event, stamp: now.rename(event.player, event.name, event.reason, stamp, event.by),
    RoundsSeated: lambda now, event, stamp: now.seat(
        event.first, event.rounds, stamp, event.by, method=event.method, size=event.size, seed=event.seed
    ),
    SeatsExchanged: lambda now, event, stamp: now.exchange(
        event.round, event.player, event.other, event.reason, stamp, event.by, matches=event.matches
    ),
    MatchesStarted: lambda now, event, stamp: now.start(
        event.round, event.matches, stamp, event.by, same_deal=event.same_deal
    ),
    MatchChosen: lambda now, event, stamp: now.choose(
        (event.round, event.table), event.match, event.reason, stamp, event.by
    ),
    ResultEntered: lambda now, event, stamp: now.score(
        (event.round, event.table), event.scores, event.reason, stamp, event.by
    ),
    PenaltyGiven: lambda now, event, stamp: now.penalise(
        event.player, event.points, event.reason, stamp, event.by, round=event.round
    ),
    SettingsChanged: lambda now, event, stamp: now.change(event.settings, event.reason, stamp, event.by),
    LotsDrawn: lambda now, event, stamp: now.draw_lots(event.order, event.seed, stamp, event.by),
    ClockSet: lambda now, event, stamp: now.set_clock(
        event.round, Clock(event.minutes, event.spent, event.since), event.reason, stamp, event.by
    ),
    Closed: lambda now, event, stamp: now.close(stamp, event.by),
    TakenBack: lambda now, event, stamp: now.take_back(event.reason, stamp, event.by, event=event.event),
    RecordKept: lambda now, event, stamp: now.settle(
        event.kept, event.other, event.parted_at, event.reason, stamp, event.by, **_besides(event)
    ),
    NameForgotten: lambda now, event, stamp: now.forget(
        event.pseudonym, event.events, event.other, event.reason, stamp, event.by
    ),
}
