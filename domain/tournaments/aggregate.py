"""The aggregate: a tournament as its events make it, and what an organiser can decide about it."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from shlex import quote
from typing import Any, Final, Literal
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.sentences import counted, listed
from ludograph.domain.match.aggregate import Stamp
from ludograph.domain.notation.limits import PLAYERS, check_text, cut
from ludograph.domain.notation.names import check_players, folded
from ludograph.domain.tournaments.events import (
    ClockSet,
    Closed,
    LotsDrawn,
    MatchChosen,
    MatchesStarted,
    NameForgotten,
    NewSettings,
    Opened,
    Origin,
    PenaltyGiven,
    Placed,
    PlayerRenamed,
    PlayersEntered,
    PlayerWithdrawn,
    RecordKept,
    ResultEntered,
    RoundsSeated,
    Scored,
    SeatedRound,
    SeatsExchanged,
    SettingsChanged,
    TakenBack,
    TournamentEvent,
    sealed,
)
from ludograph.domain.tournaments.footprints import first_resting_on
from ludograph.domain.tournaments.near_names import name_meant
from ludograph.domain.tournaments.scores.said_places import wrong_places
from ludograph.domain.tournaments.scores.scoring import Scoring, TieBreak, read_scoring, read_tie_breaks
from ludograph.domain.tournaments.scores.settings import checked_settings
from ludograph.domain.tournaments.scores.typed_scores import wrong_tie
from ludograph.domain.tournaments.state import Clock, State, TournamentRound, TournamentTable, counting, state_of

LONGEST_ROUND: Final = 2880
"""So many minutes a clock may have: two days."""
EVENTS: Final = 10_000
"""More events than this no tournament has."""


class OutOfOrder(ValueError):
    """This cannot be done with the tournament as it stands; the message says why, and what to do."""


class Tournament(Struct, frozen=True):
    """A tournament as it stands. `pending` events are not stored yet."""

    history: tuple[TournamentEvent, ...]
    state: State
    pending: tuple[TournamentEvent, ...] = ()

    @property
    def opened(self) -> Opened:
        """How it began."""
        first = self.history[0]
        assert isinstance(first, Opened)
        return first

    @property
    def id(self) -> UUID:
        """What it is stored under."""
        return self.opened.originator_id

    @property
    def version(self) -> int:
        """The number of events so far."""
        return len(self.history)

    @property
    def head(self) -> str:
        """The digest of the newest event."""
        return self.history[-1].digest

    @property
    def scoring(self) -> Scoring:
        """What a match is worth."""
        return read_scoring(self.state.scoring)

    @property
    def tie_breaks(self) -> tuple[TieBreak, ...]:
        """What parts those who have as many points, in their order."""
        return read_tie_breaks(",".join(self.state.tie_breaks))

    def enter(self, names: Sequence[str], stamp: Stamp, by: str = "", *, limited: bool = True) -> "Tournament":
        """Enter players from the next round on; recorded entries are not `limited`. Raises `Misnamed`, `OutOfOrder`."""
        self._check_open()
        if limited:
            self._check_room(names)
        for name in (fresh := check_players(names)):
            there = self.state.player(name)
            if there and not there.withdrawn:
                raise OutOfOrder(f"{there.name} is entered already. Nobody was entered.")
        return self._with(PlayersEntered, stamp, by, players=tuple(self._spelt(name) for name in fresh))

    def withdraw(self, name: str, reason: str, stamp: Stamp, by: str = "") -> "Tournament":
        """A player sits down no more from the next round on."""
        self._check_open()
        check_text("A reason", reason)
        player = self.named(name)
        if player not in self.state.present:
            raise OutOfOrder(f"{player} has withdrawn already.")
        return self._with(PlayerWithdrawn, stamp, by, player=player, reason=reason)

    def rename(self, name: str, new: str, reason: str, stamp: Stamp, by: str = "") -> "Tournament":
        """A player is called otherwise, and stays who they are. Raises `Misnamed` or `OutOfOrder`."""
        self._check_open()
        check_text("A reason", reason)
        player, (new,) = self.named(name), check_players([new])
        there = self.state.player(new)
        if there is not None and there.name != player:
            known = "is entered already" if folded(there.name) == folded(new) else f"is what {there.name} was called"
            raise OutOfOrder(f"{new} {known}: {player} cannot be called so.")
        if new == player:
            raise OutOfOrder(f"{player} is called so already.")
        return self._with(PlayerRenamed, stamp, by, player=player, name=new, reason=reason)

    def seat(self, first: int, rounds: Sequence[SeatedRound], stamp: Stamp, by: str = "", **how: str) -> "Tournament":
        """Rounds are seated, from number `first` on; `how` says by which method, size and seed."""
        self._check_open()
        if any(round.begun for round in self.state.rounds[first - 1 :]):
            raise OutOfOrder(f"Round {first} has begun: its seating stands.")
        if not 1 <= first <= len(self.state.rounds) + 1:
            raise OutOfOrder(f"Round {first} cannot be seated: {_seated(len(self.state.rounds))}")
        rounds = [self._respelt(seated) for seated in rounds]
        for number, seated in enumerate(rounds, start=first):
            self._check_seated(number, seated)
        return self._with(RoundsSeated, stamp, by, first=first, rounds=tuple(rounds), **how)

    def exchange(
        self,
        round: int,
        name: str,
        other: str,
        reason: str,
        stamp: Stamp,
        by: str = "",
        *,
        matches: Sequence[Placed] = (),
    ) -> "Tournament":
        """Two players of a round sat in each other's seats, or one sat out for the other; `matches` are begun anew."""
        self._check_open()
        check_text("A reason", reason)
        seated, player, other = self.round(round), self.named(name), self.named(other)
        if player == other:
            raise OutOfOrder(f"{player} sits where they sit: name two players.")
        there = [*(one for table in seated.tables for one in table.players), *seated.byes]
        if missing := [one for one in (player, other) if one not in there]:
            raise OutOfOrder(f"{listed(missing)} had no seat in round {round}, and no bye: there are {listed(there)}.")
        said = {"round": round, "player": player, "other": other, "reason": reason, "matches": tuple(matches)}
        return self._with(SeatsExchanged, stamp, by, **said)

    def start(self, round: int, matches: Sequence[Placed], stamp: Stamp, by: str = "", **how: bool) -> "Tournament":
        """Matches are put to the tables of a round."""
        self._check_open()
        for placed in matches:
            self.table(round, placed.table)
        return self._with(MatchesStarted, stamp, by, round=round, matches=tuple(matches), **how)

    def choose(self, at: tuple[int, int], match: UUID, reason: str, stamp: Stamp, by: str = "") -> "Tournament":
        """Of several matches that were recorded for a table, one counts."""
        self._check_open()
        self.table(*at)
        check_text("A reason", reason)
        return self._with(MatchChosen, stamp, by, round=at[0], table=at[1], match=match, reason=reason)

    def score(
        self, at: tuple[int, int], scores: Sequence[Scored], reason: str, stamp: Stamp, by: str = ""
    ) -> "Tournament":
        """The result of a table where nobody recorded; with a reason it stands in the place of an earlier one."""
        self._check_open()
        check_text("A reason", reason)
        where = f"table {at[1]} of round {at[0]}"
        there = self.table(*at)
        sitting = {folded(player): player for player in there.players}
        scores = [replace(one, player=self._spelt(one.player)) for one in scores]
        named = [folded(one.player) for one in scores]
        if stranger := next((one.player for one in scores if folded(one.player) not in sitting), None):
            raise OutOfOrder(
                f"{cut(stranger)} does not sit at {where}{name_meant(stranger, there.players)}: "
                f"there are {listed(there.players)}."
            )
        if len(set(named)) < len(named):
            raise OutOfOrder(f"A player of {where} is named twice: say one score for each.")
        if missing := [name for key, name in sitting.items() if key not in named]:
            raise OutOfOrder(f"{listed(missing)} at {where} {'have' if len(missing) > 1 else 'has'} no score: say all.")
        if there.scores is not None and not reason:
            raise OutOfOrder(
                f"The result of {where} is entered already ({_scores(there.scores)}): `--correct --reason ...` puts it "
                "right."
            )
        by_name = {folded(one.player): one for one in scores}
        kept = tuple(replace(by_name[key], player=name) for key, name in sitting.items())
        game = GAMES[self.round(at[0]).game]
        if wrong := wrong_places(kept, game) or wrong_tie(kept, fewest=game.fewest):
            raise OutOfOrder(wrong)
        return self._with(ResultEntered, stamp, by, round=at[0], table=at[1], scores=kept, reason=reason)

    def penalise(
        self, name: str, points: Decimal, reason: str, stamp: Stamp, by: str = "", *, round: int
    ) -> "Tournament":
        """A player loses points, from a round on."""
        self._check_open()
        check_text("A reason", reason)
        if not points:
            raise OutOfOrder("A penalty of 0 points is none.")
        return self._with(PenaltyGiven, stamp, by, player=self.named(name), points=points, round=round, reason=reason)

    def change(self, settings: NewSettings, reason: str, stamp: Stamp, by: str = "") -> "Tournament":
        """Something else counts from now on. Raises `Unscorable` where that cannot be read."""
        self._check_open()
        check_text("A reason", reason)
        return self._with(SettingsChanged, stamp, by, settings=checked_settings(settings), reason=reason)

    def draw_lots(self, order: Sequence[str], seed: str, stamp: Stamp, by: str = "") -> "Tournament":
        """The order in which lots were drawn."""
        self._check_open()
        if not order:
            raise OutOfOrder("Nobody was entered who could draw a lot: `ludograph tournament enter` comes first.")
        order = tuple(map(self._spelt, order))
        if sorted(order) != sorted(player.name for player in self.state.players):
            raise OutOfOrder("Everybody who was entered draws one lot.")
        return self._with(LotsDrawn, stamp, by, order=order, seed=seed)

    def set_clock(self, round: int, clock: Clock, reason: str, stamp: Stamp, by: str = "") -> "Tournament":
        """The clock of a round is this from now on; one of no minutes is none, and round 0 every later one."""
        self._check_open()
        check_text("A reason", reason)
        if round:
            self.round(round)
        if not 0 <= clock.minutes <= LONGEST_ROUND or clock.spent < 0:
            raise OutOfOrder(f"A round may take 1 to {LONGEST_ROUND:,} minutes.")
        said = {"minutes": clock.minutes, "spent": clock.spent, "since": clock.since, "reason": reason}
        return self._with(ClockSet, stamp, by, round=round, **said)

    def close(self, stamp: Stamp, by: str = "") -> "Tournament":
        """Nothing can be entered any more."""
        self._check_open()
        return self._with(Closed, stamp, by)

    @property
    def last(self) -> TournamentEvent:
        """The newest decision that stands."""
        return counting(self.history)[-1]

    def take_back(self, reason: str, stamp: Stamp, by: str = "", *, event: int | None = None) -> "Tournament":
        """The newest decision that stands does so no more; or another `event` on which no later one rests."""
        check_text("A reason", reason)
        gone = self.last.originator_version if event is None else event
        if gone == 1:
            raise OutOfOrder("Nothing was decided yet that could be taken back.")
        later = None if gone == self.last.originator_version else first_resting_on(self.history, gone)
        if later is not None:
            raise OutOfOrder(f"Event {gone} cannot be taken back: event {later}, which came after it, rests on it.")
        return self._with(TakenBack, stamp, by, event=gone, reason=reason)

    def settle(
        self,
        whose: Literal["ours", "theirs", "both"],
        other: str,
        parted_at: int,
        reason: str,
        stamp: Stamp,
        by: str = "",
        **more: tuple[Any, ...],
    ) -> "Tournament":
        """Of two records that went apart, one stands, or both; `other` is the newest digest of theirs."""
        check_text("A reason", reason)
        said = {"other": other, "kept": whose, "parted_at": parted_at, "reason": reason}
        return self._with(RecordKept, stamp, by, **said, **more)

    def from_elsewhere(self, origin: Origin) -> "Tournament":
        """The tournament with its newest decision, not yet stored, known to have been made first elsewhere."""
        event = sealed(replace(self.history[-1], origin=origin, digest=""))
        history = (*self.history[:-1], event)
        return Tournament(history, state_of(history), (*self.pending[:-1], event))

    def forget(self, pseudonym: str, events: int, other: str, reason: str, stamp: Stamp, by: str = "") -> "Tournament":
        """In so many events a pseudonym stands for a name; `other` was the newest digest before."""
        check_text("A reason", reason)
        said = {"pseudonym": pseudonym, "events": events, "other": other, "reason": reason}
        return self._with(NameForgotten, stamp, by, **said)

    def named(self, name: str) -> str:
        """A player as the tournament spells them. Raises `OutOfOrder` where nobody is called so."""
        found = self.state.player(name)
        if found is None:
            known = [player.name for player in self.state.players]
            raise OutOfOrder(
                f"Nobody called {cut(name) or 'that'} was entered{name_meant(name, known)}: "
                "`ludograph tournament show` lists the players."
            )
        return found.name

    def round(self, number: int) -> TournamentRound:
        """A round. Raises `OutOfOrder` where there is none."""
        if not 1 <= number <= len(self.state.rounds):
            raise OutOfOrder(f"There is no round {number}: {_seated(len(self.state.rounds))}")
        return self.state.rounds[number - 1]

    def table(self, round: int, table: int) -> TournamentTable:
        """A table by its round and number. Raises `OutOfOrder` where there is none."""
        tables = self.round(round).tables
        if not 1 <= table <= len(tables):
            raise OutOfOrder(f"There is no table {table} in round {round}: it has {counted(len(tables), 'table')}.")
        return tables[table - 1]

    def saved(self) -> "Tournament":
        """The tournament with nothing left to store."""
        return Tournament(self.history, self.state)

    def _spelt(self, name: str) -> str:
        there = self.state.player(name)
        return there.name if there else name

    def _check_room(self, names: Sequence[str]) -> None:
        known = {folded(player.name) for player in self.state.players}
        fresh = len({*map(folded, names)} - known)
        if len(known) + fresh > PLAYERS:
            before = f"A tournament has at most {PLAYERS:,} players: {len(known):,} were entered before"
            raise OutOfOrder(f"{before}, and this would add {fresh:,}. Nobody was entered.")

    def _respelt(self, seated: SeatedRound) -> SeatedRound:
        """A round in which everybody goes by the name that they have now."""
        tables = tuple(tuple(map(self._spelt, table)) for table in seated.tables)
        return replace(seated, tables=tables, byes=tuple(map(self._spelt, seated.byes)))

    def _check_seated(self, number: int, seated: SeatedRound) -> None:
        """Raises `OutOfOrder` unless all who take part, and nobody else, sit or have a bye once."""
        game = GAMES.get(seated.game)
        if game is None:
            raise OutOfOrder(f"Round {number}: the game {cut(seated.game)} is not known here.")
        if not seated.tables or any(len(table) not in game.seats for table in seated.tables):
            least, most = game.seats[0], game.seats[-1]
            sit = f"sits {least}" if least == most else f"sit {least} to {most}"
            raise OutOfOrder(f"Round {number}: at a table of {game.title} {sit}.")
        if sorted(name for table in (*seated.tables, seated.byes) for name in table) != sorted(self.state.present):
            raise OutOfOrder(f"Round {number}: all who take part, and nobody else, sit or have a bye once.")

    def _check_open(self) -> None:
        if self.state.closed:
            name = quote(self.opened.source or self.state.name)
            raise OutOfOrder(
                f"{self.state.name} is closed: `ludograph tournament undo {name} --reason ...` opens it again."
            )

    def _with(self, kind: type[TournamentEvent], stamp: Stamp, by: str, **said: Any) -> "Tournament":
        if self.version >= EVENTS and kind is not NameForgotten:
            raise OutOfOrder(f"A tournament has at most {EVENTS:,} events.")
        event = sealed(
            kind(
                **said,
                by=stamp.signed(by),
                recorded_at=stamp.after(self.history[-1].recorded_at),
                originator_id=self.id,
                originator_version=self.version + 1,
                salt=stamp.salt,
                previous=self.head,
            )
        )
        history = (*self.history, event)
        return Tournament(history, state_of(history), (*self.pending, event))


def rebuilt(history: Iterable[TournamentEvent]) -> Tournament | None:
    """A tournament from its stored events; None where there are none."""
    events = tuple(history)
    return Tournament(events, state_of(events)) if events else None


def in_one_piece(history: Iterable[TournamentEvent]) -> Tournament | None:
    """A tournament from its events where each names the one before it; None where one is missing or misplaced."""
    events = tuple(history)
    digests = ["", *(event.digest for event in events)]
    follow = all(event.previous == digest for event, digest in zip(events, digests, strict=False))
    return rebuilt(events) if follow else None


def _scores(scores: Sequence[Scored]) -> str:
    return ", ".join(one.told for one in scores)


def _seated(rounds: int) -> str:
    return f"{counted(rounds, 'round')} {'is' if rounds == 1 else 'are'} seated." if rounds else "none is seated yet."
