"""Which page is where."""

from collections.abc import Mapping
from hashlib import sha256
from urllib.parse import quote

from litestar import Controller, MediaType, Response, get
from litestar.params import FromPath

from ludograph.domain.exchange.exporter import observer_name
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import status_of
from ludograph.domain.tournaments.scores.entered_results import entered_for
from ludograph.replay.page import LiveLinks, grown, page, policy
from ludograph.replay.sentences.notes import Judged
from ludograph.replay.service.http.cursors import SeenCursor, reset_json
from ludograph.replay.service.http.link_base import links_base
from ludograph.replay.service.http.responses import AnyRequest, json_response
from ludograph.replay.service.http.settings import SettingsDep
from ludograph.replay.service.pages import assets_version, render_page
from ludograph.replay.service.routes.judged_pages import kept_judged
from ludograph.replay.service.routes.reading import AsObserver, FirstStep, MatchesDep, VisibleMatches, tagged
from ludograph.replay.service.routes.tournaments import TournamentsDep, VisibleTournaments
from ludograph.replay.service.routes.win_shares import shows_shares
from ludograph.replay.shapes.paper_results import paper_told


class MatchPageRoutes(Controller):
    """The pages that anybody may open; what they show comes through the API, to each what is theirs."""

    @get("/enter")
    async def enter(self, request: AnyRequest) -> Response[bytes]:
        """Where a link with a token leads."""
        return render_page(request, "enter.html")

    @get("/matches/{id:str}")
    async def match(
        self,
        id: FromPath[str],
        request: AnyRequest,
        matches: MatchesDep,
        settings: SettingsDep,
        tournaments: TournamentsDep,
        wanted: AsObserver = None,
    ) -> Response[bytes]:
        """A table to follow: the page of `render`, which grows as steps come."""
        match = await matches.match(id)
        observer = matches.observer(match, wanted)
        live = live_for(request, matches, match, observer)._replace(
            preview=f"{links_base(request, settings)}/matches/{match.id}/preview.png",
            entered=await _entered(match, tournaments),
        )
        judged = await matches.live.lists.run(kept_judged, match, observer, settings.judgements)
        # Everything that the page depends on: no visitor is served a page that was built with other knowledge.
        key = ("page", match.id, match.head, observer, repr(live), repr(judged))
        text, tag = await matches.live.pages.once(
            key, lambda: matches.live.builders.run(_page, match, observer, live, judged)
        )
        headers = {"Content-Security-Policy": f"{policy(live=True)}; frame-ancestors 'none'", "ETag": tag}
        if matches.visitor.nobody:
            # Public, so a browser may keep it and ask whether it has changed; pages behind a token stay `no-store`.
            headers["Cache-Control"] = "private, no-cache"
        if tag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers)
        return Response(text, media_type=MediaType.HTML, headers=headers)

    @get("/api/matches/{id:str}/grown")
    async def grown(
        self,
        id: FromPath[str],
        matches: MatchesDep,
        first: FirstStep = 0,
        wanted: AsObserver = None,
        seen: SeenCursor = None,
    ) -> Response[bytes]:
        """What a page that has the steps before the `first` needs to go on; its shape is that page's own affair.

        Only `reset` if the cursor `seen` does not fit the match.
        """
        match = await matches.match(id)
        observer = matches.observer(match, wanted)
        if reset := reset_json(seen, match.history):
            return json_response(reset, headers=tagged(match))
        first = min(first, len(match.steps) + 1)
        key = ("grown", match.id, match.head, observer, first)
        content = await matches.live.answers.once(key, lambda: matches.live.builders.run(grown, match, observer, first))
        return json_response(content, headers=tagged(match))


def _page(match: Match, observer: Observer, live: LiveLinks, judged: Mapping[Observer, Judged]) -> tuple[bytes, str]:
    """Build the page, with its entity tag; after the match it says what unseen cards could have been."""
    text = page(match, observer, live=live, judged=judged, knows=status_of(match) == "over").encode()
    # A weak tag: the same page is sent compressed or not.
    return text, f'W/"{sha256(text).hexdigest()[:32]}"'


async def _entered(match: Match, tournaments: VisibleTournaments) -> str:
    """What was entered from paper in the place of a match, as far as this visitor may know; empty where nothing was."""
    entered = entered_for(match.id, await tournaments.all()) if match.abandoned else None
    return "" if entered is None else paper_told(entered)


def live_for(request: AnyRequest, matches: VisibleMatches, match: Match, observer: Observer) -> LiveLinks:
    """Where a page for an observer finds what comes, and as which others its reader may look."""
    root = str(request.scope.get("root_path", ""))
    eyes = observer_name(match, observer)
    following, trying = (f"{root}/static/{assets_version()}/{name}.js" for name in ("following", "trying"))
    others = [observer, *(one for one in matches.visitor.observers(match) if one != observer)]
    views = [
        (called, f"{root}/matches/{match.id}?as={quote(called)}")
        for called in (observer_name(match, one) for one in others)
    ]
    grown = f"{root}/api/matches/{match.id}/grown?as={quote(eyes)}"
    film = f"{root}/matches/{match.id}/film.gif?as={quote(eyes)}"
    seat = f"{root}/matches/{match.id}/seat" if matches.visitor.playing(match) else ""
    shares = f"{root}/api/matches/{match.id}/shares" if shows_shares(matches.visitor, match) else ""
    found = LiveLinks(following, f"page/{match.id}/{eyes}", grown, f"{root}/", film, views=views, seat=seat)
    return found._replace(shares=shares, trying=trying, api=f"{root}/api/matches/{match.id}", eyes=eyes)
