"""Tokens as a request shows them: in a header for programs, in a cookie that scripts cannot read for browsers."""

from typing import Any, Final

from litestar import Request
from litestar.di import NamedDependency

from domain.records.tokens import Token, Tokens
from replay.service.answers import Wrong
from replay.service.hall import Hall
from replay.service.limits import Limits
from replay.service.rights import Visitor

COOKIE: Final = "ludograph"
APART: Final = "."
MOST: Final = 8
"""So many tokens a browser keeps."""


def shown(request: Request[Any, Any, Any]) -> tuple[list[str], bool]:
    """The tokens that a request shows, and whether they came in the header."""
    header = request.headers.get("authorization", "")
    if header:
        kind, _, token = header.partition(" ")
        return ([token.strip()] if kind.lower() == "bearer" else [""]), True
    return [one for one in request.cookies.get(COOKIE, "").split(APART) if one][:MOST], False


async def visitor(
    request: Request[Any, Any, Any], hall: NamedDependency[Hall], limits: NamedDependency[Limits]
) -> Visitor:
    """Who a request comes from. Raises `Wrong` where a token of the header is none; one of a cookie just ended."""
    texts, is_header = shown(request)
    if not texts:
        return Visitor()
    found = await found_of(hall, texts)
    if is_header and not found:
        limits.bad_token(request)
        raise Wrong(401, "This token opens nothing: it was revoked, has ended, or was mistyped. Ask for a new one.")
    return await _visitor(hall, found)


async def again(request: Request[Any, Any, Any], hall: Hall) -> Visitor:
    """Who a request comes from, of which that was asked before: what has ended since opens nothing any more."""
    return await _visitor(hall, await found_of(hall, shown(request)[0]))


async def found_of(hall: Hall, texts: list[str]) -> list[Token]:
    """What those of these tokens are for that hold."""
    return await hall.aside(_found, hall, texts)


async def _visitor(hall: Hall, tokens: list[Token]) -> Visitor:
    return Visitor(tuple(tokens), await hall.owners()) if tokens else Visitor()


def _found(hall: Hall, texts: list[str]) -> list[Token]:
    tokens = Tokens(hall.recorder)
    return [token for text in texts if (token := tokens.find(text)) is not None]
