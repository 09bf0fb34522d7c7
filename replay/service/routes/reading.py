"""What can be read of matches through the API: the JSON of `matches`, `show`, `log` and `result`."""

from collections.abc import Iterable
from typing import Annotated, Any
from uuid import UUID

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import origin_of
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.values import Reader, UnknownPlayer
from ludograph.domain.store.errors import StoreError, Unanswered
from ludograph.domain.store.recorder import Listed, NotFound
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.owners import concerned_by
from ludograph.domain.tournaments.rounds.decisions import withheld
from ludograph.domain.tournaments.scores.table_results import tournament_tables
from ludograph.replay.service.access.rights import Permission, Visitor
from ludograph.replay.service.http.cursors import cursor_json, cursor_of
from ludograph.replay.service.http.responses import AnyRequest, BadRequest, json_response
from ludograph.replay.service.http.settings import Settings
from ludograph.replay.service.live.delayed_store import DelayedStore, Snapshot, matches_named
from ludograph.replay.service.live.live_store import LiveStore
from ludograph.replay.service.sessions.identity import renewed_visitor
from ludograph.replay.shapes.log import log_json
from ludograph.replay.shapes.matches import listed_json, result_json, show_json
from ludograph.replay.shapes.moments import moment_json

AsObserver = Annotated[str | None, QueryParameter(name="as", description="Whose eyes: a player, table or judge.")]
FirstStep = Annotated[int, QueryParameter(ge=0, description="The first step that is wanted.")]
FromStep = Annotated[int, QueryParameter(name="from", ge=0, description="The first step; 0 is the setup.")]


