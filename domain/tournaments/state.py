"""How a tournament stands: players, rounds and what else was decided, folded from the events that still count."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from msgspec import Struct, structs
from msgspec.structs import replace

from ludograph.domain.notation.names import folded
from ludograph.domain.tournaments.events import (
    Closed,
    LotsDrawn,
    MatchChosen,
    MatchesStarted,
    NameForgotten,
    Opened,
    PenaltyGiven,
    PlayersEntered,
    PlayerWithdrawn,
    RecordKept,
    ResultEntered,
    RoundsSeated,
    Scored,
    SettingsChanged,
    TakenBack,
    TournamentEvent,
)

REPEAT: Final = Decimal("0.5")
"""How much a swiss seating minds a repeated meeting where nothing was said: see `docs/seating.md`."""


class Player(Struct, frozen=True):
    """Somebody who was entered, and whether they have withdrawn."""

    name: str
    since: int
    """How many rounds were seated without them, before they were entered first."""
    withdrawn: bool = False


class TournamentTable(Struct, frozen=True):
    """A table of a round, in what the organiser decided of it."""

    players: tuple[str, ...]
    """In the order of their seats."""
    match: UUID | None = None
    """The match that was started there, or chosen of several."""
    scores: tuple[Scored, ...] | None = None
    """What was entered where nobody recorded."""


class TournamentRound(Struct, frozen=True):
    """A round, with its tables."""

    game: str
    options: dict[str, Any]
    tables: tuple[TournamentTable, ...]
    byes: tuple[str, ...]
    same_deal: bool = False

    @property
    def begun(self) -> bool:
        """Whether a match was started in it, or a result entered."""
        return any(table.match or table.scores for table in self.tables)


class Penalty(Struct, frozen=True):
    """Points that a player lost, from a round on."""

    player: str
    points: Decimal
    round: int


class State(Struct, frozen=True):
    """How a tournament stands after its events."""

    name: str
    scoring: str
    tie_breaks: tuple[str, ...]
    bye: Decimal
    players: tuple[Player, ...] = ()
    """In the order in which they were entered."""
    rounds: tuple[TournamentRound, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    lots: tuple[str, ...] = ()
    closed: bool = False
    late: Decimal = Decimal(0)
    """What a round is worth to whoever was entered after it had been seated."""
    repeat: Decimal = REPEAT

    def player(self, name: str) -> Player | None:
        """Whoever goes by this name; None where nobody does."""
        return next((player for player in self.players if folded(player.name) == folded(name)), None)

    @property
    def present(self) -> tuple[str, ...]:
        """Who takes part in the next round."""
        return tuple(player.name for player in self.players if not player.withdrawn)

    @property
    def matches(self) -> Iterator[UUID]:
        """The matches that were put to tables, or chosen for them."""
        return (table.match for round in self.rounds for table in round.tables if table.match is not None)

    def with_table(self, round: int, table: int, **changes: Any) -> "State":
        """The tournament with one table changed."""
        seated = self.rounds[round - 1]
        tables = _put(seated.tables, table, replace(seated.tables[table - 1], **changes))
        return replace(self, rounds=_put(self.rounds, round, replace(seated, tables=tables)))


def counting(history: Iterable[TournamentEvent]) -> list[TournamentEvent]:
    """The decisions that stand: without those that were taken back, and without what only tells of others."""
    # A takeback is an event like others and never deletes one, so that what stands is found from all of them.
    history = list(history)
    gone = {event.event for event in history if isinstance(event, TakenBack)}
    telling = TakenBack | RecordKept | NameForgotten
    return [one for one in history if not isinstance(one, telling) and one.originator_version not in gone]


def state_of(history: Sequence[TournamentEvent]) -> State:
    """How a tournament stands; its first event opened it."""
    first, *rest = counting(history)
    assert isinstance(first, Opened)
    stands = State(first.name, first.scoring, first.tie_breaks, first.bye)
    for event in rest:
        stands = _after(stands, event)
    return stands


def _after(stands: State, event: TournamentEvent) -> State:
    """How it stands after one more event."""
    return _AFTER[type(event)](stands, event)


def _withdrawn(stands: State, event: PlayerWithdrawn) -> State:
    gone = (replace(one, withdrawn=one.withdrawn or one.name == event.player) for one in stands.players)
    return replace(stands, players=tuple(gone))


def _entered(stands: State, event: PlayersEntered) -> State:
    """With those who are entered, once each; whoever had withdrawn is back."""
    names = event.players
    known = {folded(player.name) for player in stands.players}
    back = {folded(name) for name in names}
    kept = (replace(one, withdrawn=one.withdrawn and folded(one.name) not in back) for one in stands.players)
    fresh = (Player(name, len(stands.rounds)) for name in names if folded(name) not in known)
    return replace(stands, players=(*kept, *fresh))


def _seated(stands: State, event: RoundsSeated) -> State:
    fresh = (
        TournamentRound(one.game, one.options, tuple(map(TournamentTable, one.tables)), one.byes)
        for one in event.rounds
    )
    kept = event.first - 1
    players = (replace(one, since=min(one.since, kept)) for one in stands.players)
    return replace(stands, rounds=(*stands.rounds[:kept], *fresh), players=tuple(players))


def _started(stands: State, event: MatchesStarted) -> State:
    for placed in event.matches:
        stands = stands.with_table(event.round, placed.table, match=placed.match, scores=None)
    seated = stands.rounds[event.round - 1]
    seated = replace(seated, same_deal=seated.same_deal or event.same_deal)
    return replace(stands, rounds=_put(stands.rounds, event.round, seated))


def _set(stands: State, event: SettingsChanged) -> State:
    said = structs.asdict(event.settings)
    return replace(stands, **{name: value for name, value in said.items() if value is not None})


def _put(entries: tuple[Any, ...], number: int, entry: Any) -> tuple[Any, ...]:
    """The entries with another at a place, counted from 1."""
    return (*entries[: number - 1], entry, *entries[number:])


_AFTER: Final[Mapping[type[TournamentEvent], Callable[[State, Any], State]]] = {
    PlayersEntered: _entered,
    PlayerWithdrawn: _withdrawn,
    RoundsSeated: _seated,
    MatchesStarted: _started,
    MatchChosen: lambda stands, event: stands.with_table(event.round, event.table, match=event.match, scores=None),
    ResultEntered: lambda stands, event: stands.with_table(event.round, event.table, scores=event.scores, match=None),
    PenaltyGiven: lambda stands, event: replace(
        stands, penalties=(*stands.penalties, Penalty(event.player, event.points, event.round))
    ),
    SettingsChanged: _set,
    LotsDrawn: lambda stands, event: replace(stands, lots=event.order),
    Closed: lambda stands, event: replace(stands, closed=True),
}
