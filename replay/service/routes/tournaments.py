"""What can be read of tournaments through the API: the JSON of `tournament list`, `show`, `standings` and `history`."""

from collections.abc import Callable, Coroutine
from contextlib import suppress
from time import monotonic
from typing import Annotated, Any, Final, TypeVar

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.values import json_text
from ludograph.domain.store.recorder import Listed, NotFound
from ludograph.domain.store.tokens import Token
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.owners import without_record
from ludograph.domain.tournaments.rounds.decisions import last_begun
from ludograph.domain.tournaments.rounds.readiness import checked_tournament
from ludograph.domain.tournaments.rounds.round_clock import Late, late_from
from ludograph.domain.tournaments.scores.ranking import StandingsLine, standings
from ludograph.domain.tournaments.scores.scoring import Results
from ludograph.domain.tournaments.scores.table_results import Tables, tournament_tables
from ludograph.domain.tournaments.service import TournamentService, tournaments_named
from ludograph.replay.service.access.rights import Permission, Visitor
from ludograph.replay.service.http.cursors import SeenCursor, cursor_json, cursor_of, reset_json
from ludograph.replay.service.http.responses import JSON, BadRequest, json_response
from ludograph.replay.service.http.settings import CACHE_SECONDS
from ludograph.replay.service.routes.reading import VisibleMatches
from ludograph.replay.shapes.matches import listed_json
from ludograph.replay.shapes.tournaments import (
    check_json,
    course_json,
    history_json,
    line_json,
    tournament_json,
)

T = TypeVar("T")
WithTies = Annotated[
    bool, QueryParameter(name="ties", description="With why one of those who are tied stands before the next.")
]
AfterRound = Annotated[int | None, QueryParameter(name="after", ge=0, description="As they were after this round.")]