class VisibleMatches:
    """Matches as a visitor may see them: behind for those who are not at the table, and of one tournament alone.

    What they see is the snapshot of those who are behind, and in its place, where they are at the table, what is newer.
    """

    def __init__(self, live: LiveStore, settings: Settings, visitor: Visitor, delayed: DelayedStore) -> None:
        self.live = live
        self.settings = settings
        self.visitor = visitor
        self._delayed = delayed
        # Held for the whole request, so that all of an answer is of one moment.
        self._snapshot: Snapshot | None = None

    async def past(self) -> Snapshot:
        """What those may know who are behind, the same throughout a request."""
        if self._snapshot is None:
            self._snapshot = await self._delayed.snapshot()
        return self._snapshot

    def public(self) -> "VisibleMatches":
        """What those see who have no token, at this moment of the request."""
        found = VisibleMatches(self.live, self.settings, Visitor(), self._delayed)
        found._snapshot = self._snapshot
        return found

    async def look_again(self, request: AnyRequest) -> None:
        """Looks who asks once more, after a wait: tokens may have ended meanwhile, and matches gone to others."""
        self.visitor = await renewed_visitor(request, self.live)

    def knowing_owners(self) -> Visitor:
        """Who asks, by now, with the tournament to which each match belongs, whatever their tokens are for."""
        return self.visitor._replace(owners=self.live.tournaments.load_owners())

    async def match(self, name: str) -> Match:
        """A match as it stands for this visitor. Raises `NotFound` if there is none for them, or `BadRequest`."""
        seen = await (self._called(name) if self.settings.delay else self._whole(name))
        # A fork holds cards of a match that others may still play, and is over when somebody wishes.
        if origin_of(seen.start) is not None and not self.visitor.directs_all:
            raise NotFound("There is no match of this name.")
        if not self.visitor.may(Permission.ATTEND, seen) and await self._tells_of_others(seen):
            raise BadRequest(403, "This round has the same deal at every table: it can be followed once all are over.")
        return seen

    async def is_behind(self, match: Match) -> bool:
        """Whether this visitor knows of a match only what is as old as the delay: by their rights in it now."""
        if not self.settings.delay or self.visitor.nobody:
            return bool(self.settings.delay)
        return not self.visitor.may(Permission.ATTEND, await self.live.matches.latest(match.id))

    def observer(self, match: Match, name: str | None) -> Observer:
        """The observer that is asked for, by default the one who knows most. Raises `BadRequest` or `Denied`."""
        return self.visitor.observer(match, None if name is None else observer_in(match, name))

    async def one(self, id: UUID) -> Listed | None:
        """A match as a list has it for this visitor; None where there is none for them."""
        found = await self.live.threads.run(self.live.index.find, id)
        return next(iter(await self._seen([] if found is None else [found])), None)

    async def listed(self) -> list[Listed]:
        """Every match that is shown, as it stands for this visitor."""
        if self.settings.delay and self.visitor.nobody:
            past = await self.past()
            return await self._shown(past.matches.values(), past)
        return await self._seen(await self.live.threads.run(self.live.index.every))

    async def latest(self, id: UUID) -> dict[str, Any] | None:
        """What happened last in a match that is listed for this visitor, as everybody at its table knows it.

        None where they may not follow it yet, and where it is damaged: that takes no other from a list.
        """
        try:
            match, behind = await self._followed(id)
        except Unanswered:
            raise
        except (NotFound, StoreError):
            return None
        if match is None or (not self.visitor.may(Permission.ATTEND, match) and await self._tells_of_others(match)):
            return None
        return await self.live.lists.run(self.live.latest_steps.of, match, behind=behind)

    async def _followed(self, id: UUID) -> tuple[Match | None, bool]:
        """A match as a follower knows it, and whether that is behind; it is not looked up for who is behind anyway."""
        match = None if self.settings.delay and self.visitor.nobody else await self.live.matches.latest(id)
        if match and (not self.settings.delay or self.visitor.may(Permission.ATTEND, match)):
            return match, False
        past = await self._delayed.match(id, (await self.past()).position)
        return past and past.match, True

    async def _whole(self, name: str) -> Match:
        if self.settings.tournament is None:
            return await self.live.matches.find(name)
        ids = [one.head.match for one in await self._shown(await self.live.threads.run(self.live.index.every))]
        found = matches_named(ids, name)
        if len(found) != 1:
            raise NotFound("This match is none of the tournament, or more than one.")
        return await self.live.matches.current(found[0])

    async def _called(self, name: str) -> Match:
        """A match by a name that fits no other which is there for this visitor. Raises `NotFound`."""
        past, own = await self.past(), {}
        there = {one.head.match for one in await self._shown(past.matches.values(), past)}
        if not self.visitor.nobody:
            every = {one.head.match: one for one in await self.live.threads.run(self.live.index.every)}
            own = await self._own([every[id] for id in matches_named(every, name)])
        # Only among these: that a beginning fits another match too would tell that this one has begun.
        ids = matches_named(there | set(own), name)
        if len(ids) == 1 and ids[0] in own:
            return own[ids[0]]
        found = await self._delayed.match(ids[0], past.position) if len(ids) == 1 else None
        if found is None:
            raise NotFound("No match of this name had begun, or more than one.")
        return found.match

    async def _seen(self, every: Iterable[Listed]) -> list[Listed]:
        """These matches as this visitor sees them, without those that are none for them."""
        if not self.settings.delay:
            return await self._shown(every)
        past, every = await self.past(), list(every)
        own = await self._own(every)
        there = {one.head.match: one for one in await self._shown(past.matches.values(), past)}
        there |= {one.head.match: one for one in every if one.head.match in own}
        return [there[one.head.match] for one in every if one.head.match in there]

    async def _own(self, every: Iterable[Listed]) -> dict[UUID, Match]:
        """Those of these matches at which this visitor is present, where they are others now than in the past."""
        past, found = await self.past(), {}
        for one in every:
            # The index replaces an entry with every event: whose is still the snapshot's has nothing newer to look at.
            if past.matches.get(one.head.match) is not one:
                match = await self.live.matches.current(one.head.match)
                if self.visitor.may(Permission.ATTEND, match) and await self._shown([match]):
                    found[match.id] = match
        return found

    async def _shown(self, every: Iterable[Any], past: Snapshot | None = None) -> list[Any]:
        """Those of these matches that are shown here, as things are now or were in the past."""
        only = self.settings.tournament
        if only is None:
            return list(every)
        tournament = (past.tournaments if past else await self.live.tournaments.all()).get(only)
        return [] if tournament is None else list(filter(concerned_by(tournament), every))

    async def _tells_of_others(self, match: Match) -> bool:
        """Whether a match has the cards of another that is still played, or will be, as far as this visitor knows.

        Whoever takes part in a tournament knows it as it is now too, and is shown nothing that either holds back.
        """
        # Judged as its reader knows the round: to hide a match sooner would tell when it was started (decision 191).
        past = await self.past() if self.settings.delay else None
        whole = (await self.live.tournaments.all()).values()
        known: list[tuple[Tournament, Snapshot | None]] = [
            (one, past) for one in (past.tournaments.values() if past else ())
        ]
        known += [(one, None) for one in whole if past is None or self.visitor.attends(one)]
        for tournament, then in known:
            is_shared = any(seated.same_deal for seated in tournament.state.rounds)
            if is_shared and match.id in await self.live.threads.run(self._withheld, tournament, then):
                return True
        return False

    def _withheld(self, tournament: Tournament, past: Snapshot | None) -> set[UUID]:
        """The matches of a tournament that nobody elsewhere may follow yet; worked out once for all who know it so."""
        index = self.live.index
        known = past.time if past else index.numbers().results
        key = ("withheld", tournament.id, tournament.head, known)
        found: set[UUID] | None = self.live.answers.get(key)
        if found is None:
            every = list(past.matches.values()) if past else index.every()
            found = self.live.answers[key] = withheld(tournament, tournament_tables(tournament, every).results, every)
        return found


