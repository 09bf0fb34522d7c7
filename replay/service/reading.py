"""What can be read of matches through the API: the JSON of `matches`, `show`, `log` and `result`."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Annotated, Final
from uuid import UUID

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Stream

from domain.kernel.conceal import Observer
from domain.kernel.game import JUDGE, TABLE
from domain.notation.limits import cut
from domain.notation.values import Reader, Stranger
from domain.records.kept import kept_in
from domain.records.match import Match
from domain.records.recorder import Listed, NotFound, head_of
from domain.tournaments.gathering import gathered
from domain.tournaments.owners import concerned_by
from domain.tournaments.playing import withheld
from domain.tournaments.tournament import Tournament
from replay.service.access import delayed
from replay.service.answers import Asked, Wrong, answer
from replay.service.following import Following, Pass, stream
from replay.service.hall import Hall
from replay.service.identity import again
from replay.service.rights import Power, Visitor
from replay.service.settings import Settings
from replay.shapes.log import log_json
from replay.shapes.matches import listed_json, result_json, show_json

SINCE: Final = "last-event-id"


AsObserver = Annotated[str | None, QueryParameter(name="as", description="Whose eyes: a player, table or judge.")]
FirstStep = Annotated[int, QueryParameter(ge=0, description="The first step that is wanted.")]
FromStep = Annotated[int, QueryParameter(name="from", ge=0, description="The first step; 0 is the setup.")]


class Seen:
    """Matches as a visitor may see them: behind for those who are not at the table, and of one tournament alone."""

    def __init__(self, hall: Hall, settings: Settings, visitor: Visitor) -> None:
        self.hall = hall
        self.settings = settings
        self.visitor = visitor

    async def look_again(self, request: Asked) -> None:
        """Looks who asks once more, after a wait: tokens may have ended meanwhile, and matches gone to others."""
        self.visitor = await again(request, self.hall)

    async def match(self, name: str) -> Match:
        """A match as it stands for this visitor. Raises `NotFound` where it is none for them, or `Wrong`: too early."""
        whole = await self.whole(name)
        if not self.visitor.may(Power.ATTEND, whole) and await self._tells_of_others(whole):
            raise Wrong(403, "This round has the same deal at every table: it can be followed once all are over.")
        seen = self._behind(whole)
        if seen is None:
            raise NotFound("This match has not begun.")
        return seen

    async def whole(self, name: str) -> Match:
        """A match as it stands now. Raises `NotFound`."""
        match = await self.hall.called(name)
        if not await self.shows(match):
            raise NotFound("This match is none of the tournament.")
        return match

    async def _tells_of_others(self, match: Match) -> bool:
        """Whether a match has the cards of another that is still played, or will be."""
        for tournament in (await self.hall.tournaments()).values():
            if any(seated.same_deal for seated in tournament.state.rounds) and concerned_by(tournament)(match):
                return match.id in await self.hall.aside(self._withheld, tournament)
        return False

    def _withheld(self, tournament: Tournament) -> set[UUID]:
        """The matches of a tournament that nobody elsewhere may follow yet; worked out when anything changed."""
        key = ("withheld", tournament.id, tournament.version, self.hall.catalogue.numbers().results)
        if key not in self.hall.answers:
            results = gathered(tournament, self.hall.catalogue.every()).results
            self.hall.answers[key] = withheld(tournament, results)
        found: set[UUID] = self.hall.answers[key]
        return found

    async def shows(self, match: Match | Listed) -> bool:
        """Whether a match is among what is shown here."""
        only = self.settings.tournament
        if only is None:
            return True
        tournament = (await self.hall.tournaments()).get(only)
        return tournament is not None and concerned_by(tournament)(match)

    def delay(self, match: Match) -> timedelta:
        """How far this visitor is behind in a match."""
        return timedelta() if self.visitor.may(Power.ATTEND, match) else self.settings.delay

    def eyes(self, match: Match, name: str | None) -> Observer:
        """The observer that is asked for, by default the one who knows most. Raises `Wrong` or `Denied`."""
        return self.visitor.eyes(match, None if name is None else observer_in(match, name))

    async def one(self, id: UUID) -> Listed | None:
        """A match as a list has it for this visitor; None where there is none for them."""
        found = await self.hall.aside(self.hall.catalogue.find, id)
        if found is None or not await self.shows(found):
            return None
        return await self._listed_behind(found) if self.settings.delay else found

    async def listed(self) -> list[Listed]:
        """Every match that is shown, as it stands for this visitor."""
        every = await self.hall.aside(self.hall.catalogue.every)
        if self.settings.tournament is not None:
            tournament = (await self.hall.tournaments()).get(self.settings.tournament)
            every = [] if tournament is None else list(filter(concerned_by(tournament), every))
        if not self.settings.delay:
            return every
        until = self.hall.recorder.sources.now() - self.settings.delay
        settled = await self.hall.aside(self._settled, every, until)
        found: list[Listed | None] = []
        for one in every:
            with suppress(NotFound):
                found.append(one if one.head.match in settled else await self._listed_behind(one))
        return [one for one in found if one is not None]

    def _settled(self, every: Sequence[Listed], until: datetime) -> set[UUID]:
        """The matches of which nobody is behind: nothing was recorded in them since that time."""
        return {one.head.match for one in every if self.hall.catalogue.recorded_at(one) <= until}

    async def _listed_behind(self, one: Listed) -> Listed | None:
        match = await self.hall.match(one.head.match)
        seen = self._behind(match)
        if seen is None or seen is match:
            return None if seen is None else one
        head = head_of(seen)
        return Listed(seen.start, head, kept_in(head.result))

    def _behind(self, match: Match) -> Match | None:
        return delayed(match, self.delay(match), self.hall.recorder.sources.now())


def observer_in(match: Match, name: str) -> Observer:
    """An observer of a match from its name in `as=`. Raises `Wrong`."""
    if name.casefold() in ("table", "judge"):
        return TABLE if name.casefold() == "table" else JUDGE
    try:
        return Reader(match.game.deck, match.players).seat(name)
    except Stranger:
        raise Wrong(
            422,
            f"No player of this match is called {cut(name)}: as= takes {', '.join(match.players)}, a seat number, "
            "table or judge.",
        ) from None


def step_in(match: Match, at: int | None) -> int:
    """The step after which to look. Raises `Wrong` where there is none of that number."""
    last = len(match.steps)
    if at is not None and not 0 <= at <= last:
        raise Wrong(422, f"There is no step {at}: the last is {last}.")
    return last if at is None else at


class Reading(Controller):
    """What can be read of matches."""

    path = "/api/matches"

    @get()
    async def matches(self, seen: NamedDependency[Seen]) -> Response[bytes]:
        """Every match, as `matches --json` lists them, in one array."""
        return answer([listed_json(one) for one in await seen.listed()])

    @get("/{id:str}")
    async def show(
        self,
        id: FromPath[str],
        seen: NamedDependency[Seen],
        at: FromQuery[int | None] = None,
        observer: AsObserver = None,
    ) -> Response[bytes]:
        """The table as `show --json` prints it; the version of the match beside it."""
        match = await seen.match(id)
        eyes, step = seen.eyes(match, observer), step_in(match, at)
        shown = await seen.hall.aside(show_json, match, eyes, step)
        return answer(shown | {"version": match.version}, headers=tagged(match))

    @get("/{id:str}/log")
    async def log(
        self,
        id: FromPath[str],
        seen: NamedDependency[Seen],
        observer: AsObserver = None,
        first: FromStep = 1,
        to: FromQuery[int | None] = None,
    ) -> Response[bytes]:
        """Every step as `log --json` prints it, in one array."""
        match = await seen.match(id)
        eyes = seen.eyes(match, observer)

        def holds(number: int) -> bool:
            return first <= number and (to is None or number <= to)

        lines = await seen.hall.aside(lambda: list(log_json(match, eyes, holds)))
        return answer(lines, headers=tagged(match))

    @get("/{id:str}/result")
    async def result(
        self, id: FromPath[str], seen: NamedDependency[Seen], observer: AsObserver = None
    ) -> Response[bytes]:
        """How the match stands or ended, as `result --json` prints it."""
        match = await seen.match(id)
        return answer(result_json(match, seen.eyes(match, observer)), headers=tagged(match))

    @get("/{id:str}/follow")
    async def follow(
        self,
        id: FromPath[str],
        request: Asked,
        seen: NamedDependency[Seen],
        following: NamedDependency[Following],
        observer: AsObserver = None,
    ) -> Stream:
        """Server-sent events: one for each event of the match, from the start or after `Last-Event-ID`."""
        match = await seen.match(id)
        eyes = seen.eyes(match, observer)
        shown = Pass(request, seen.visitor)
        return stream(following.follow(shown, match, eyes, seen.delay(match), since(request)))


def tagged(match: Match) -> dict[str, str]:
    """The version of a match as a header."""
    return {"ETag": f'"{match.version}"'}


def since(request: Asked) -> int:
    """The version after which somebody follows. Raises `Wrong` where it is none."""
    text = request.headers.get(SINCE, "") or request.query_params.get("since", "")
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Wrong(422, "Last-Event-ID is the number of a version, as `id:` told it.")
    return int(text)
