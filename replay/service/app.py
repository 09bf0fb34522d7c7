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

from domain import __version__
from domain.records.recorder import Recorder
from replay.service.admission import Admission
from replay.service.answers import HANDLERS, Asked, answer
from replay.service.correcting import Correcting
from replay.service.delayed import Delayed
from replay.service.devices import Admitted
from replay.service.entrance import Entrance
from replay.service.feeds import Feeds
from replay.service.following import Following, Pass
from replay.service.guard import Guard
from replay.service.hall import Hall
from replay.service.identity import visitor
from replay.service.inviting import Inviting
from replay.service.journal import Journal
from replay.service.limits import Limits
from replay.service.lobby import Lobby
from replay.service.metrics import metrics
from replay.service.noticing import Noticing
from replay.service.organising import Chair, Organising
from replay.service.pages import static
from replay.service.pages.places import Places
from replay.service.pages.routes import Pages
from replay.service.pages.trouble import for_people
from replay.service.reading import Reading, Seen
from replay.service.recording import Desk, Recording
from replay.service.rights import Visitor
from replay.service.scribing import Scribing, scribe_page
from replay.service.settings import MOST_BODY, Settings
from replay.service.standing import Cups, Standing
from replay.service.upkeep import Upkeep, anchor


@get("/health")
async def health(hall: NamedDependency[Hall]) -> Response[bytes]:
    """Whether the store answered when it was looked at last, 503 where not; what runs here. It waits for nobody.

    Not who follows: they come when a match begins.
    """
    reach = hall.reach
    told = {"ok": reach.ok, "version": __version__, "layout": hall.layout}
    return answer(told if reach.ok else told | {"reached": round(reach.age, 1)}, 200 if reach.ok else 503)


@get("/api/openapi.json", include_in_schema=False)
async def described(request: Asked) -> Response[bytes]:
    """What can be asked here, in OpenAPI's form."""
    return answer(request.app.openapi_schema.to_schema())


ROUTES: Final[tuple[ControllerRouterHandler, ...]] = (
    Reading,
    Recording,
    Correcting,
    Scribing,
    scribe_page,
    Standing,
    Organising,
    Inviting,
    Admitted,
    Lobby,
    Entrance,
    Pages,
    Places,
    static,
    described,
    anchor,
    health,
    metrics,
)


def application(recorder: Recorder, settings: Settings = Settings(), out: IO[str] | None = None) -> Guard:  # noqa: B008
    """The service over the store of a recorder, as an ASGI application; its log goes to `out`, else to stderr."""
    hall = Hall(recorder)
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


def given(hall: Hall, settings: Settings, admission: Admission) -> dict[str, Provide]:
    """What routes may ask for by its name."""
    limits, delayed = Limits(settings), Delayed(hall, settings.delay)
    following, noticing = Following(hall, Feeds(), delayed), Noticing(hall, delayed)

    async def shown(request: Asked, visitor: NamedDependency[Visitor]) -> Pass:
        admission.admit(request, visitor)
        return Pass(request, visitor)

    async def seen(visitor: NamedDependency[Visitor]) -> Seen:
        return Seen(hall, settings, visitor, delayed)

    async def desk(request: Asked, seen: NamedDependency[Seen]) -> Desk:
        return Desk(request, seen, limits)

    async def cups(seen: NamedDependency[Seen]) -> Cups:
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
