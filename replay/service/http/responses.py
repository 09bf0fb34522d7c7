"""What a request is answered with: JSON as the commands print it, and errors as sentences that say what to do."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from ludograph.domain.corrections.amend import NothingToAmend
from ludograph.domain.entry.interpretation import AmbiguousEntry
from ludograph.domain.entry.recording import NotTogether
from ludograph.domain.kernel.game import Refused
from ludograph.domain.match.aggregate import MatchClosed, NoSuchStep
from ludograph.domain.match.official_decisions import OutOfPlace
from ludograph.domain.notation.limits import TooLong
from ludograph.domain.notation.names import Misnamed
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.notation.values import json_text
from ludograph.domain.store.errors import Conflict, StoreError, Unanswered
from ludograph.domain.store.recorder import NotFound
from ludograph.domain.tournaments.aggregate import OutOfOrder
from ludograph.domain.tournaments.scores.scoring import Unscorable
from ludograph.replay.service.access.rights import Denied
from ludograph.replay.shapes.matches import refused_json, unreadable_json

AnyRequest = Request[Any, Any, Any]
JSON: Final = "application/json"
RETRY: Final = "10"
"""Seconds after which a request that got 503 may be sent again."""


class BadRequest(Exception):
    """A request that cannot be done: its status, a sentence that says what would be right, and more JSON fields."""

    def __init__(self, status: int, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.more = more

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled whole, for those who build pages in another process."""
        return partial(BadRequest, **self.more), (self.status, *self.args)


def json_response(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response[bytes]:
    """A response with a value as JSON."""
    return Response(json_text(value).encode(), status_code=status, media_type=JSON, headers=dict(headers or {}))


def refused_response(refused: Refused, players: tuple[str, ...]) -> BadRequest:
    """A refusal by the rules of a game as an error: the rule, what was wrong, and what would be legal."""
    content = refused_json(refused, players)
    return BadRequest(422, content.pop("message"), **content)


def _told(status: int, message: str, **more: Any) -> Response[bytes]:
    # HTTP asks for it with 401; it names a scheme that makes no browser ask for a password.
    headers = (
        {"WWW-Authenticate": "Bearer"} if status == 401 else {"Retry-After": RETRY} if status in (429, 503) else {}
    )
    return json_response({"message": message} | more, status, headers)


def _wrong(request: AnyRequest, wrong: BadRequest) -> Response[bytes]:
    return _told(wrong.status, str(wrong), **wrong.more)


def _denied(request: AnyRequest, wrong: Denied) -> Response[bytes]:
    return _told(401 if wrong.anonymous else 403, str(wrong))


def _http(request: AnyRequest, wrong: HTTPException) -> Response[bytes]:
    """What the framework refuses: a path that is none, a body that is no JSON or too long."""
    return _told(wrong.status_code, SENTENCES.get(wrong.status_code) or _misfit(wrong))


def _misfit(wrong: HTTPException) -> str:
    """What of a request does not fit, and where; never the request itself."""
    found = wrong.extra if isinstance(wrong.extra, list) else []
    said = [_misfit_of(one) for one in found if isinstance(one, dict)]
    if said:
        return f"This request does not fit: {'; '.join(said)}."
    return f"{wrong.detail.removesuffix('.')}." if wrong.status_code == 400 else "This cannot be done."


def _misfit_of(one: Mapping[str, str]) -> str:
    key, message = one.get("key", ""), one["message"]
    if key == "data":
        return "it has no body" if message == "'data'" else message[:1].lower() + message[1:]
    return f"{key}: {message}"


def _unreadable(request: AnyRequest, wrong: Exception) -> Response[bytes]:
    return _told(400, "The body is no JSON that can be read.")


def _unprocessable(request: AnyRequest, wrong: Exception) -> Response[bytes]:
    if isinstance(wrong, Unreadable):
        content = unreadable_json(wrong)
        return _told(422, content.pop("message"), **content)
    stop = "." if isinstance(wrong, Misnamed) else ""
    return _told(422, f"{wrong}{stop}", rule=None, instead=[])


def _store(request: AnyRequest, wrong: StoreError) -> Response[bytes]:
    # The message of a database may hold its address, and names: they go nowhere, not even into the log.
    request.app.state.request_log.say("store", why=wrong.public)
    return _told(503, wrong.public)


def _unanswered(request: AnyRequest, wrong: Unanswered) -> Response[bytes]:
    """A store that does not answer: what was to be recorded may be there, which the same request finds out later."""
    return _told(
        503,
        "The store does not answer now, so nothing is confirmed: send the same again in a moment, with its "
        "Idempotency-Key, or ask whoever runs this.",
    )


def _clash(request: AnyRequest, wrong: Conflict) -> Response[bytes]:
    return _told(409, str(wrong))


def _missing(request: AnyRequest, wrong: NotFound) -> Response[bytes]:
    # One sentence for a match that is none and for one that is not theirs to know: else its ids could be tried out.
    return _told(404, "There is no such match or tournament here.")


def _broken(request: AnyRequest, wrong: Exception) -> Response[bytes]:
    """A fault of this program: told to whoever runs it, and to nobody else."""
    request.app.state.request_log.fault(wrong)
    return _told(500, "Something went wrong here; nothing was confirmed. Whoever runs this finds it in the log.")


def error_json(request: AnyRequest, wrong: Exception) -> dict[str, Any]:
    """What somebody is told of one of several things that cannot be done: its status, and a sentence."""
    answer = HANDLERS[type(wrong)](request, wrong)
    return {"status": answer.status_code, **json.loads(answer.content)}


SENTENCES: Final = {
    404: "There is nothing here.",
    405: "This cannot be done here.",
    413: "That is too much: send less.",
    500: "Something went wrong here; nothing was confirmed.",
}
UNPROCESSABLE: Final = (
    NotTogether,
    AmbiguousEntry,
    Unreadable,
    NoSuchStep,
    MatchClosed,
    TooLong,
    OutOfPlace,
    OutOfOrder,
    Unscorable,
    Misnamed,
    NothingToAmend,
)
HANDLERS: Final[ExceptionHandlersMap] = {
    BadRequest: _wrong,
    Denied: _denied,
    HTTPException: _http,
    NotFound: _missing,
    Conflict: _clash,
    Unanswered: _unanswered,
    StoreError: _store,
    UnicodeDecodeError: _unreadable,
    RecursionError: _unreadable,
    Exception: _broken,
    **dict.fromkeys(UNPROCESSABLE, _unprocessable),
}
