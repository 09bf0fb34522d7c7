"""What came of the tables of a tournament: as it was recorded, or as it was entered."""

from collections.abc import Iterator, Sequence
from shlex import quote
from typing import Final, NamedTuple
from uuid import UUID

from msgspec.structs import replace

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.result import Result as Ended
from ludograph.domain.kernel.result import final
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.events import AnyStarted
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.names import folded
from ludograph.domain.store.recorder import Listed
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.events import MatchChosen
from ludograph.domain.tournaments.options import other_options
from ludograph.domain.tournaments.scores.said_places import with_places
from ludograph.domain.tournaments.scores.scoring import TableResult
from ludograph.domain.tournaments.state import State, TournamentRound, TournamentTable, counting

MOST: Final = 5
"""No more matches than this are told to count nowhere."""


class Tables(NamedTuple):
    """What came of the tables of all rounds, and what an organiser should look at."""

    results: list[list[TableResult]]
    doubts: list[str]


def tournament_tables(tournament: Tournament, every: Sequence[Listed]) -> Tables:
    """What came of every table, from all matches that there are."""
    found = _TableMatches(tournament, every)
    results = [
        [found.result(number, at, seated, table) for at, table in enumerate(seated.tables, start=1)]
        for number, seated in enumerate(tournament.state.rounds, start=1)
    ]
    begun = [number for number, row in enumerate(results, start=1) if any(one.stage != "seated" for one in row)]
    unlike = [doubt for number in begun for doubt in unlike_deals(tournament, number)]
    return Tables(results, [*found.doubts, *found.strays(results), *unlike])


def unlike_deals(tournament: Tournament, number: int) -> Iterator[str]:
    """That a round whose tables are to be compared was not dealt alike, in a sentence."""
    if tournament.state.scoring == "duplicate" and not tournament.state.rounds[number - 1].same_deal:
        yield (
            f"Round {number} was not started with --same-deal, so that `duplicate` has nothing to compare: each of its "
            "matches is worth half a point. `ludograph tournament undo` takes a start back in which nothing was played."
        )


class _TableMatches:
    """The matches that belong to a tournament, by their tables."""

    def __init__(self, tournament: Tournament, every: Sequence[Listed]) -> None:
        self.doubts: list[str] = []
        self._known = {one.start.originator_id for one in every}
        self._given_up = [one for one in every if one.status == "abandoned"]
        every = [one for one in every if one.status != "abandoned"]
        self._by_id = {one.start.originator_id: one for one in every}
        self._name = tournament.opened.source or tournament.state.name
        self._tournament = tournament
        self._beside: set[UUID] = set()
        event = folded(tournament.state.name)
        self._own = [one for one in every if folded(one.start.event) == event]
        self._chosen = {
            (one.round, one.table, one.match): one.recorded_at
            for one in counting(tournament.history)
            if isinstance(one, MatchChosen)
        }
        self._put = {table.match for seated in tournament.state.rounds for table in seated.tables}

    def result(self, round: int, at: int, seated: TournamentRound, table: TournamentTable) -> TableResult:
        """What came of one table."""
        where = f"Round {round}, table {at}"
        fitting = [
            one
            for one in self._own
            if _fits(self._tournament.state, one, round, at, seated, table) and self._free(one, table)
        ]
        started = self._by_id.get(table.match) if table.match else None
        chosen = started or (fitting[0] if fitting and table.scores is None else None)
        # Nothing was played yet where the deal is awaited: such a match takes nothing from a result that was entered.
        unplayed = chosen is None and table.scores is not None
        self._beside |= {one.start.originator_id for one in fitting if one is not chosen}
        others = [one for one in fitting if one is not chosen and not (unplayed and one.summary.awaits_deal)]
        undecided = [one for one in others if not self._settled((round, at), table, one)]
        if undecided:
            self.doubts.append(_several(where, chosen, undecided, f"{quote(self._name)} {round} {at}"))
        if table.match and table.match not in self._known:
            self.doubts.append(f"{where}: its match {table.match} {_AWAY}")
        if chosen is None:
            return self._with_abandoned(entered_table(seated, table), (round, at), seated, table)
        if not self._tournament.state.seats_same(chosen.start.players, table.players):
            self.doubts.append(f"{where}: its match {_name(chosen)} has other players than were seated there.")
        elif other := other_options(seated, chosen.start.players, chosen.start.options):
            self.doubts.append(f"{where}: {other} (match {_name(chosen)}). {_to_count_or_not(chosen)}")
        return _recorded(chosen, self._tournament.state)

    def _with_abandoned(
        self, result: TableResult, where: tuple[int, int], seated: TournamentRound, table: TournamentTable
    ) -> TableResult:
        """A table at which nothing counts, with the match that was abandoned there last, which `reopen` lets go on.

        One whose start was taken back before anything was recorded in it is no such match.
        """
        name = folded(self._tournament.state.name)
        there = [
            one
            for one in self._given_up
            if one.start.originator_id == table.match
            or (
                one.head.steps
                and folded(one.start.event) == name
                and _fits(self._tournament.state, one, *where, seated, table)
                and self._free(one, table)
            )
        ]
        if result.over or not there:
            return result
        last = max(there, key=lambda one: (one.start.originator_id == table.match, one.start.recorded_at))
        return replace(result, abandoned=last.start.originator_id, name=last.start.source)

    def strays(self, results: Sequence[Sequence[TableResult]]) -> Iterator[str]:
        """A sentence for each of the first matches that say that they belong to the tournament, and count nowhere."""
        counted_ = {one.match for row in results for one in row} | self._beside
        strays = [one for one in self._own if one.start.originator_id not in counted_]
        for one in strays[:MOST]:
            name, start = _name(one), one.start
            why = why_no_table(self._tournament, start.game, start.players, start.round, start.table)
            why = why or f"another was put to table {start.table.strip()} of round {start.round.strip()}"
            yield (
                f"Match {name} counts for no table: {why}. `ludograph amend {quote(name)} "
                f"0 ...` puts right what it says of itself, and {way_out(name, over=one.head.over)}."
            )
        if len(strays) > MOST:
            yield f"And {len(strays) - MOST} more that count for no table: `ludograph matches` lists all."

    def _free(self, one: Listed, table: TournamentTable) -> bool:
        """Whether a match counts at no other table: it was put nowhere, or here."""
        return one.start.originator_id == table.match or one.start.originator_id not in self._put

    def _settled(self, at: tuple[int, int], table: TournamentTable, other: Listed) -> bool:
        """Whether it was decided which match counts at a table when this other one had been begun."""
        decided = self._chosen.get((*at, table.match)) if table.match in self._by_id else None
        return decided is not None and other.start.recorded_at <= decided


