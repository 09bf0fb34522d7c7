"""Which page of the lobby and of a tournament is where."""

from functools import cache

from litestar import Controller, Response, get
from litestar.params import FromPath

from ludograph.domain.games import GAMES
from ludograph.replay.service.http.responses import AnyRequest
from ludograph.replay.service.pages import render_page


class LobbyPageRoutes(Controller):
    """Pages that anybody may open; what they show comes through the API, to each what is theirs."""

    @get("/")
    async def lobby(self, request: AnyRequest) -> Response[bytes]:
        """The page of all that is played."""
        return render_page(request, "lobby.html", games=titles())

    @get("/tournaments/{id:str}")
    async def tournament(self, id: FromPath[str], request: AnyRequest) -> Response[bytes]:
        """The page of a tournament."""
        return render_page(request, "tournament.html", games=titles(), tournament=id)

    @get("/tournaments/{id:str}/wall")
    async def wall(self, id: FromPath[str], request: AnyRequest) -> Response[bytes]:
        """The page with a tournament's standings and tables for a big screen."""
        return render_page(request, "wall.html", games=titles(), tournament=id)

    @get("/tournaments/{id:str}/desk")
    async def desk(self, id: FromPath[str], request: AnyRequest) -> Response[bytes]:
        """The page on which the director of a tournament decides."""
        return render_page(request, "desk.html", games=titles(), tournament=id)

    @get("/tournaments/{id:str}/sheets")
    async def sheets(self, id: FromPath[str], request: AnyRequest) -> Response[bytes]:
        """The page with the links of a round's tables, to be printed."""
        return render_page(request, "sheets.html", games=titles(), tournament=id)


@cache
def titles() -> dict[str, str]:
    """What the games are called."""
    return {game.id: game.title for game in GAMES.values()}
