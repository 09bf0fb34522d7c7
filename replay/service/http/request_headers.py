"""What a request that records something says of itself: the key that it is known by, and what its sender had seen."""

import re
from hashlib import sha256
from typing import Final

from ludograph.domain.store.idempotency_keys import Answer
from ludograph.replay.service.http.cursors import RecordCursor, cursor_in
from ludograph.replay.service.http.responses import AnyRequest, BadRequest

KEY: Final = re.compile(r"[!-~]{1,200}", re.ASCII)
TAG: Final = re.compile(r'(?:W/)?"([^"]*)"|([^"]*)')
"""An entity tag, or what it holds alone."""


def idempotency_key(request: AnyRequest) -> str | None:
    """The `Idempotency-Key` by which a request is known when it is sent again. Raises `BadRequest`."""
    key = request.headers.get("idempotency-key")
    if key is not None and not KEY.fullmatch(key):
        raise BadRequest(422, "An Idempotency-Key is 1 to 200 visible letters, such as a UUID.")
    return key


def expected_by(request: AnyRequest) -> RecordCursor | None:
    """The cursor in `If-Match`; None if there is none. Raises `BadRequest`."""
    return _cursor_in(request, "If-Match")


def seen_by(request: AnyRequest) -> RecordCursor | None:
    """The cursor in `Ludograph-Seen`; None if there is none. Raises `BadRequest`."""
    return _cursor_in(request, "Ludograph-Seen")


def _cursor_in(request: AnyRequest, header: str) -> RecordCursor | None:
    text = request.headers.get(header.lower())
    if text is None:
        return None
    tag = TAG.fullmatch(text.strip())
    found = cursor_in(tag[1] or tag[2] or "") if tag else None
    if found is None:
        raise BadRequest(422, f'{header} is the version that you know, such as "12".')
    return found


async def request_fingerprint(request: AnyRequest) -> str:
    """A digest of the route and the body of a request, which tells it from another request with the same key."""
    # The route and not the path: the same entry may be sent by the id of a match or by a beginning of it.
    places = [f"{name}={value}" for name, value in sorted(request.path_params.items()) if name != "id"]
    asked = "\n".join([str(request.scope["path_template"]), *places, ""])
    return sha256(asked.encode() + await request.body()).hexdigest()[:32]


def check_same(done: Answer, asked: str) -> None:
    """Raises `BadRequest` where the key of a request that was answered comes with another one (decision 137)."""
    if done.asked != asked:
        raise BadRequest(422, "This Idempotency-Key was sent with another request: take a new one for each.")
