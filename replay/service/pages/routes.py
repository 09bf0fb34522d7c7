"""Which page is where."""

from litestar import Controller, Response, get

from replay.service.answers import Asked
from replay.service.pages import draw


class Pages(Controller):
    """The pages that anybody may open; what they show comes through the API, to each what is theirs."""

    @get("/enter")
    async def enter(self, request: Asked) -> Response[bytes]:
        """Where a link with a token leads."""
        return draw(request, "enter.html")
