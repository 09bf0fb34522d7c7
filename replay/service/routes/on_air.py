"""What goes on air: a match laid over a video, behind for everybody, and several eyes side by side for commentators."""

from functools import lru_cache
from typing import Annotated, Any, Final
from uuid import UUID

from litestar import Controller, MediaType, Response, get
from litestar.params import FromPath, FromQuery, QueryParameter

from ludograph.domain.exchange.exporter import observer_name
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import status_of
from ludograph.domain.notation.values import json_text
from ludograph.domain.notation.visible_text import visible
from ludograph.domain.store.recorder import NotFound
from ludograph.replay.page.overlay import OverlayRecorder, live_overlay, live_policy
from ludograph.replay.service.access.rights import Denied
from ludograph.replay.service.http.cursors import cursor_json
from ludograph.replay.service.http.path_names import path_name
from ludograph.replay.service.http.responses import JSON, AnyRequest, BadRequest, json_response
from ludograph.replay.service.pages import render_page
from ludograph.replay.service.routes.live_tables import board_json
from ludograph.replay.service.routes.reading import AsObserver, MatchesDep, VisibleMatches, observer_in, step_in, tagged

MOST_EYES: Final = 4
"""So many look side by side."""
SeveralObservers = Annotated[
    list[str] | None, QueryParameter(name="as", max_items=MOST_EYES, description="Whose eyes, up to four of them.")
]
NO_DELAY: Final = (
    "Cards that are not everybody's go on air only behind the play: start the service with --delay, or leave as= out."
)
CHANGED: Final = "The rights in this match have changed meanwhile: this view is not yours now."


class OnAirRoutes(Controller):
    """The page for streaming programs, the commentators' page, and what they show."""

    @get("/matches/{id:str}/overlay")
    async def overlay_page(self, id: FromPath[str], request: AnyRequest) -> Response[bytes]:
        """A page without a background to be laid over a video; it holds nothing of the match, and asks for it."""
        root = str(request.scope.get("root_path", ""))
        text = live_overlay(f"{root}/api/matches/{path_name(id)}/overlay")
        headers = {"Content-Security-Policy": f"{live_policy()}; frame-ancestors 'none'"}
        return Response(text.encode(), media_type=MediaType.HTML, headers=headers)

    @get("/api/matches/{id:str}/overlay")
    async def overlay(
        self, id: FromPath[str], request: AnyRequest, matches: MatchesDep, wanted: AsObserver = None
    ) -> Response[bytes]:
        """The newest step that may go on air: as the public knows the match, or of then what other eyes knew."""
        match = await matches.public().match(id)
        observer = TABLE if wanted is None else await _on_air(matches, match, wanted)
        headers = tagged(match)
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(b"", status_code=304, media_type=JSON, headers=headers)
        return Response(await _overlaid(matches, match, observer), media_type=JSON, headers=headers)

    @get("/matches/{id:str}/commentary")
    async def commentary_page(self, id: FromPath[str], request: AnyRequest) -> Response[bytes]:
        """The page on which a commentator has several eyes side by side."""
        return render_page(request, "commentary.html", match=id)

    @get("/api/matches/{id:str}/commentary")
    async def commentary(
        self,
        id: FromPath[str],
        matches: MatchesDep,
        wanted: SeveralObservers = None,
        at: FromQuery[int | None] = None,
    ) -> Response[bytes]:
        """A step as several observers know it, those that know most where none are named; where the public is."""
        match = await matches.match(id)
        may = matches.visitor.observers(match)
        chosen = [matches.observer(match, name) for name in wanted or ()] or may[:MOST_EYES]
        step = step_in(match, at)
        eyes = [await _seen(matches, match, one, step) for one in dict.fromkeys(chosen)]
        about: dict[str, Any] = {
            "match": str(match.id),
            "game": match.game.id,
            "title": match.game.title,
            "players": [visible(name) for name in match.players],
            **cursor_json(match),
            "status": status_of(match),
            "step": step,
            "last": len(match.steps),
            "may": [visible(observer_name(match, one)) for one in may],
        }
        return json_response(about | await _public_step(matches, match) | {"eyes": eyes}, headers=tagged(match))


async def _on_air(matches: VisibleMatches, match: Match, wanted: str) -> Observer:
    """The eyes that go on air: theirs who ask, as rights are now and were then. Raises `BadRequest` or `Denied`."""
    observer = matches.visitor.observer(match, observer_in(match, wanted))
    now = await matches.live.matches.current(match.id)
    if observer not in matches.visitor.observers(now):
        raise Denied(CHANGED, anonymous=False)
    if observer != TABLE and not matches.settings.delay and status_of(match) != "over":
        raise BadRequest(403, NO_DELAY)
    return observer


async def _overlaid(matches: VisibleMatches, match: Match, observer: Observer) -> bytes:
    """What is laid over a video, worked out once for all who ask alike."""
    answers, key = matches.live.answers, ("overlay", match.id, match.head, observer)
    return await answers.once(key, lambda: matches.live.builders.run(_overlay, match, observer))


def _overlay(match: Match, observer: Observer) -> bytes:
    return json_text(_overlay_recorder(match.id, observer).take(match)).encode()


@lru_cache(maxsize=20)
def _overlay_recorder(match: UUID, observer: Observer) -> OverlayRecorder:
    """What goes on from the step before; a match is always built by the same process."""
    return OverlayRecorder(observer)


async def _seen(matches: VisibleMatches, match: Match, observer: Observer, step: int) -> dict[str, Any]:
    """A step as one observer knows it."""
    answers, key = matches.live.answers, ("commentary", match.id, match.head, observer, step)
    board = await answers.once(key, lambda: matches.live.builders.run(board_json, match, observer, step))
    return {"as": visible(observer_name(match, observer)), "board": board}


async def _public_step(matches: VisibleMatches, match: Match) -> dict[str, Any]:
    """By how many seconds the public is behind, and at which step it is; None where it may not follow yet."""
    behind = matches.settings.delay.total_seconds()
    try:
        public = await matches.public().match(str(match.id))
    except (NotFound, BadRequest):
        return {"behind": behind, "public": None}
    return {"behind": behind, "public": len(public.steps)}
