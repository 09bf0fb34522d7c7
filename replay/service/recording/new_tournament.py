"""All tournaments, and a new one: it is opened in the browser, by whoever directs everything in the store."""

from uuid import UUID

from litestar import Controller, Response, get, post
from litestar.params import JSONBody

from ludograph.domain.store.errors import Conflict
from ludograph.domain.store.recorder import by_token
from ludograph.domain.store.tokens import Token
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.scores.scoring import FAIR, read_number
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.terms import Terms
from ludograph.replay.service.access.rights import Permission
from ludograph.replay.service.http.cursors import cursor_json
from ludograph.replay.service.http.rate_limits import WHOLE_STORE, LimitsDep
from ludograph.replay.service.http.request_body import RequestBody, documented_as
from ludograph.replay.service.http.responses import AnyRequest, BadRequest, json_response
from ludograph.replay.service.http.settings import SettingsDep
from ludograph.replay.service.pages import render_page
from ludograph.replay.service.recording.new_ids import new_id
from ludograph.replay.service.routes.lobby_pages import options, titles
from ludograph.replay.service.routes.tournaments import TournamentsDep, marked
from ludograph.replay.shapes.tournaments import listed_tournament_json


@documented_as("NewTournament")
class NewTournamentBody(RequestBody):
    """What a tournament is called and what counts in it, as `tournament new` takes it."""

    name: str
    scoring: str = "wins"
    tie_breaks: tuple[str, ...] | None = None
    bye: int | float | str | None = None


class NewTournamentRoutes(Controller):
    """The list of tournaments, which everybody may read, and what adds one to it."""

    @get("/new-tournament")
    async def page(self, request: AnyRequest) -> Response[bytes]:
        """The page on which a tournament is opened."""
        return render_page(request, "new-tournament.html", games=titles(), options=options(), breaks=FAIR)

    @get("/api/tournaments")
    async def all(self, tournaments: TournamentsDep) -> Response[bytes]:
        """Every tournament, as `tournament list --json` has them, in one array."""
        return json_response([listed_tournament_json(one) for one in await tournaments.all()])

    @post("/api/tournaments")
    async def open(
        self,
        request: AnyRequest,
        data: JSONBody[NewTournamentBody],
        tournaments: TournamentsDep,
        limits: LimitsDep,
        settings: SettingsDep,
    ) -> Response[bytes]:
        """Opens a tournament; the same request again, with its `Idempotency-Key`, tells the same one."""
        live, maker = tournaments.live, tournaments.visitor.in_store(Permission.OPEN)
        if settings.tournament is not None:
            raise BadRequest(422, "This service is for one tournament: another is opened where all are served.")
        limits.entry(maker.id, WHOLE_STORE)
        id = await new_id(request, live.recorder, maker)
        opened = await live.threads.run(_opened, TournamentService(live.recorder), id, data, maker)
        told = {"tournament": str(opened.id), "name": opened.state.name, **cursor_json(opened)}
        return json_response(told, 201, marked(opened))


def _opened(service: TournamentService, id: UUID, data: NewTournamentBody, maker: Token) -> Tournament:
    """The tournament that a body asks for, stored. Raises `OutOfOrder` or `Unscorable`."""
    breaks = FAIR if data.tie_breaks is None else ",".join(data.tie_breaks)
    bye = None if data.bye in (None, "") else read_number(str(data.bye))
    try:
        with by_token(maker.signature):
            return service.open(Terms(data.name, data.scoring, breaks, bye), id=id)
    except (Conflict, OutOfOrder):
        # The same request was here before, perhaps a moment ago.
        if known := [one for one in service.all() if one.id == id]:
            return known[0]
        raise
