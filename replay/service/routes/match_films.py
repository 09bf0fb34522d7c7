"""What is sent to friends: a film of some steps, and the picture of a link card."""

from typing import Annotated, Final

from litestar import Controller, Response, get
from litestar.params import FromPath, QueryParameter

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.replay.drawing.picture import picture, png
from ludograph.replay.film.encoding import film
from ludograph.replay.film.frames import frames, shots
from ludograph.replay.service.http.responses import BadRequest
from ludograph.replay.service.routes.reading import AsObserver, FromStep, MatchesDep, tagged

STEPS: Final = 12
"""A film of the service has no more steps than this."""
BEATS: Final = 60
LastStep = Annotated[
    int | None, QueryParameter(name="to", ge=0, description="The last step; without it, the first alone.")
]


class FilmRoutes(Controller):
    """Films and pictures, to each as they know the match."""

    path = "/matches/{id:str}"

    @get("/film.gif")
    async def film(
        self,
        id: FromPath[str],
        matches: MatchesDep,
        first: FromStep = 0,
        last: LastStep = None,
        wanted: AsObserver = None,
    ) -> Response[bytes]:
        """These steps as a film, beat by beat and as fast as one reads."""
        match = await matches.match(id)
        observer = matches.observer(match, wanted)
        to = first if last is None else last
        if not first <= to <= len(match.steps) or to - first >= STEPS:
            raise BadRequest(
                422, f"A film is of {STEPS} steps at most, from one to a later one: the last is {len(match.steps)}."
            )
        key = ("film", match.id, match.head, observer, first, to)
        drawings = matches.live.drawings
        drawn = await matches.live.films.once(key, lambda: drawings.run(_film, match, observer, first, to))
        name = f'attachment; filename="{match.game.id}-{first}-{to}.gif"'
        headers = {"Content-Disposition": name, "Cache-Control": "no-store", **tagged(match)}
        return Response(drawn, media_type="image/gif", headers=headers)

    @get("/preview.png")
    async def preview(self, id: FromPath[str], matches: MatchesDep) -> Response[bytes]:
        """The table at the start, as everybody there knows it: nothing of how the match goes."""
        match = await matches.match(id)
        key = ("preview", match.id, match.head)
        drawn = await matches.live.answers.once(key, lambda: matches.live.builders.run(_start, match))
        return Response(drawn, media_type="image/png", headers={"Cache-Control": "no-store"})


def _film(match: Match, observer: Observer, first: int, to: int) -> bytes:
    if len(shots(match, observer, first, to)) > BEATS:
        raise BadRequest(422, f"These steps have more than {BEATS} beats: choose fewer steps.")
    return film(list(frames(match, observer, first, to)), ".gif")


def _start(match: Match) -> bytes:
    return png(picture(match, TABLE, 0), 1)
