"""Who a request comes from: a program shows a token in a header, a browser its device's secrets in a cookie."""

from typing import Final

from litestar.di import NamedDependency

from ludograph.domain.store.devices import Devices
from ludograph.domain.store.tokens import Token, Tokens
from ludograph.replay.service.access.rights import Visitor
from ludograph.replay.service.http.rate_limits import LimitsDep
from ludograph.replay.service.http.responses import AnyRequest, BadRequest
from ludograph.replay.service.live.live_store import LiveDep, LiveStore
from ludograph.replay.service.live.worker_threads import REQUESTER

VisitorDep = NamedDependency[Visitor]
COOKIE: Final = "ludograph"
APART: Final = "."
MOST: Final = 8
"""So many secrets a browser keeps."""


def bearer(request: AnyRequest) -> str | None:
    """The token in the header of a request; None where there is no such header."""
    # None and an empty text differ: who shows something that is no token is told so, and not taken for a viewer.
    header = request.headers.get("authorization", "")
    kind, _, token = header.partition(" ")
    return None if not header else token.strip() if kind.lower() == "bearer" else ""


def secrets_in(request: AnyRequest) -> list[str]:
    """The secrets of devices in the cookie of a request."""
    # Bounded: each is looked up in the store, and a cookie is written by whoever sends it.
    return [one for one in request.cookies.get(COOKIE, "").split(APART) if one][:MOST]


async def visitor(request: AnyRequest, live: LiveDep, limits: LimitsDep) -> Visitor:
    """Who a request comes from. Raises `BadRequest` if a header's token is none; a device that ended is nobody's."""
    found = await _tokens(request, live)
    # Not for cookies: a device that ended makes its browser a viewer, or the phones of yesterday would use up the
    # guesses of everybody who shares their address (decision 136).
    if bearer(request) is not None and not found:
        limits.bad_token(request)
        raise BadRequest(
            401,
            "This token opens nothing: it was revoked, has ended, was mistyped, or its link was opened in a browser. "
            "Ask for a new one.",
        )
    if requester := REQUESTER.get():
        requester.is_viewer = not found
    return await _visitor(live, found)


async def renewed_visitor(request: AnyRequest, live: LiveStore) -> Visitor:
    """Who a request comes from, asked for again: what has ended since opens nothing any more."""
    return await _visitor(live, await _tokens(request, live))


async def _tokens(request: AnyRequest, live: LiveStore) -> list[Token]:
    """The tokens of a request that hold."""
    token, secrets = bearer(request), secrets_in(request)
    if token is None and not secrets:
        return []
    return (
        await live.threads.run(_of_browser, live, secrets)
        if token is None
        else await live.threads.run(_of_program, live, token)
    )


async def _visitor(live: LiveStore, tokens: list[Token]) -> Visitor:
    # Only a tournament's token asks to whom a match belongs: others need no look at the decisions of tournaments.
    asks = any(one.tournament for one in tokens)
    return Visitor(tuple(tokens), await live.tournaments.owners()) if asks else Visitor(tuple(tokens))


def _of_program(live: LiveStore, text: str) -> list[Token]:
    # Found by the digest of the text: no two secrets are compared letter by letter, so the time that it takes tells
    # nothing of how much of a guess was right, and a stolen store opens nothing (decision 121).
    token = Tokens(live.recorder).find(text)
    return [] if token is None else [token]


def _of_browser(live: LiveStore, secrets: list[str]) -> list[Token]:
    devices, now = Devices(live.recorder), live.recorder.sources.now()
    found = [held for secret in secrets if (held := devices.find(secret)) is not None]
    # In a thread, without a lock: one assignment for each device, and the later time is as good.
    live.devices_seen.update((device.id, now) for device, _ in found)
    return list({token.id: token for _, token in found}.values())
