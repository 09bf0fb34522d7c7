"""How a browser gets its token: out of the part of a link that is never sent, into a cookie that no script can read."""

from litestar import Controller, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Struct

from domain.records.tokens import Tokens
from replay.service.answers import Asked, Wrong, answer
from replay.service.hall import Hall
from replay.service.identity import APART, COOKIE, MOST, shown
from replay.service.limits import Limits
from replay.service.rights import Visitor
from replay.service.settings import Settings
from replay.shapes.tokens import token_json


class Shown(Struct, forbid_unknown_fields=True):
    """A token that somebody was given."""

    token: str


class Entrance(Controller):
    """Coming and going."""

    path = "/api/session"

    @get()
    async def who(self, visitor: NamedDependency[Visitor]) -> Response[bytes]:
        """What the tokens of this browser are for."""
        return answer([token_json(token) for token in visitor.tokens])

    @post()
    async def enter(
        self,
        request: Asked,
        data: JSONBody[Shown],
        hall: NamedDependency[Hall],
        limits: NamedDependency[Limits],
        settings: NamedDependency[Settings],
    ) -> Response[bytes]:
        """Takes a token into the cookie, before those that are there. 401 where it opens nothing."""
        tokens = Tokens(hall.recorder)
        token = await hall.aside(tokens.find, data.token)
        if token is None:
            limits.bad_token(request)
            raise Wrong(401, "This link opens nothing any more: ask the organiser for a new one.")
        others = [one for one in shown(request)[0] if one != data.token]
        kept = [data.token, *[one for one in others if await hall.aside(tokens.find, one)]][:MOST]
        return _with_cookie(answer(token_json(token), 201), request, kept, settings)

    @delete(status_code=200)
    async def leave(self, request: Asked, settings: NamedDependency[Settings]) -> Response[bytes]:
        """Forgets every token of this browser."""
        return _with_cookie(answer([]), request, [], settings)


def _with_cookie(response: Response[bytes], request: Asked, tokens: list[str], settings: Settings) -> Response[bytes]:
    secure = settings.secure or request.url.scheme == "https"
    path = f"{request.scope.get('root_path', '')}/"
    response.set_cookie(
        Cookie(COOKIE, path, APART.join(tokens), httponly=True, samesite="strict", secure=secure)
        if tokens
        else Cookie(COOKIE, path, "", max_age=0, httponly=True, samesite="strict", secure=secure)
    )
    return response
