"""What those who look on are told of a running match: each player's share of the win, where its organiser allows it."""

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from ludograph.domain.judging.win_shares import PLAYOUTS
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.allowances import allowances
from ludograph.domain.match.final_result import status_of
from ludograph.replay.service.access.rights import Visitor
from ludograph.replay.service.http.responses import json_response
from ludograph.replay.service.live.live_shares import LiveShares
from ludograph.replay.service.routes.reading import MatchesDep

SharesDep = NamedDependency[LiveShares]


class SharesRoutes(Controller):
    """Shares of the win, by what everybody at a table knows."""

    @get("/api/matches/{id:str}/shares")
    async def shares(self, id: FromPath[str], matches: MatchesDep, live_shares: SharesDep) -> Response[bytes]:
        """Each player's share of the win after the newest step that the public knows, by what the public knows.

        `shares` is null until it is worked out, which begins with the first who asks, and where it is not allowed.
        """
        match = await matches.public().match(id)
        found = live_shares.of(match) if shows_shares(matches.visitor, match) else None
        told = {
            "step": len(match.steps),
            "shares": None if found is None else list(found.shares),
            "se": None if found is None else found.se,
            "playouts": PLAYOUTS,
        }
        return json_response(told)


def shows_shares(visitor: Visitor, match: Match) -> bool:
    """Whether shares of the win are shown: where they are allowed, and never to who plays or records at the table."""
    if status_of(match) != "running" or "shares" not in allowances(match):
        return False
    return not any(
        right.token.role == "player" or (right.token.role == "scribe" and right.observer == TABLE)
        for right in visitor.rights(match)
    )
