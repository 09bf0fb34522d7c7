"""The application: routes, what they are given, and what stands before them."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import IO, Final

from litestar import Litestar, Response, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from ludograph.domain import __version__
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.service.http.path_names import named_paths
from ludograph.replay.service.http.rate_limits import RateLimits
from ludograph.replay.service.http.responses import HANDLERS, AnyRequest, json_response
from ludograph.replay.service.http.settings import MOST_BODY, Settings
from ludograph.replay.service.live.change_publisher import ChangePublisher
from ludograph.replay.service.live.delayed_store import DelayedStore
from ludograph.replay.service.live.live_shares import LiveShares
from ludograph.replay.service.live.live_store import LiveDep, LiveStore
from ludograph.replay.service.maintenance import Maintenance, anchor
from ludograph.replay.service.metrics import metrics
from ludograph.replay.service.middleware import Guard
from ludograph.replay.service.opponents.bot_moves import BotMoves
from ludograph.replay.service.opponents.new_match import NewMatchRoutes
from ludograph.replay.service.opponents.playing import PlayingRoutes, playing_page
from ludograph.replay.service.pages import assets_version, static
from ludograph.replay.service.pages.error_page import for_people
from ludograph.replay.service.recording.agreement import AgreementRoutes, objections, seat_page
from ludograph.replay.service.recording.corrections import CorrectionRoutes
from ludograph.replay.service.recording.decision_service import DecisionService
from ludograph.replay.service.recording.decisions import DecisionRoutes
from ludograph.replay.service.recording.devices import DeviceRoutes
from ludograph.replay.service.recording.entries import EntryRoutes
from ludograph.replay.service.recording.entry_service import EntryService
from ludograph.replay.service.recording.installation import manifest, worker
from ludograph.replay.service.recording.invitations import InvitationRoutes
from ludograph.replay.service.recording.new_tournament import NewTournamentRoutes
from ludograph.replay.service.recording.scribe import ScribeRoutes, scribe_page
from ludograph.replay.service.recording.table_links import TableLinksRoutes
from ludograph.replay.service.recording.vocabulary import game_vocabulary
from ludograph.replay.service.request_log import RequestLog
from ludograph.replay.service.routes.change_stream import ChangeStream
from ludograph.replay.service.routes.event_stream import Credentials, CredentialsDep, EventStream
from ludograph.replay.service.routes.following import FollowedTopics, FollowRoutes
from ludograph.replay.service.routes.live_tables import BoardRoutes
from ludograph.replay.service.routes.lobby import LobbyRoutes
from ludograph.replay.service.routes.lobby_pages import LobbyPageRoutes
from ludograph.replay.service.routes.match_films import FilmRoutes
from ludograph.replay.service.routes.match_pages import MatchPageRoutes
from ludograph.replay.service.routes.on_air import OnAirRoutes
from ludograph.replay.service.routes.printed_sheets import PrintedSheetRoutes
from ludograph.replay.service.routes.reading import MatchesDep, MatchRoutes, VisibleMatches
from ludograph.replay.service.routes.records import RecordRoutes
from ludograph.replay.service.routes.tournaments import TournamentRoutes, TournamentsDep, VisibleTournaments
from ludograph.replay.service.routes.win_shares import SharesRoutes
from ludograph.replay.service.sessions.admission import Admission
from ludograph.replay.service.sessions.identity import VisitorDep, visitor
from ludograph.replay.service.sessions.login import SessionRoutes
from ludograph.replay.service.variations.routes import VariationRoutes


@get("/health")
async def health(live: LiveDep) -> Response[bytes]:
    """Answer 200 if the store can be read and took the last entry, else 503 and why not. It waits for nothing."""
    problem = live.health.problem
    content = {"ok": not problem, "version": __version__, "layout": live.layout}
    if problem:
        content |= {"why": problem, "reached": round(live.health.age, 1)}
    return json_response(content, 503 if problem else 200)


@get("/favicon.ico", include_in_schema=False)
async def favicon(request: AnyRequest) -> Redirect:
    """Where browsers find the icon if a page does not name one."""
    root = str(request.scope.get("root_path", ""))
    return Redirect(f"{root}/static/{assets_version()}/icon.svg")


@get("/api/openapi.json", include_in_schema=False)
async def openapi_document(request: AnyRequest) -> Response[bytes]:
    """What can be asked here, in OpenAPI's form."""
    return json_response(request.app.openapi_schema.to_schema())


