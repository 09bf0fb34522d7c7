"""A tournament as pages to print, for its directors: seatings, slips to sign, standings, results."""

from typing import Annotated

from litestar import Controller, MediaType, Response, get
from litestar.params import FromPath, QueryParameter

from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.service import TournamentService
from ludograph.replay.service.routes.tournaments import TournamentsDep
from ludograph.replay.sheet import sheet, sheet_policy
from ludograph.replay.sheet.printed_tournament import printed_tournament

OfRound = Annotated[int | None, QueryParameter(name="round", ge=1, description="Only this round, with its slips.")]


class PrintedSheetRoutes(Controller):
    """What `tournament sheet` writes."""

    path = "/tournaments"

    @get("/{id:str}/print")
    async def printed(self, id: FromPath[str], tournaments: TournamentsDep, number: OfRound = None) -> Response[bytes]:
        """Who sits where, slips and standings of a round; without one the whole tournament with its results.

        As `tournament sheet` writes it, but without an anchor, and with slips that are brought to the desk.
        """
        found = await tournaments.directed(id)
        service = TournamentService(tournaments.live.recorder)
        text = await tournaments.live.builders.run(_page, service, found, number)
        headers = {"Content-Security-Policy": f"{sheet_policy()}; frame-ancestors 'none'"}
        return Response(text.encode(), media_type=MediaType.HTML, headers=headers)


def _page(service: TournamentService, found: Tournament, number: int | None) -> str:
    """The page of a round, or of all. Raises `OutOfOrder` where there is no such round."""
    if number is not None:
        found.round(number)
    rounds = [number] if number is not None else [*range(1, len(found.state.rounds) + 1)]
    return sheet(printed_tournament(service, found, number), rounds, whole=number is None, desk=True)
