"""Which page is where."""

from urllib.parse import quote

from litestar import Controller, MediaType, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from ludograph.domain.exchange.exporter import observer_name
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match
from ludograph.replay.page import LiveLinks, grown, page, policy
from ludograph.replay.service.http.responses import Asked, json_response
from ludograph.replay.service.pages import render_page
from ludograph.replay.service.routes.reading import AsObserver, FirstStep, VisibleMatches, tagged


class Pages(Controller):
    """The pages that anybody may open; what they show comes through the API, to each what is theirs."""

    @get("/enter")
    async def enter(self, request: Asked) -> Response[bytes]:
        """Where a link with a token leads."""
        return render_page(request, "enter.html")

    @get("/matches/{id:str}")
    async def match(
        self, id: FromPath[str], request: Asked, seen: NamedDependency[VisibleMatches], observer: AsObserver = None
    ) -> Response[bytes]:
        """A table to follow: the page of `render`, which grows as steps come."""
        match = await seen.match(id)
        eyes = seen.eyes(match, observer)
        live = live_for(request, seen, match, eyes)
        text = await seen.hall.aside(page, match, eyes, live=live)
        headers = {"Content-Security-Policy": f"{policy(live=True)}; frame-ancestors 'none'"}
        return Response(text.encode(), media_type=MediaType.HTML, headers=headers)

    @get("/api/matches/{id:str}/grown")
    async def grown(
        self,
        id: FromPath[str],
        seen: NamedDependency[VisibleMatches],
        first: FirstStep = 0,
        observer: AsObserver = None,
    ) -> Response[bytes]:
        """What a page that has the steps before the `first` needs to go on; its shape is that page's own affair."""
        match = await seen.match(id)
        eyes = seen.eyes(match, observer)
        first = min(first, len(match.steps) + 1)
        return json_response(await seen.hall.aside(grown, match, eyes, first), headers=tagged(match))


def live_for(request: Asked, seen: VisibleMatches, match: Match, eyes: Observer) -> LiveLinks:
    """Where a page that is looked at with these eyes finds what comes, and which other eyes its reader has."""
    root = str(request.scope.get("root_path", ""))
    api, name = f"{root}/api/matches/{match.id}", quote(observer_name(match, eyes))
    others = [eyes, *(one for one in seen.visitor.observers(match) if one != eyes)]
    views = [
        (called, f"{root}/matches/{match.id}?as={quote(called)}")
        for called in (observer_name(match, one) for one in others)
    ]
    return LiveLinks(f"{api}/follow?as={name}", f"{api}/grown?as={name}", f"{root}/", views)