ROUTES: Final[tuple[ControllerRouterHandler, ...]] = (
    MatchRoutes,
    EntryRoutes,
    CorrectionRoutes,
    NewMatchRoutes,
    PlayingRoutes,
    playing_page,
    VariationRoutes,
    ScribeRoutes,
    scribe_page,
    manifest,
    worker,
    game_vocabulary,
    AgreementRoutes,
    seat_page,
    objections,
    TournamentRoutes,
    NewTournamentRoutes,
    DecisionRoutes,
    InvitationRoutes,
    TableLinksRoutes,
    DeviceRoutes,
    LobbyRoutes,
    FollowRoutes,
    SessionRoutes,
    MatchPageRoutes,
    FilmRoutes,
    LobbyPageRoutes,
    PrintedSheetRoutes,
    RecordRoutes,
    BoardRoutes,
    OnAirRoutes,
    SharesRoutes,
    static,
    openapi_document,
    favicon,
    anchor,
    health,
    metrics,
)


def application(recorder: Recorder, settings: Settings = Settings(), out: IO[str] | None = None) -> Guard:  # noqa: B008
    """The service over the store of a recorder, as an ASGI application; its log goes to `out`, else to stderr."""
    live = LiveStore(recorder, settings.delay)
    request_log = RequestLog(live, sys.stderr if out is None else out)
    maintenance, admission = Maintenance(live, settings), Admission(settings, live.streams)
    bots, shares = BotMoves(live, request_log.fault), LiveShares(live, request_log.fault)

    @asynccontextmanager
    async def watching(app: Litestar) -> AsyncIterator[None]:
        """Looks at the store, and after it, as long as the service runs."""
        live.builders.begin()
        runs = (ChangePublisher(live).run(), live.streams.run(), maintenance.run(request_log))
        tasks = [asyncio.create_task(one) for one in runs]
        yield
        # Waited for, not cancelled: a last anchor is still written, and the connections that look are closed.
        live.subscriptions.close()
        await asyncio.gather(bots.close(), shares.close(), *tasks)

    app = Litestar(
        route_handlers=ROUTES,
        dependencies=dependencies(live, settings, admission)
        | {"maintenance": Provide(lambda: maintenance, sync_to_thread=False)}
        | {"bots": Provide(lambda: bots, sync_to_thread=False)}
        | {"live_shares": Provide(lambda: shares, sync_to_thread=False)},
        exception_handlers=for_people(HANDLERS),
        lifespan=[watching],
        state=State({"request_log": request_log, "live": live}),
        openapi_config=OpenAPIConfig(
            title="Ludograph", version=__version__, path="/api/openapi", render_plugins=[JsonRenderPlugin()]
        ),
        middleware=[named_paths],
        request_max_body_size=MOST_BODY,
        logging_config=None,
        debug=False,
    )
    return Guard(app, live, request_log, admission, settings.connections)


def dependencies(live: LiveStore, settings: Settings, admission: Admission) -> dict[str, Provide]:
    """What routes are given for parameters of these names."""
    # Those of one request are made when they are asked for, and once: all parts of it see the same snapshot.
    limits, delayed = RateLimits(settings), DelayedStore(live, settings.delay)
    events, changes = EventStream(live, delayed), ChangeStream(live, delayed)

    async def credentials(request: AnyRequest, visitor: VisitorDep) -> Credentials:
        admission.admit(request, visitor)
        return Credentials(request, visitor)

    async def matches(visitor: VisitorDep) -> VisibleMatches:
        return VisibleMatches(live, settings, visitor, delayed)

    async def followed(tournaments: TournamentsDep, credentials: CredentialsDep) -> FollowedTopics:
        return FollowedTopics(tournaments, events, changes, credentials, admission)

    async def entries(request: AnyRequest, matches: MatchesDep) -> EntryService:
        return EntryService(request, matches, limits)

    async def tournaments(matches: MatchesDep) -> VisibleTournaments:
        return VisibleTournaments(matches)

    async def decisions(request: AnyRequest, tournaments: TournamentsDep) -> DecisionService:
        return DecisionService(request, tournaments, limits)

    return {
        "live": Provide(lambda: live, sync_to_thread=False),
        "settings": Provide(lambda: settings, sync_to_thread=False),
        "limits": Provide(lambda: limits, sync_to_thread=False),
        "visitor": Provide(visitor),
        "credentials": Provide(credentials),
        "followed": Provide(followed),
        "matches": Provide(matches),
        "entries": Provide(entries),
        "tournaments": Provide(tournaments),
        "decisions": Provide(decisions),
    }
