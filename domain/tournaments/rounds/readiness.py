"""What stands between a tournament and its next round, and what should be looked at before it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from shlex import quote
from typing import NamedTuple
from uuid import UUID

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.kernel.sentences import counted, listed
from ludograph.domain.match.events import RulingMade, StepsAmended, StepsTakenBack
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.recorder import Listed, NotFound
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.event_sentences import decided_by, left_open_told, time_left
from ludograph.domain.tournaments.events import MatchChosen, ResultEntered, RoundsSeated
from ludograph.domain.tournaments.rounds.late_corrections import seating_by_standings
from ludograph.domain.tournaments.rounds.round_seating import sizes_in, usual_sizes
from ludograph.domain.tournaments.scores.entered_results import is_upheld
from ludograph.domain.tournaments.scores.scoring import Results, TableResult
from ludograph.domain.tournaments.seating.tables import fewest_byes
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.state import counting


class CheckFinding(NamedTuple):
    """One thing that stops the next round, or is only to be known before it."""

    text: str
    do: str = ""
    """The command that mends it; empty where `text` names it, or nothing has to be done."""
    round: int = 0
    table: int = 0
    """0 where it concerns none alone."""
    stops: bool = True


class Check(NamedTuple):
    """What was found, and what to do once nothing stops."""

    round: int
    """The next round: the first in which nothing has begun."""
    found: list[CheckFinding]
    next: str
    """The command that goes on with the day."""

    @property
    def ready(self) -> bool:
        """Whether nothing stops the next round."""
        return not any(one.stops for one in self.found)


def checked_tournament(service: TournamentService, tournament: Tournament) -> Check:
    """What stops the next round of a tournament, first what stops it, then what is only to be known."""
    return _Checking(service, tournament).all()


class _Checking:
    """One look at a tournament."""

    def __init__(self, service: TournamentService, tournament: Tournament) -> None:
        self._service = service
        self._tournament = tournament
        self._state = tournament.state
        self._results, self._doubts = service.tables(tournament)
        self._name = quote(tournament.opened.source or tournament.state.name)
        begun = [number for number, row in enumerate(self._results, 1) if any(one.stage != "seated" for one in row)]
        self._next = max(begun, default=0) + 1
        self._seated = self._next <= len(self._results)

    def all(self) -> Check:
        """Everything that is found."""
        found = [
            *self._closed(),
            *self._open_tables(),
            *self._left_open(),
            *(CheckFinding(doubt, stops=False) for doubt in self._doubts if not self._is_conflict(doubt)),
            *(self._seats() if self._seated else self._sizes()),
            *self._unknown_scores(),
            *self._agreement(),
        ]
        way = f"start {self._name} {self._next}" if self._seated else f"seat {self._name} {self._game()}"
        ordered = sorted(found, key=lambda one: not one.stops)
        return Check(self._next, ordered, f"ludograph tournament {way}")

    def _left_open(self) -> Iterator[CheckFinding]:
        for one in self._state.left_open:
            yield CheckFinding(f"{left_open_told(one)} To decide for ours, or else =theirs:", decided_by(one))

    def _is_conflict(self, doubt: str) -> bool:
        """Whether it tells what a merge left open, which is found by itself."""
        return any(doubt.startswith(left_open_told(one)) for one in self._state.left_open)

    def _game(self) -> str:
        last = self._state.rounds[-1].game if self._state.rounds else "GAME"
        return f"--game {last}"

    def _closed(self) -> Iterator[CheckFinding]:
        if self._state.closed:
            reopen = f"ludograph tournament undo {self._name} --reason ..."
            yield CheckFinding(f"{self._state.name} is closed: there is no next round.", reopen)

    def _open_tables(self) -> Iterator[CheckFinding]:
        """The tables of earlier rounds that are not over, and how long their clock still runs."""
        now = self._service.recorder.stamp().now
        for number, played in enumerate(self._results[: self._next - 1], start=1):
            open_ = [(at, one) for at, one in enumerate(played, start=1) if not one.over]
            yield from (self._open_table(number, at, one) for at, one in open_)
            clock = self._state.clocks.get(number)
            if open_ and clock and (clock.since or clock.spent):
                yield CheckFinding(f"Round {number} by its clock: {time_left(clock, now)}.", round=number, stops=False)

    def _open_table(self, number: int, at: int, one: TableResult) -> CheckFinding:
        where = f"Table {at} of round {number} ({listed(one.players)})"
        if one.match is None:
            scores = " ".join(f"{quote(name)}=..." for name in one.players)
            do = f"ludograph tournament result {self._name} {number} {at} {scores}"
            return CheckFinding(f"{where} has no result.", do, number, at)
        name = quote(one.name or str(one.match))
        if one.awaits_deal:
            do = f"ludograph tournament results {self._name} --round {number}"
            told = f"{where} has no result. `ludograph play {name}` records it, from its deal on; from a slip of paper:"
            return CheckFinding(told, do, number, at)
        match = self._listed(one.match)
        begun = "is still being played" if match is None or match.head.steps else "was started, and has no entry yet"
        return CheckFinding(f"{where} {begun}.", f"ludograph play {name}", number, at)

    def _seats(self) -> Iterator[CheckFinding]:
        """Whether all who take part have a seat in the round that is seated next, and nobody who went."""
        seated = self._state.rounds[self._next - 1]
        there = {name for table in seated.tables for name in table.players} | set(seated.byes)
        gone = [name for name in there if name not in self._state.present]
        late = [name for name in self._state.present if name not in there]
        again = f"ludograph tournament seat {self._name} --game {seated.game} --again"
        if gone:
            told = f"{listed(sorted(gone))} {_have(gone)} withdrawn, and {_have(gone)} a seat in round {self._next}."
            yield CheckFinding(told, again, self._next)
        yield from self._corrected_since()
        if late:
            told = f"{listed(late)} {_have(late)} no seat in round {self._next}, which was seated before they came."
            yield CheckFinding(told, again, self._next, stops=False)

    def _corrected_since(self) -> Iterator[CheckFinding]:
        """That results before the next round were put right after it was seated by the standings."""
        made = seating_by_standings(self._tournament, self._next)
        if made is None or not self._changed_after(made):
            return
        told = f"Results were put right after round {self._next} was seated by the standings: its seating stands."
        again = f"ludograph tournament seat {self._name} --game {self._state.rounds[self._next - 1].game} --again"
        yield CheckFinding(told, again, self._next, stops=False)

    def _changed_after(self, made: RoundsSeated) -> bool:
        """Whether anything by which a round was seated was put right since."""
        since = self._tournament.history[made.originator_version :]
        decided = (one for one in since if isinstance(one, ResultEntered | MatchChosen) and one.round < self._next)
        if any(one.reason and not self._upheld(one) for one in decided):
            return True
        for match in {one.match for row in self._results[: self._next - 1] for one in row if one.match is not None}:
            with suppress(StoreError, NotFound):
                history = self._service.recorder.load(match).history
                changes = (one for one in history if isinstance(one, StepsAmended | StepsTakenBack | RulingMade))
                if any(one.recorded_at > made.recorded_at for one in changes):
                    return True
        return False

    def _upheld(self, decided: ResultEntered | MatchChosen) -> bool:
        return isinstance(decided, ResultEntered) and is_upheld(self._tournament, decided)

    def _sizes(self) -> Iterator[CheckFinding]:
        """Whether tables of the size that was used last can take all who play."""
        players = len(self._state.present)
        if not self._state.rounds:
            if not players:
                yield CheckFinding("Nobody is entered.", f"ludograph tournament enter {self._name} PLAYER...")
            return
        game = GAMES[self._state.rounds[-1].game]
        seatings = [one.size for one in counting(self._tournament.history) if isinstance(one, RoundsSeated)]
        least, most = sizes_in(seatings[-1]) or usual_sizes(game)
        size = f"{least}-{most}" if most > least else str(least)
        if players < least:
            told = f"{counted(players, 'player')} are too few for a table of {size}."
            yield CheckFinding(told, f"ludograph tournament seat {self._name} --game {game.id} --size ...")
        elif byes := fewest_byes(players, least, most):
            told = f"{counted(players, 'player')} do not fill tables of {size}: {counted(byes, 'bye')}."
            yield CheckFinding(f"{told} `seat --size` takes others.", round=self._next, stops=False)

    def _unknown_scores(self) -> Iterator[CheckFinding]:
        """The tables whose points stay open for a score of `??`."""
        for number, at, one in _over(self._results):
            if UNKNOWN in one.scores or UNKNOWN in one.places:
                where = f"Table {at} of round {number}"
                do = (
                    f"ludograph tournament result {self._name} {number} {at} ... --correct --reason ..."
                    if one.match is None
                    else f"ludograph amend {quote(one.name or str(one.match))} --edit --reason ..."
                )
                yield CheckFinding(f"{where} has scores that nobody knows (??).", do, number, at, stops=False)

    def _agreement(self) -> Iterator[CheckFinding]:
        """The matches of the last round that begun to whose result not all players have agreed, nor the judge."""
        number = self._next - 1
        open_ = [
            (at, one)
            for round_, at, one in _over(self._results)
            if round_ == number and one.match and not self._agreed(one.match, len(one.players))
        ]
        if open_:
            tables = listed([str(at) for at, _ in open_])
            where = f"table{'s' if len(open_) > 1 else ''} {tables} of round {number}"
            told = f"Not all players have agreed to the result of {where}."
            name = quote(open_[0][1].name or str(open_[0][1].match))
            yield CheckFinding(told, f"ludograph confirm {name} --as PLAYER", number, stops=False)

    def _agreed(self, match: UUID, seats: int) -> bool:
        found = self._listed(match)
        agreed = found.summary.confirmed if found else ()
        return JUDGE in agreed or len(agreed) >= seats

    def _listed(self, match: UUID) -> Listed | None:
        try:
            return self._service.recorder.listing(match)
        except (StoreError, NotFound):
            return None


def _over(results: Results) -> Iterator[tuple[int, int, TableResult]]:
    """Every table that is over, with its round and number."""
    for number, played in enumerate(results, start=1):
        yield from ((number, at, one) for at, one in enumerate(played, start=1) if one.over)


def _have(names: Sequence[str] | set[str]) -> str:
    return "has" if len(names) == 1 else "have"
