"""Tournaments in a store: finds them, records what was decided, and gathers what came of their tables."""

from collections.abc import Callable, Iterator, Sequence
from shlex import quote
from typing import Final, NamedTuple
from uuid import UUID, uuid5

from eventsourcing.persistence import StoredEvent

from domain.games import GAMES
from domain.kernel.result import Order, final
from domain.kernel.result import Result as Ended
from domain.kernel.sentences import listed
from domain.notation.limits import cut
from domain.notation.names import folded
from domain.records.events import TOURNAMENT, encoded
from domain.records.match import Match
from domain.records.recorder import Listed, NotFound, Recorder, head_of
from domain.records.sqlite import Clash, Damaged, Head, StoreError, telling
from domain.tournaments.events import event_in, topic_of
from domain.tournaments.scoring import Result
from domain.tournaments.state import Round, Table
from domain.tournaments.tournament import OutOfOrder, Terms, Tournament, open_tournament, rebuilt

NAMESPACE: Final = UUID("6c75646f-6772-5068-8000-746f75726e79")
"""Where an organiser's own ids become UUIDs (version 5); matches have another."""


class Tables(NamedTuple):
    """What came of the tables of all rounds, and what an organiser should look at."""

    results: list[list[Result]]
    doubts: list[str]


class Office:
    """Tournaments in the store of a recorder. What a method returned is on the disk."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def open(self, terms: Terms, by: str = "") -> Tournament:
        """Opens a tournament. Raises `OutOfOrder` where another goes by its name or id, or `Clash`."""
        every = list(self.all())
        id = id_of(terms.source) if terms.source else UUID(bytes=self.recorder.sources.bytes(16), version=4)
        opened = open_tournament(terms, id, self.recorder.stamp(), by)
        for other in every:
            _check_apart(other, opened)
        return self._store(opened, beside=len(every))

    def all(self) -> Iterator[Tournament]:
        """Every tournament, in the order in which they were opened."""
        with telling(self.recorder.path):
            heads = self.recorder.heads.tournaments()
        loaded = [self.load(head.match) for head in heads]
        return iter(sorted(loaded, key=lambda one: one.opened.recorded_at))

    def find(self, name: str) -> Tournament:
        """A tournament by its name, its id, or an unambiguous beginning of either. Raises `NotFound`."""
        every = list(self.all())
        found = [one for one in every if one.id == id_of(name)] or _called(every, name)
        if len(found) == 1:
            return found[0]
        names = ", ".join(one.state.name for one in (found or every)[:5])
        if len({folded(one.state.name) for one in found}) < len(found):  # merged from two stores
            raise NotFound(
                f"{cut(name)} fits {len(found)} tournaments, some of one name: name it by its id ({_ids(found)})."
            )
        if found:
            raise NotFound(f"{cut(name)} fits {len(found)} tournaments: {names}. Write more of it.")
        there = f"there are {names}" if every else "`ludograph tournament new` opens one"
        raise NotFound(f"There is no tournament {cut(name)}: {there}." if name else f"Name a tournament: {there}.")

    def load(self, id: UUID) -> Tournament:
        """A tournament by its id. Raises `NotFound`, or `Damaged` where a row cannot be read."""
        with telling(self.recorder.path):
            rows = self.recorder.heads.rows(id)
        found = rebuilt(event_in(id, row.version, row.topic, row.state) for row in rows)
        if found is None:
            raise NotFound(f"There is no tournament {id} in {self.recorder.path}.")
        return found

    def record(self, tournament: Tournament, *matches: Match) -> Tournament:
        """Stores what is pending of a tournament and of matches, all of it or nothing. Raises `Clash`."""
        try:
            return self._store(tournament, *matches)
        except Clash as wrong:
            raise Clash(
                f"Somebody else decided something about {tournament.state.name} at the same time, so nothing was "
                "recorded: look at it (`ludograph tournament show`) and try again."
            ) from wrong

    def _store(self, tournament: Tournament, *matches: Match, beside: int | None = None) -> Tournament:
        """Stores it; `beside` is how many tournaments there must still be before."""
        events = rows_of(tournament)
        for match in matches:
            events += [self.recorder.mapper.to_stored_event(event) for event in match.pending]
        self.recorder.store(events, [tournament_head(tournament), *map(head_of, matches)], beside)
        return tournament.saved()

    def decide(self, tournament: Tournament, decision: Callable[[Tournament], Tournament]) -> Tournament:
        """Records one decision about a tournament as it stands."""
        return self.record(decision(tournament))

    def tables(self, tournament: Tournament) -> Tables:
        """What came of every table: as it was recorded, or as it was entered."""
        damaged: list[Damaged] = []
        every = [one for one in self.recorder.listed(damaged) if one.status != "abandoned"]
        gathered = _Gathered(tournament, every)
        results = [
            [gathered.result(number, at, seated, table) for at, table in enumerate(seated.tables, start=1)]
            for number, seated in enumerate(tournament.state.rounds, start=1)
        ]
        return Tables(results, [*map(str, damaged), *gathered.doubts])


class _Gathered:
    """The matches that belong to a tournament, by their tables."""

    def __init__(self, tournament: Tournament, every: Sequence[Listed]) -> None:
        self.doubts: list[str] = []
        self._by_id = {one.start.originator_id: one for one in every}
        self._name = tournament.opened.source or tournament.state.name
        event = folded(tournament.state.name)
        self._own = [one for one in every if folded(one.start.event) == event]
        self._put = {table.match for seated in tournament.state.rounds for table in seated.tables}

    def result(self, round: int, at: int, seated: Round, table: Table) -> Result:
        """What came of one table."""
        where = f"Round {round}, table {at}"
        fitting = [one for one in self._own if _fits(one, round, at, seated, table) and self._free(one, table)]
        started = self._by_id.get(table.match) if table.match else None
        chosen = started or (fitting[0] if fitting and table.scores is None else None)
        others = [one for one in fitting if one is not chosen]
        if others:
            self.doubts.append(_several(where, chosen, others, f"{quote(self._name)} {round} {at}"))
        if chosen is None:
            return _entered(seated, table)
        if set(map(folded, chosen.start.players)) != set(map(folded, table.players)):
            self.doubts.append(f"{where}: its match {_name(chosen)} has other players than were seated there.")
        return _recorded(chosen)

    def _free(self, one: Listed, table: Table) -> bool:
        """Whether a match counts at no other table: it was put nowhere, or here."""
        return one.start.originator_id == table.match or one.start.originator_id not in self._put


def _fits(one: Listed, round: int, at: int, seated: Round, table: Table) -> bool:
    """Whether a match says that it was played at this table, and its players are those who were seated there."""
    start = one.start
    there = (start.round.strip(), start.table.strip(), start.game) == (str(round), str(at), seated.game)
    return there and set(map(folded, start.players)) == set(map(folded, table.players))


def _recorded(one: Listed) -> Result:
    start, ended = one.start, one.kept.final
    if not one.head.over or ended is None:
        return Result(start.players, "running", start.originator_id)
    fewest = GAMES[start.game].fewest
    return Result(
        start.players, "over", start.originator_id, ended.scores, ended.places, ended.winners, fewest, start.seed
    )


def _entered(seated: Round, table: Table) -> Result:
    """The result that was entered, with the places that follow from its scores; none where nothing was."""
    if table.scores is None:
        return Result(table.players, "seated")
    fewest = GAMES[seated.game].fewest
    forfeit = {seat for seat, one in enumerate(table.scores, start=1) if one.forfeit}
    ended = Ended(True, tuple(one.score for one in table.scores), (), Order(fewest=fewest))
    found = final(ended, forfeit=forfeit)
    return Result(table.players, "over", None, found.scores, found.places, found.winners, fewest)


def _several(where: str, chosen: Listed | None, others: Sequence[Listed], place: str) -> str:
    """That more than one result is there, and which counts; `place` names the tournament, round and table."""
    counts = f"{_name(chosen)} counts" if chosen else "the result that was entered counts"
    was = "was" if len(others) == 1 else "were"
    return (
        f"{where}: {listed([_name(one) for one in others])} {was} recorded for it too; {counts}. "
        f"`ludograph tournament place {place} {_name(others[0])} --reason ...` lets that count instead."
    )


def _name(one: Listed) -> str:
    return one.start.source or str(one.start.originator_id)


def rows_of(tournament: Tournament) -> list[StoredEvent]:
    """What is pending of a tournament, as rows of the store."""
    return [
        StoredEvent(tournament.id, event.originator_version, topic_of(event), encoded(event))
        for event in tournament.pending
    ]


def _check_apart(other: Tournament, opened: Tournament) -> None:
    """Raises `OutOfOrder` where a new tournament would go by a name or an id of another, so that neither is found."""
    if folded(other.state.name) == folded(opened.state.name):
        raise OutOfOrder(f"There is a tournament {other.state.name} already: give this one another name.")
    for said in (opened.state.name, opened.opened.source):
        if said and (other.id == id_of(said) or folded(other.state.name) == folded(said)):
            raise OutOfOrder(f"The tournament {other.state.name} goes by {cut(said)} already: give this one another.")


def _called(every: Sequence[Tournament], name: str) -> list[Tournament]:
    """Those of this name, else those whose name or id begins like this."""
    prefix = name.replace("-", "").lower()
    return [one for one in every if folded(one.state.name) == folded(name)] or [
        one
        for one in every
        if name.strip()
        and ((prefix and one.id.hex.startswith(prefix)) or folded(one.state.name).startswith(folded(name)))
    ]


def _ids(some: Sequence[Tournament]) -> str:
    return ", ".join(one.opened.source or str(one.id) for one in some[:5])


def tournament_head(tournament: Tournament) -> Head:
    """Where a tournament stands, for the table of heads: how many rounds are seated, and whether it is closed."""
    state = tournament.state
    rounds = len(state.rounds)
    return Head(tournament.id, tournament.version, tournament.head, TOURNAMENT, rounds, state.closed, None)


def id_of(source: str) -> UUID:
    """The id of a tournament from an organiser's own: a UUID as it is, any other text by UUIDv5."""
    try:
        return UUID(source)
    except ValueError:
        return uuid5(NAMESPACE, source)


__all__ = ["NotFound", "Office", "StoreError", "Tables", "id_of", "rows_of", "tournament_head"]
