"""Recording what a request says once, however often and wherever it arrives, and answering with what is so."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Generic, NamedTuple, TypeVar
from uuid import UUID

from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.errors import Conflict
from ludograph.domain.store.idempotency_keys import IdempotentRequest, request_name
from ludograph.domain.store.tokens import Token
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.replay.service.access.rights import Denied
from ludograph.replay.service.http.rate_limits import Limits
from ludograph.replay.service.http.request_headers import check_same, expected_by, idempotency_key, request_fingerprint
from ludograph.replay.service.http.responses import Asked, BadRequest
from ludograph.replay.service.routes.reading import VisibleMatches

T = TypeVar("T", Match, Tournament)
Keep = Callable[[int], IdempotentRequest | None]
"""What is kept of a request with the version that it makes."""
TRIES: Final = 5
"""So often an entry that names no version is made anew on what others recorded meanwhile."""


class Entering(NamedTuple, Generic[T]):
    """What is recorded in a match or in a tournament, by whom, and how."""

    id: UUID
    load: Callable[[], Awaitable[T]]
    """It as it stands now."""
    token: Callable[[T], Token]
    """The token whose right lets it be recorded. Raises `Denied`."""
    record: Callable[[T, Keep], T]
    """It with what is recorded, stored. Raises `Conflict`, or what is wrong with it."""
    past: Callable[[T, int], T]
    """It as it stood after an event."""
    late: str
    """What is said where more was recorded than the sender knew."""


async def recorded(seen: VisibleMatches, limits: Limits, request: Asked, entering: Entering[T]) -> tuple[T, T]:
    """A match or a tournament just before and just after what a request records, now or when it was sent before.

    Another service may record the same request at the same moment: whoever is late looks what was answered, and only
    then whether anything else was recorded. What is loaded comes first and the answer after it, so that a version that
    this request made is never taken for somebody else's. What was answered is told to whoever sent it, even where the
    right by which they recorded it has ended since. Who asks is looked at anew when their turn has come.

    Raises `Denied`, or `Wrong` with status 409 where more was recorded than the sender knew.
    """
    if seen.visitor.nobody:
        raise Denied("Whoever records needs a token: ask the organiser for one.", anonymous=True)
    key, expected = idempotency_key(request), expected_by(request)
    async with seen.hall.entering(entering.id) as waited:
        asked = await request_fingerprint(request)
        for tried in range(TRIES):
            now = await entering.load()
            if waited or tried:
                await seen.look_again(request)
            answered = await _answered(seen, entering, now, key, asked) if key and seen.visitor.tokens else None
            if answered is not None:
                limits.entry(seen.visitor.tokens[0].id, entering.id)
                return answered
            token = entering.token(now)
            if not tried:
                limits.entry(token.id, entering.id)
            if expected not in (None, now.version):
                raise _late(entering, now)
            with suppress(Conflict):
                return now, await seen.hall.aside(entering.record, now, _keeping(entering, token, key, asked))
        raise _late(entering, await entering.load())


async def _answered(seen: VisibleMatches, entering: Entering[T], now: T, key: str, asked: str) -> tuple[T, T] | None:
    """It before and after what the same request recorded when it was sent before; None where it was not."""
    names = [request_name(one.id, key) for one in seen.visitor.tokens]
    done = await seen.hall.aside(seen.hall.recorder.answered, names, entering.id)
    if done is None:
        return None
    check_same(done, asked)
    now = now if done.version <= now.version else await entering.load()
    return entering.past(now, done.version - 1), entering.past(now, done.version)


def _keeping(entering: Entering[T], token: Token, key: str | None, asked: str) -> Keep:
    """What is kept of a request that is recorded by a token: it belongs to that token."""
    return lambda version: IdempotentRequest(request_name(token.id, key), entering.id, version, asked) if key else None


def _late(entering: Entering[T], now: T) -> BadRequest:
    return BadRequest(409, entering.late, version=now.version)
