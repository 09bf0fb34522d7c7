"""What is sent to friends: a film of some steps, and the picture of a link card."""

from typing import Annotated, Final

from anyio import CapacityLimiter, to_thread
from litestar import Controller, Response, get
from litestar.params import FromPath, QueryParameter

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.replay.drawing.picture import picture, png
from ludograph.replay.film.encoding import film
from ludograph.replay.film.frames import frames, shots
from ludograph.replay.service.http.responses import BadRequest
from ludograph.replay.service.http.waiting_room import check_room
from ludograph.replay.service.routes.reading import AsObserver, FromStep, MatchesDep, tagged

STEPS: Final = 12
"""A film of the service has no more steps than this."""
BEATS: Final = 60
DRAWING: Final = CapacityLimiter(1)
"""One is drawn at a time, and none of the threads that wait for the store does it."""
PICTURES: Final = CapacityLimiter(1)
"""Link cards are drawn apart, so that programs which fetch many of them hold up no film."""
WAITING: Final = 1
"""Films of visitors without a token that wait."""
CARDS: Final = 50
"""Link cards that wait."""
BUSY: Final = "Other films are being drawn: try again in a few seconds."
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
        known = not matches.visitor.nobody
        key = ("film", match.id, match.version, observer, first, to)
        drawn = await matches.live.films.once(key, lambda: _drawn(known, match, observer, first, to))
        name = f'attachment; filename="{match.game.id}-{first}-{to}.gif"'
        headers = {"Content-Disposition": name, "Cache-Control": "no-store", **tagged(match)}
        return Response(drawn, media_type="image/gif", headers=headers)

    @get("/preview.png")
    async def preview(self, id: FromPath[str], matches: MatchesDep) -> Response[bytes]:
        """The table at the start, as everybody there knows it: nothing of how the match goes."""
        match = await matches.match(id)
        key = ("preview", match.id, match.version)

        async def made() -> bytes:
            check_room(PICTURES, CARDS, BUSY, known=not matches.visitor.nobody)
            return await to_thread.run_sync(_start, match, limiter=PICTURES)

        drawn = await matches.live.answers.once(key, made)
        return Response(drawn, media_type="image/png", headers={"Cache-Control": "no-store"})


async def _drawn(known: bool, match: Match, observer: Observer, first: int, to: int) -> bytes:
    """Draw a film. Raises `BadRequest` if too many wait."""
    check_room(DRAWING, WAITING, BUSY, known=known)
    return await to_thread.run_sync(_film, match, observer, first, to, limiter=DRAWING)


def _film(match: Match, observer: Observer, first: int, to: int) -> bytes:
    if len(shots(match, observer, first, to)) > BEATS:
        raise BadRequest(422, f"These steps have more than {BEATS} beats: choose fewer steps.")
    return film(list(frames(match, observer, first, to)), ".gif")


def _start(match: Match) -> bytes:
    return png(picture(match, TABLE, 0), 1)
