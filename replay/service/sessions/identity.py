"""Who a request comes from: a program shows a token in a header, a browser its device's secrets in a cookie."""

from typing import Final

from litestar.di import NamedDependency

from ludograph.domain.store.devices import Devices
from ludograph.domain.store.tokens import Token, Tokens
from ludograph.replay.service.access.rights import Visitor
from ludograph.replay.service.http.rate_limits import Limits
from ludograph.replay.service.http.responses import Asked, BadRequest
from ludograph.replay.service.live.live_matches import LiveMatches

COOKIE: Final = "ludograph"
APART: Final = "."
MOST: Final = 8
"""So many secrets a browser keeps."""


def bearer(request: Asked) -> str | None:
    """The token in the header; None where there is no such header."""
    header = request.headers.get("authorization", "")
    kind, _, token = header.partition(" ")
    return None if not header else token.strip() if kind.lower() == "bearer" else ""


def secrets_in(request: Asked) -> list[str]:
    """The secrets of devices in the cookie."""
    return [one for one in request.cookies.get(COOKIE, "").split(APART) if one][:MOST]


async def visitor(request: Asked, hall: NamedDependency[LiveMatches], limits: NamedDependency[Limits]) -> Visitor:
    """Who a request comes from. Raises `Wrong` where the token of a header is none; a device that ended is nobody's."""
    found = await _shown(request, hall)
    if bearer(request) is not None and not found:
        limits.bad_token(request)
        raise BadRequest(
            401,
            "This token opens nothing: it was revoked, has ended, was mistyped, or its link was opened in a browser. "
            "Ask for a new one.",
        )
    return await _visitor(hall, found)


async def renewed_visitor(request: Asked, hall: LiveMatches) -> Visitor:
    """Who a request comes from, of which that was asked before: what has ended since opens nothing any more."""
    return await _visitor(hall, await _shown(request, hall))


async def _shown(request: Asked, hall: LiveMatches) -> list[Token]:
    """What those of the tokens of a request are for that hold."""
    token, secrets = bearer(request), secrets_in(request)
    if token is None and not secrets:
        return []
    return await hall.aside(_of_browser, hall, secrets) if token is None else await hall.aside(_of_program, hall, token)


async def _visitor(hall: LiveMatches, tokens: list[Token]) -> Visitor:
    # Only a tournament's token asks to whom a match belongs: others need no look at the decisions of tournaments.
    asks = any(one.tournament for one in tokens)
    return Visitor(tuple(tokens), await hall.owners()) if asks else Visitor(tuple(tokens))


def _of_program(hall: LiveMatches, text: str) -> list[Token]:
    token = Tokens(hall.recorder).find(text)
    return [] if token is None else [token]


def _of_browser(hall: LiveMatches, secrets: list[str]) -> list[Token]:
    devices, now = Devices(hall.recorder), hall.recorder.sources.now()
    found = [held for secret in secrets if (held := devices.find(secret)) is not None]
    hall.seen.update((device.id, now) for device, _ in found)
    return list({token.id: token for _, token in found}.values())