_AWAY: Final = "is not in this store, or cannot be read: `ludograph merge` takes it from where it was recorded."


def _to_count_or_not(one: Listed) -> str:
    """What to do about a match that was played in another way than its round."""
    return f"It counts; if it is not to, {way_out(_name(one), over=one.head.over)}."


def way_out(name: str, *, over: bool) -> str:
    """What takes a match out of its tournament: one that is over cannot be abandoned, and says no more where it was."""
    if over:
        return f"`ludograph amend {quote(name)} 0 'event: \"\"' --reason ...` takes it out of the tournament"
    return f"`ludograph abandon {quote(name)} --reason ...` gives it up"


def _fits(state: State, one: Listed, round: int, at: int, seated: TournamentRound, table: TournamentTable) -> bool:
    """Whether a match says that it was played at this table, and its players are those who were seated there."""
    start = one.start
    there = (start.round.strip(), start.table.strip(), start.game) == (str(round), str(at), seated.game)
    return there and state.seats_same(start.players, table.players)


def why_no_table(tournament: Tournament, game: str, players: Sequence[str], number: str, at: str) -> str:
    """Why a match that says where it is played has no table there; empty where nothing is wrong with what it says."""
    number, at = number.strip(), at.strip()
    rounds = tournament.state.rounds
    if not number or not at:
        return "it does not say its round and table"
    if number not in map(str, range(1, len(rounds) + 1)):
        return f"round {cut(number)} is not seated"
    seated = rounds[int(number) - 1]
    if at not in map(str, range(1, len(seated.tables) + 1)):
        return f"round {number} has no table {cut(at)}"
    sitting, where = seated.tables[int(at) - 1].players, f"table {at} of round {number}"
    if game != seated.game:
        return f"it is one of {GAMES[game].title}, and at {where} {GAMES[seated.game].title} is played"
    if not tournament.state.seats_same(players, sitting):
        return f"at {where} sit {listed(sitting)}, and in this match {listed(players)}"
    return ""


def has_entered_result(tournament: Tournament, start: AnyStarted) -> bool:
    """Whether a result was entered for the table that a match names: if it awaits its deal still, nobody plays it."""
    if why_no_table(tournament, start.game, start.players, start.round, start.table):
        return False
    return tournament.table(int(start.round), int(start.table)).scores is not None


def _recorded(one: Listed, state: State) -> TableResult:
    """The result of a match, in which players may go by names that were put right since."""
    start, ended = one.start, one.summary.final
    players = tuple(map(state.called, start.players))
    if not one.head.over or ended is None:
        awaits = one.summary.awaits_deal
        return TableResult(players, "running", start.originator_id, name=start.source, awaits_deal=awaits)
    fewest = GAMES[start.game].fewest
    came = ended.scores, ended.places, ended.winners
    return TableResult(players, "over", start.originator_id, *came, fewest, start.seed, start.source)


def entered_table(seated: TournamentRound, table: TournamentTable) -> TableResult:
    """The result that was entered, with the places that were said or follow from its scores; none where nothing was."""
    if table.scores is None:
        return TableResult(table.players, "seated")
    order = replace(GAMES[seated.game].order, ties=tuple(one.ahead for one in table.scores))
    said = with_places(table.scores)
    forfeit = {seat for seat, one in enumerate(table.scores, start=1) if one.forfeit}
    ended = Ended(True, tuple(one.score for one in table.scores), (), order)
    found = said or final(ended, forfeit=forfeit)
    return TableResult(table.players, "over", None, found.scores, found.places, found.winners, order.fewest)


def _several(where: str, chosen: Listed | None, others: Sequence[Listed], place: str) -> str:
    """That more than one result is there, and which counts; `place` names the tournament, round and table."""
    counts = f"{_name(chosen)} counts" if chosen else "the result that was entered counts"
    was = "was" if len(others) == 1 else "were"
    stays = f", and naming {_name(chosen)} instead settles that it counts" if chosen else ""
    out = "" if chosen else f" To let what was entered stand, {way_out(_name(others[0]), over=others[0].head.over)}."
    return (
        f"{where}: {listed([_name(one) for one in others])} {was} recorded for it too; {counts}. `ludograph tournament "
        f"place {place} {quote(_name(others[0]))} --reason ...` lets that count instead{stays}.{out}"
    )


def _name(one: Listed) -> str:
    return one.start.source or str(one.start.originator_id)
