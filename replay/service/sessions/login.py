"""How a browser gets in: the token in a link is exchanged for a secret of its own, in a cookie no script can read."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from litestar import Controller, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from msgspec import Struct

from ludograph.domain.store.devices import Devices, Outcome
from ludograph.domain.store.tokens import Token
from ludograph.replay.service.access.user_agents import browser_kind
from ludograph.replay.service.http.rate_limits import LimitsDep
from ludograph.replay.service.http.request_body import RequestBody, documented_as
from ludograph.replay.service.http.responses import AnyRequest, BadRequest, json_response
from ludograph.replay.service.http.settings import Settings, SettingsDep
from ludograph.replay.service.live.live_store import LiveDep, LiveStore
from ludograph.replay.service.sessions.identity import APART, COOKIE, MOST, VisitorDep, secrets_in
from ludograph.replay.shapes.tokens import token_json

REFUSED: Final[dict[Outcome, str]] = {
    "none": "This link opens nothing any more: scan the newest sheet of your table, or ask the organiser for another.",
    "used": "This link was opened already, and does not open again: ask for a new one. Who directs sees in the list of "
    "devices where it was opened.",
    "code": "This link was opened already, on another phone or in another browser. To open it here too, type the code "
    "of six digits that is printed beside it.",
    "mistaken": "That is not the code that stands beside this link: look again. After ten wrong ones it opens no more.",
}
GUESSED: Final[tuple[Outcome, ...]] = ("none", "mistaken")
"""What may be tried by somebody who guesses."""

YEAR: Final = 365 * 24 * 3600


@documented_as("Shown")
class LoginBody(RequestBody):
    """The token of a link with which a browser logs in; on a further device the code beside it."""

    token: str
    code: str = ""
    attempt: str = ""
    """At least 16 letters by chance: the same ones again, where the answer was lost, are no further device."""


class DeviceCredential(Struct):
    """A secret of this browser, and the token whose device it is."""

    secret: str
    token: Token


class SessionRoutes(Controller):
    """Logging in by a link, and out."""

    path = "/api/session"

    @get()
    async def who(self, visitor: VisitorDep) -> Response[bytes]:
        """What the tokens of this browser are for."""
        return json_response([token_json(token) for token in visitor.tokens])

    @post()
    async def enter(
        self, request: AnyRequest, data: JSONBody[LoginBody], live: LiveDep, limits: LimitsDep, settings: SettingsDep
    ) -> Response[bytes]:
        """Makes this browser a device of a link's token, before those that it has. 401 where the link opens nothing.

        409 where it was opened before; with `code` where the code beside it opens it here too.
        """
        # The token comes in a body: in an address it would end up in logs and histories (decisions 121 and 179).
        devices, before = Devices(live.recorder), secrets_in(request)
        limits.login(request, data.token)
        done = await live.threads.run(
            devices.exchange,
            data.token,
            code="".join(data.code.split()),
            attempt=data.attempt,
            shown=before,
            browser=browser_kind(request.headers.get("user-agent", "")),
        )
        if done.token is None:
            if done.outcome in GUESSED:
                limits.bad_token(request)
            wanted = done.outcome in ("code", "mistaken")
            raise BadRequest(401 if done.outcome == "none" else 409, REFUSED[done.outcome], code=wanted)
        # The newest first: what a cookie has no room for any more is ended, and not left open for whoever finds it.
        held = await live.threads.run(_held, devices, [done.secret, *before])
        await live.threads.run(devices.leave, [one.secret for one in held[MOST:]])
        return _with_cookie(json_response(token_json(done.token), 201), request, held[:MOST], settings, live)

    @delete(status_code=200)
    async def leave(self, request: AnyRequest, live: LiveDep, settings: SettingsDep) -> Response[bytes]:
        """Ends all devices that this browser is."""
        await live.threads.run(Devices(live.recorder).leave, secrets_in(request))
        return _with_cookie(json_response([]), request, [], settings, live)


def _held(devices: Devices, secrets: Sequence[str]) -> list[DeviceCredential]:
    """Those of these secrets that open something, each once."""
    found = ((secret, devices.find(secret)) for secret in dict.fromkeys(secrets))
    return [DeviceCredential(secret, held[1]) for secret, held in found if held is not None]


def _with_cookie(
    response: Response[bytes],
    request: AnyRequest,
    held: Sequence[DeviceCredential],
    settings: Settings,
    live: LiveStore,
) -> Response[bytes]:
    """A response with the secrets in a cookie, for as long as any of them holds: phones end browsers at will."""
    # Over plain http, in a hall without certificates, a secure cookie would never come back.
    secure = settings.secure or request.url.scheme == "https"
    path = f"{request.scope.get('root_path', '')}/"
    secrets, lasts = APART.join(one.secret for one in held), _lasts([one.token for one in held], live)
    # No script can read it, and no other site can make a browser send it (decision 121).
    response.set_cookie(Cookie(COOKIE, path, secrets, max_age=lasts, httponly=True, samesite="strict", secure=secure))
    return response


def _lasts(tokens: Sequence[Token], live: LiveStore) -> int:
    """How many seconds the longest of these tokens still holds; a year for those that never end."""
    now: datetime = live.recorder.sources.now()
    left = [(token.until - now).total_seconds() if token.until else YEAR for token in tokens]
    return int(min(max(left, default=0), YEAR))