MatchesDep = NamedDependency[VisibleMatches]


def observer_in(match: Match, name: str) -> Observer:
    """An observer of a match from its name in `as=`. Raises `BadRequest`."""
    if name.casefold() in ("table", "judge"):
        return TABLE if name.casefold() == "table" else JUDGE
    try:
        return Reader(match.game.deck, match.players).seat(name)
    except UnknownPlayer:
        raise BadRequest(
            422,
            f"No player of this match is called {cut(name)}: as= takes {', '.join(match.players)}, a seat number, "
            "table or judge.",
        ) from None


def step_in(match: Match, at: int | None) -> int:
    """The step after which to look. Raises `BadRequest` where there is none of that number."""
    last = len(match.steps)
    if at is not None and not 0 <= at <= last:
        raise BadRequest(422, f"There is no step {at}: the last is {last}.")
    return last if at is None else at


class MatchRoutes(Controller):
    """What can be read of matches."""

    path = "/api/matches"

    @get()
    async def matches(self, matches: MatchesDep) -> Response[bytes]:
        """Every match, as `matches --json` lists them, in one array."""
        return json_response([listed_json(one) for one in await matches.listed()])

    @get("/{id:str}")
    async def show(
        self, id: FromPath[str], matches: MatchesDep, at: FromQuery[int | None] = None, wanted: AsObserver = None
    ) -> Response[bytes]:
        """The table as `show --json` prints it; the version of the match beside it."""
        match = await matches.match(id)
        observer, step = matches.observer(match, wanted), step_in(match, at)
        shown = await matches.live.builders.run(show_json, match, observer, step)
        return json_response(shown | cursor_json(match), headers=tagged(match))

    @get("/{id:str}/log")
    async def log(
        self,
        id: FromPath[str],
        matches: MatchesDep,
        wanted: AsObserver = None,
        first: FromStep = 1,
        to: FromQuery[int | None] = None,
    ) -> Response[bytes]:
        """Every step as `log --json` prints it, in one array."""
        match = await matches.match(id)
        observer = matches.observer(match, wanted)
        lines = await matches.live.builders.run(_log, match, observer, first, to)
        return json_response(lines, headers=tagged(match))

    @get("/{id:str}/result")
    async def result(self, id: FromPath[str], matches: MatchesDep, wanted: AsObserver = None) -> Response[bytes]:
        """How the match stands or ended, as `result --json` prints it."""
        match = await matches.match(id)
        return json_response(result_json(match, matches.observer(match, wanted)), headers=tagged(match))

    @get("/{id:str}/moment")
    async def moment(self, id: FromPath[str], matches: MatchesDep) -> Response[bytes]:
        """The step that decided a match as everybody at its table knows it, and why; null where there is none."""
        match = await matches.match(id)
        answers, key = matches.live.answers, ("moment", match.id, match.head)
        moment = await answers.once(key, lambda: matches.live.builders.run(moment_json, match))
        return json_response(moment, headers=tagged(match))


def _log(match: Match, observer: Observer, first: int, to: int | None) -> list[dict[str, Any]]:
    """The steps of a match from one to another as an observer knows them."""
    return list(log_json(match, observer, lambda number: first <= number and (to is None or number <= to)))


def tagged(match: Match) -> dict[str, str]:
    """The cursor of a match as a header."""
    return {"ETag": f'"{cursor_of(match)}"'}
