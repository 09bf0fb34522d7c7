"""The application: routes, what they are given, and what stands before them."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import IO, Final

from litestar import Litestar, Response, get
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ControllerRouterHandler

from ludograph.domain import __version__
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.service.access.rights import Visitor
from ludograph.replay.service.http.rate_limits import Limits
from ludograph.replay.service.http.responses import HANDLERS, Asked, json_response
from ludograph.replay.service.http.settings import MOST_BODY, Settings
from ludograph.replay.service.live.delayed_store import Delayed
from ludograph.replay.service.live.live_matches import LiveMatches
from ludograph.replay.service.live.messages import Feeds
from ludograph.replay.service.maintenance import Upkeep, anchor
from ludograph.replay.service.metrics import metrics
from ludograph.replay.service.middleware import Guard
from ludograph.replay.service.pages import static
from ludograph.replay.service.pages.error_page import for_people
from ludograph.replay.service.recording.corrections import CorrectionRoutes
from ludograph.replay.service.recording.devices import Admitted
from ludograph.replay.service.recording.entries import EntryDesk, EntryRoutes
from ludograph.replay.service.recording.invitations import Inviting
from ludograph.replay.service.recording.organiser import Chair, Organising
from ludograph.replay.service.recording.scribe import Scribing, scribe_page
from ludograph.replay.service.request_log import Journal
from ludograph.replay.service.routes.change_stream import ChangeRoutes
from ludograph.replay.service.routes.event_stream import Following, Pass
from ludograph.replay.service.routes.lobby import Lobby
from ludograph.replay.service.routes.lobby_pages import Places
from ludograph.replay.service.routes.match_pages import Pages
from ludograph.replay.service.routes.reading import MatchRoutes, VisibleMatches
from ludograph.replay.service.routes.tournaments import Cups, TournamentRoutes
from ludograph.replay.service.sessions.admission import Admission
from ludograph.replay.service.sessions.identity import visitor
from ludograph.replay.service.sessions.login import Entrance


@get("/health")
async def health(hall: NamedDependency[LiveMatches]) -> Response[bytes]:
    """Whether the store answered when it was looked at last, 503 where not; what runs here. It waits for nobody.

    Not who follows: they come when a match begins.
    """
    reach = hall.reach
    told = {"ok": reach.ok, "version": __version__, "layout": hall.layout}
    return json_response(told if reach.ok else told | {"reached": round(reach.age, 1)}, 200 if reach.ok else 503)


@get("/api/openapi.json", include_in_schema=False)
async def openapi_document(request: Asked) -> Response[bytes]:
    """What can be asked here, in OpenAPI's form."""
    return json_response(request.app.openapi_schema.to_schema())


ROUTES: Final[tuple[ControllerRouterHandler, ...]] = (
    MatchRoutes,
    EntryRoutes,
    CorrectionRoutes,
    Scribing,
    scribe_page,
    TournamentRoutes,
    Organising,
    Inviting,
    Admitted,
    Lobby,
    Entrance,
    Pages,
    Places,
    static,
    openapi_document,
    anchor,
    health,
    metrics,
)


def application(recorder: Recorder, settings: Settings = Settings(), out: IO[str] | None = None) -> Guard:  # noqa: B008
    """The service over the store of a recorder, as an ASGI application; its log goes to `out`, else to stderr."""
    hall = LiveMatches(recorder)
    journal = Journal(hall, sys.stderr if out is None else out)
    upkeep, admission = Upkeep(hall, settings), Admission(settings)

    @asynccontextmanager
    async def watching(app: Litestar) -> AsyncIterator[None]:
        """Looks at the store, and after it, as long as the service runs."""
        import asyncio

        tasks = [asyncio.create_task(hall.watch()), asyncio.create_task(upkeep.run(journal))]
        yield
        hall.close()
        await asyncio.gather(*tasks)

    app = Litestar(
        route_handlers=ROUTES,
        dependencies=given(hall, settings, admission) | {"upkeep": Provide(lambda: upkeep, sync_to_thread=False)},
        exception_handlers=for_people(HANDLERS),
        lifespan=[watching],
        state=State({"journal": journal, "hall": hall}),
        openapi_config=OpenAPIConfig(
            title="Ludograph", version=__version__, path="/api/openapi", render_plugins=[JsonRenderPlugin()]
        ),
        request_max_body_size=MOST_BODY,
        logging_config=None,
        debug=False,
    )
    return Guard(app, hall, journal, admission, settings.connections)


def given(hall: LiveMatches, settings: Settings, admission: Admission) -> dict[str, Provide]:
    """What routes may ask for by its name."""
    limits, delayed = Limits(settings), Delayed(hall, settings.delay)
    following, noticing = Following(hall, Feeds(), delayed), ChangeRoutes(hall, delayed)

    async def shown(request: Asked, visitor: NamedDependency[Visitor]) -> Pass:
        admission.admit(request, visitor)
        return Pass(request, visitor)

    async def seen(visitor: NamedDependency[Visitor]) -> VisibleMatches:
        return VisibleMatches(hall, settings, visitor, delayed)

    async def desk(request: Asked, seen: NamedDependency[VisibleMatches]) -> EntryDesk:
        return EntryDesk(request, seen, limits)

    async def cups(seen: NamedDependency[VisibleMatches]) -> Cups:
        return Cups(seen)

    async def chair(request: Asked, cups: NamedDependency[Cups]) -> Chair:
        return Chair(request, cups, limits)

    return {
        "hall": Provide(lambda: hall, sync_to_thread=False),
        "settings": Provide(lambda: settings, sync_to_thread=False),
        "limits": Provide(lambda: limits, sync_to_thread=False),
        "following": Provide(lambda: following, sync_to_thread=False),
        "visitor": Provide(visitor),
        "shown": Provide(shown),
        "seen": Provide(seen),
        "desk": Provide(desk),
        "cups": Provide(cups),
        "chair": Provide(chair),
        "noticing": Provide(lambda: noticing, sync_to_thread=False),
    }
