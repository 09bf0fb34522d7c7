"""How a tournament stands: players, rounds and what else was decided, folded from the events that still count."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from msgspec import Struct, UnsetType, structs
from msgspec.structs import replace

from ludograph.domain.match.allowances import Allowance
from ludograph.domain.notation.names import folded
from ludograph.domain.tournaments.events import (
    ClockSet,
    Closed,
    LeftOpen,
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
    Scored,
    SeatsExchanged,
    SettingsChanged,
    TakenBack,
    TournamentEvent,
    decided_at,
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


class Clock(Struct, frozen=True):
    """How long a round may take, and how much of that is gone."""

    minutes: int
    spent: int = 0
    since: datetime | None = None
    """Since when it runs; None where it stands still, or waits for the round to start."""

    @property
    def ends_at(self) -> datetime | None:
        """When the time is up; None where it does not run."""
        return self.since and self.since + timedelta(minutes=self.minutes, seconds=-self.spent)

    def left(self, now: datetime) -> int:
        """How many seconds are left; below zero once the time is up, and never more than when it began to run."""
        gone = self.spent + (max(int((now - self.since).total_seconds()), 0) if self.since else 0)
        return self.minutes * 60 - gone


class EarlierName(Struct, frozen=True):
    """What a player was called once, and what they are called now."""

    name: str
    now: str


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
    clocks: Mapping[int, Clock] = {}
    """By the number of the round; at 0 what every round gets that starts later."""
    late: Decimal = Decimal(0)
    """What a round is worth to whoever was entered after it had been seated."""
    repeat: Decimal = REPEAT
    allowed: tuple[Allowance, ...] = ()
    """What is allowed in matches that are started from now on, while they run."""
    earlier: tuple[EarlierName, ...] = ()
    """What players were called before their names were put right, the oldest first."""
    left_open: tuple[LeftOpen, ...] = ()
    """What merges have left open."""

    def player(self, name: str) -> Player | None:
        """Whoever goes by this name, or did before it was put right; None where nobody does."""
        looks = folded(name), folded(self.called(name))
        return next((player for look in looks for player in self.players if folded(player.name) == look), None)

    def called(self, name: str) -> str:
        """What somebody of this name is called now: another where that was put right, else just this."""
        return next((one.now for one in reversed(self.earlier) if folded(one.name) == folded(name)), name)

    def seats_same(self, players: Sequence[str], others: Sequence[str]) -> bool:
        """Whether the same people are named, in whatever order and by whichever of their names."""
        one, other = (sorted(folded(self.called(name)) for name in names) for names in (players, others))
        return one == other

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
        stands = state_after(stands, event)
    return replace(_in_order(stands, rest), left_open=_left_open(history))


def _left_open(history: Iterable[TournamentEvent]) -> tuple[LeftOpen, ...]:
    """What merges have left open, as the newest event says that tells of it."""
    found: tuple[LeftOpen, ...] = ()
    for event in history:
        if isinstance(event, RecordKept) and not isinstance(event.left_open, UnsetType):
            found = event.left_open
    return found


def _in_order(stands: State, decisions: Sequence[TournamentEvent]) -> State:
    """With the players in the order in which they were entered first, also where records were united."""
    entered = [one for one in decisions if isinstance(one, PlayersEntered)]
    if not any(isinstance(one.origin, Origin) for one in entered):
        return stands
    last = decided_at(entered[-1])
    when = {folded(name): decided_at(one) for one in reversed(entered) for name in one.players}
    return replace(stands, players=tuple(sorted(stands.players, key=lambda one: when.get(folded(one.name), last))))


def state_after(stands: State, event: TournamentEvent) -> State:
    """How it stands after one more decision."""
    return _AFTER[type(event)](stands, event)


def _withdrawn(stands: State, event: PlayerWithdrawn) -> State:
    gone = (replace(one, withdrawn=one.withdrawn or one.name == event.player) for one in stands.players)
    return replace(stands, players=tuple(gone))


def _renamed(stands: State, event: PlayerRenamed) -> State:
    def name(one: str) -> str:
        return event.name if one == event.player else one

    def names(some: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(name, some))

    def table(one: TournamentTable) -> TournamentTable:
        scores = one.scores and tuple(replace(scored, player=name(scored.player)) for scored in one.scores)
        return replace(one, players=names(one.players), scores=scores)

    earlier = (EarlierName(one.name, name(one.now)) for one in stands.earlier)
    return replace(
        stands,
        players=tuple(replace(one, name=name(one.name)) for one in stands.players),
        rounds=tuple(replace(one, tables=tuple(map(table, one.tables)), byes=names(one.byes)) for one in stands.rounds),
        penalties=tuple(replace(one, player=name(one.player)) for one in stands.penalties),
        lots=names(stands.lots),
        earlier=(*earlier, EarlierName(event.player, event.name)),
    )


def _exchanged(stands: State, event: SeatsExchanged) -> State:
    there = {event.player: event.other, event.other: event.player}

    def names(some: Iterable[str]) -> tuple[str, ...]:
        return tuple(there.get(one, one) for one in some)

    def table(one: TournamentTable) -> TournamentTable:
        scores = one.scores and tuple(
            replace(scored, player=there.get(scored.player, scored.player)) for scored in one.scores
        )
        return replace(one, players=names(one.players), scores=scores)

    seated = stands.rounds[event.round - 1]
    seated = replace(seated, tables=tuple(map(table, seated.tables)), byes=names(seated.byes))
    stands = replace(stands, rounds=_put(stands.rounds, event.round, seated))
    for placed in event.matches:
        stands = stands.with_table(event.round, placed.table, match=placed.match)
    return stands


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
    stands = replace(stands, rounds=_put(stands.rounds, event.round, seated))
    clock = stands.clocks.get(event.round) or stands.clocks.get(0)
    if clock is None or clock.spent or clock.since:
        return stands
    return replace(stands, clocks={**stands.clocks, event.round: replace(clock, since=event.recorded_at)})


def _clock_set(stands: State, event: ClockSet) -> State:
    clock = Clock(event.minutes, event.spent, event.since)
    kept = {number: one for number, one in stands.clocks.items() if number != event.round}
    return replace(stands, clocks=kept | ({event.round: clock} if event.minutes else {}))


def _set(stands: State, event: SettingsChanged) -> State:
    said = structs.asdict(event.settings)
    return replace(stands, **{name: value for name, value in said.items() if value is not None})


def _put(entries: tuple[Any, ...], number: int, entry: Any) -> tuple[Any, ...]:
    """The entries with another at a place, counted from 1."""
    return (*entries[: number - 1], entry, *entries[number:])


_AFTER: Final[Mapping[type[TournamentEvent], Callable[[State, Any], State]]] = {
    PlayersEntered: _entered,
    PlayerWithdrawn: _withdrawn,
    PlayerRenamed: _renamed,
    RoundsSeated: _seated,
    SeatsExchanged: _exchanged,
    MatchesStarted: _started,
    MatchChosen: lambda stands, event: stands.with_table(event.round, event.table, match=event.match, scores=None),
    ResultEntered: lambda stands, event: stands.with_table(event.round, event.table, scores=event.scores, match=None),
    PenaltyGiven: lambda stands, event: replace(
        stands, penalties=(*stands.penalties, Penalty(event.player, event.points, event.round))
    ),
    SettingsChanged: _set,
    LotsDrawn: lambda stands, event: replace(stands, lots=event.order),
    ClockSet: _clock_set,
    Closed: lambda stands, event: replace(stands, closed=True),
}