class VisibleTournaments:
    """Tournaments as a visitor may see them: with decisions and results behind, for those who take no part."""

    def __init__(self, matches: VisibleMatches) -> None:
        self.matches = matches
        self.live = matches.live

    @property
    def visitor(self) -> Visitor:
        """Who asks."""
        return self.matches.visitor

    async def all(self) -> list[Tournament]:
        """Those that are shown, in the order in which they were opened."""
        past = (await self.matches.past()).tournaments if self.matches.settings.delay else {}
        known = [past.get(one.id) if self.is_behind(one) else one for one in await self._shown()]
        return [one for one in known if one is not None]

    async def played(self) -> list[Listed]:
        """The matches that are played now; not those of tables whose result was entered without their record."""
        settled = {match for one in await self.all() for match in without_record(one)}
        running = (one for one in await self.matches.listed() if one.status == "running")
        return [one for one in running if one.head.match not in settled]

    async def find(self, name: str) -> Tournament:
        """A tournament as it stands for this visitor, by its name, its id, or a beginning. Raises `NotFound`."""
        return _only(tournaments_named(await self.all(), name))

    async def whole(self, name: str) -> Tournament:
        """A tournament as it stands now. Raises `NotFound`."""
        return _only(tournaments_named(await self._shown(), name))

    def is_behind(self, tournament: Tournament) -> bool:
        """Whether this visitor knows of what was decided of a tournament only what is as old as the delay."""
        return bool(self.matches.settings.delay) and not self.visitor.attends(tournament)

    def late(self, tournament: Tournament) -> float:
        """So many seconds this visitor is behind in what was played at some tables at least."""
        every = self.visitor.attends(tournament) and not self.visitor.only_plays
        return 0 if every else self.matches.settings.delay.total_seconds()

    def check_directs(self, tournament: Tournament) -> Token:
        """The token by which they decide in a tournament, as it is known who asks by now. Raises `Denied`."""
        return self.visitor.check_directs(tournament)

    async def directed(self, name: str) -> Tournament:
        """A tournament in which they may decide. Raises `NotFound` or `Denied`."""
        found = await self.find(name)
        self.check_directs(found)
        return found

    async def ruled(self, name: str) -> Match:
        """A match in which they may rule.

        Raises `BadRequest`, in one sentence where there is none and where it is not theirs: so a director is told
        nothing of the matches of others.
        """
        with suppress(NotFound, BadRequest):
            return self.check_rules(await self.matches.match(name))
        raise BadRequest(404, _NOT_RULED)

    def check_rules(self, match: Match) -> Match:
        """A match, in which they may rule. Raises `BadRequest`, as if there were none."""
        if not self.visitor.may(Permission.RULE, match):
            raise BadRequest(404, _NOT_RULED)
        return match

    def may_know_seed(self, tournament: Tournament) -> Callable[[Listed], bool]:
        """Tells of a match whether this visitor may be told that it was dealt from a text that they name.

        It waits for the disk, and is called in a thread.
        """
        visitor = self.matches.knowing_owners()
        return lambda match: visitor.directs_all or visitor.owners.owner(match) == tournament.id

    async def tables(self, tournament: Tournament) -> Tables:
        """What came of every table, as far as this visitor may know; what is to be looked at, for its director."""
        # Doubts name matches that only look as if they belonged here, so they are taken out of what all share.

        async def make() -> Tables:
            return await self.live.lists.run(tournament_tables, tournament, await self.matches.listed())

        found = await self._once("tables", tournament, make)
        return found if self.visitor.directs(tournament) else found._replace(doubts=[])

    async def late_tables(self, tournament: Tournament, results: Results) -> Late:
        """From when on open tables count as late; nothing for those who are behind, who may not know their times."""
        if self.late(tournament):
            return {}
        service = TournamentService(self.live.recorder)
        return await self.live.lists.run(late_from, service, tournament, results)

    async def lines(self, tournament: Tournament, after: int | None) -> list[StandingsLine]:
        """Who stands where, as far as this visitor may know. Raises `OutOfOrder` where there is no such round."""
        if after:
            tournament.round(after)
        results = (await self.tables(tournament)).results

        async def make() -> list[StandingsLine]:
            return await self.live.builders.run(standings, tournament, results, after)

        return await self._once(f"lines {after}", tournament, make)

    async def latest(self, tournament: Tournament) -> list[dict[str, Any]]:
        """What happened last at each table of the newest round that has begun and that this visitor may follow."""
        results = (await self.tables(tournament)).results
        played = results[: last_begun(results)][-1:]
        found = []
        for at, result in enumerate(played[0] if played else (), start=1):
            told = await self.matches.latest(result.match) if result.match else None
            if told:
                found.append({"table": str(at), "match": str(result.match), **told})
        return found

    async def _shown(self) -> list[Tournament]:
        every = (await self.live.tournaments.all()).values()
        only = self.matches.settings.tournament
        return [one for one in every if only in (None, one.id)]

    async def _once(self, what: str, tournament: Tournament, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What is made of a tournament and all matches, made once for all who see the same."""
        answers = self.live.answers
        # With a delay each visitor with a token knows other matches at once, so theirs is never anybody else's answer.
        if self.matches.settings.delay and not self.visitor.nobody:
            return await make()
        if self.matches.settings.delay:
            known: object = (await self.matches.past()).time
        else:
            known = (await self.live.threads.run(self.live.index.numbers)).results
        return await answers.once((what, tournament.id, tournament.head, known), make)


TournamentsDep = NamedDependency[VisibleTournaments]


_NOT_RULED: Final = (
    "There is no such match in which you may rule: one that another director has, or nobody but the store, is put to a "
    "table by whoever runs the store (`ludograph tournament place`)."
)


def _only(found: list[Tournament]) -> Tournament:
    if len(found) != 1:
        raise NotFound("There is no such tournament.")
    return found[0]


class TournamentRoutes(Controller):
    """What can be read of tournaments."""

    path = "/api/tournaments"

    @get("/{id:str}")
    async def show(self, id: FromPath[str], tournaments: TournamentsDep, seen: SeenCursor = None) -> Response[bytes]:
        """A tournament as `tournament show --json` prints it; how far the visitor is behind, and its version.

        With `reset` if the cursor `seen` does not fit it.
        """
        found = await tournaments.find(id)
        results, doubts = await tournaments.tables(found)
        late = await tournaments.late_tables(found, results)
        more = {
            "behind": tournaments.late(found),
            "directs": tournaments.visitor.directs(found),
            **cursor_json(found),
            **reset_json(seen, found.history),
        }
        return json_response(tournament_json(found, results, doubts, late) | more, headers=marked(found))

    @get("/{id:str}/standings")
    async def standings(
        self, id: FromPath[str], tournaments: TournamentsDep, after: AfterRound = None, ties: WithTies = False
    ) -> Response[bytes]:
        """Who stands where, as `tournament standings --json` prints it, in one array."""
        found = await tournaments.find(id)
        lines = await tournaments.lines(found, after)
        return json_response([line_json(line, ties=ties) for line in lines], headers=marked(found))

    @get("/{id:str}/course")
    async def course(self, id: FromPath[str], tournaments: TournamentsDep) -> Response[bytes]:
        """For each player, the first first, points and place after each round that has begun; null before they came."""
        found = await tournaments.find(id)
        last = last_begun((await tournaments.tables(found)).results)
        rounds = [await tournaments.lines(found, number) for number in range(1, last + 1)]
        return json_response(course_json(await tournaments.lines(found, None), rounds), headers=marked(found))

    @get("/{id:str}/latest")
    async def latest(self, id: FromPath[str], tournaments: TournamentsDep) -> Response[bytes]:
        """For each table of the newest round what happened last, in words and cards, and what everybody has now.

        All of it as everybody at the table knows it.
        """
        found, answers = await tournaments.find(id), tournaments.live.answers
        late = bool(tournaments.matches.settings.delay)
        time = (await tournaments.matches.past()).time if late else int(monotonic() / CACHE_SECONDS)
        key = ("latest", found.id, found.head, time)

        async def made() -> bytes:
            return json_text(await tournaments.latest(found)).encode()

        told = await answers.once(key, made) if tournaments.visitor.nobody else await made()
        return Response(told, media_type=JSON)

    @get("/{id:str}/check")
    async def check(self, id: FromPath[str], tournaments: TournamentsDep) -> Response[bytes]:
        """What stops the next round, as `tournament check --json` prints it: for directors."""
        found = await tournaments.directed(id)
        service = TournamentService(tournaments.live.recorder)
        # Not in another process: the time of the round goes by the clock of this one.
        return json_response(check_json(await tournaments.live.lists.run(checked_tournament, service, found)))

    @get("/{id:str}/rounds/{number:int}/tables/{at:int}/matches")
    async def candidates(
        self, id: FromPath[str], number: FromPath[int], at: FromPath[int], tournaments: TournamentsDep
    ) -> Response[bytes]:
        """The matches that could count for a table, the newest first, as `matches --json` lists them: for directors.

        Those of its game that the same people played or play, by whichever of their names.
        """
        found = await tournaments.directed(id)
        game, players = found.round(number).game, found.table(number, at).players
        listed = [one for one in await tournaments.matches.listed() if one.start.game == game]
        fitting = [one for one in listed if found.state.seats_same(one.start.players, players)]
        return json_response([listed_json(one) for one in reversed(fitting)], headers=marked(found))

    @get("/{id:str}/history")
    async def history(self, id: FromPath[str], tournaments: TournamentsDep) -> Response[bytes]:
        """Every decision, as `tournament history --json` prints it, in one array: for directors.

        It says who entered what, and for which reasons.
        """
        found = await tournaments.directed(id)
        return json_response(list(history_json(found)), headers=marked(found))


def marked(tournament: Tournament) -> dict[str, str]:
    """The cursor of a tournament as a header."""
    return {"ETag": f'"{cursor_of(tournament)}"'}
