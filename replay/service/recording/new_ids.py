"""The id of what a request makes: the same whenever the same request arrives."""

from uuid import UUID, uuid5

from ludograph.domain.store.recorder import NAMESPACE, Recorder
from ludograph.domain.store.tokens import Token
from ludograph.replay.service.http.request_headers import idempotency_key, request_fingerprint
from ludograph.replay.service.http.responses import AnyRequest


async def new_id(request: AnyRequest, recorder: Recorder, maker: Token) -> UUID:
    """The id of the match or tournament that a request makes: with an `Idempotency-Key` always the same."""
    if (key := idempotency_key(request)) is None:
        return UUID(bytes=recorder.sources.bytes(16), version=4)
    return uuid5(NAMESPACE, f"{maker.id} {key} {await request_fingerprint(request)}")
