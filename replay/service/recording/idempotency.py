"""Recording what a request says once, however often and wherever it arrives, and answering with what is so.

A request goes three steps, in this order: who sends it (authenticated, and again when their turn has come); whether it
was answered before; and only if not, by which right it is recorded, and committed.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar, Final, Generic, TypeVar
from uuid import UUID

from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.errors import Conflict
from ludograph.domain.store.idempotency_keys import IdempotentRequest, request_name
from ludograph.domain.store.tokens import Token
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.replay.service.access.rights import Denied
from ludograph.replay.service.http.cursors import Recorded, cursor_json
from ludograph.replay.service.http.rate_limits import RateLimits
from ludograph.replay.service.http.request_headers import check_same, expected_by, idempotency_key, request_fingerprint
from ludograph.replay.service.http.responses import AnyRequest, BadRequest
from ludograph.replay.service.routes.reading import VisibleMatches

T = TypeVar("T", Match, Tournament)
AnswerFor = Callable[[int], IdempotentRequest | None]
"""What is stored of a request beside the events that it makes, from the version that they lead to."""
TRIES: Final = 5
"""So often an entry that names no version is made anew on what others recorded meanwhile."""

ANOTHER_RECORD: Final = (
    "Nothing was recorded. The record is no longer the one that you saw, as after the store was restored from an older "
    "copy: entries that were confirmed after that copy are missing. Look again, and send this again if it still fits."
)


class RequestedChange(ABC, Generic[T]):
    """What a request changes in a match or in a tournament."""

    late: ClassVar[str]
    """What is said where more was recorded than the sender knew."""

    def __init__(self, id: UUID) -> None:
        self.id = id

    @abstractmethod
    async def load(self) -> T:
        """It as it stands now."""

    @abstractmethod
    def authorise(self, now: T) -> Token:
        """The token whose right lets it be recorded. Raises `Denied`."""

    @abstractmethod
    def commit(self, now: T, answer_for: AnswerFor) -> T:
        """It with the change, stored; for a thread. Raises `Conflict`, or what is wrong with the change."""

    def is_known(self, now: T, version: int) -> bool:
        """Whether who knew this version knows all that they may of it as it stands now."""
        return version == now.version

    @abstractmethod
    def as_of(self, now: T, version: int) -> T:
        """It as it stood after an event."""


class IdempotentRecording(Generic[T]):
    """One request that records something. Raises `Denied` for whoever has no token."""

    def __init__(
        self, matches: VisibleMatches, limits: RateLimits, request: AnyRequest, change: RequestedChange[T]
    ) -> None:
        if matches.visitor.nobody:
            raise Denied("Whoever records needs a token: ask the organiser for one.", anonymous=True)
        self._matches = matches
        self._limits = limits
        self._request = request
        self._change: RequestedChange[T] = change
        self._key, self._expected = idempotency_key(request), expected_by(request)
        self._fingerprint = ""

    async def run(self) -> tuple[T, T]:
        """A match or a tournament just before and just after what the request records, now or when it was sent before.

        Raises `Denied`, or `BadRequest` with status 409 where more was recorded than the sender knew.
        """
        self._matches.live.health.check_same()
        async with self._matches.live.entry_queue.turn(self._change.id) as waited:
            self._fingerprint = await request_fingerprint(self._request)
            for tried in range(TRIES):
                # Loaded first and the answer looked for after it: a version that this request made, through another
                # service at this moment, is so never taken for somebody else's (decision 194).
                now = await self._change.load()
                await self._authenticate(again=waited or tried > 0)
                if (answered := await self._answered_before(now)) is not None:
                    return answered
                token = self._authorise(now, counted=tried > 0)
                # Another service may have been quicker, with the same request even: then all is looked at once more.
                with suppress(Conflict):
                    return now, await self._commit(now, token)
            raise self._late(await self._change.load())

    async def _authenticate(self, *, again: bool) -> None:
        """Who sends it. While they waited a token may have ended, or the match gone to others (decision 173)."""
        if again:
            await self._matches.look_again(self._request)

    async def _answered_before(self, now: T) -> tuple[T, T] | None:
        """It before and after what the same request recorded when it was sent before; None where it was not.

        It is told to its sender even where the right by which they recorded it has ended since: whoever lost the answer
        has to learn that it is recorded. So this comes before the right is asked for.
        """
        tokens = self._matches.visitor.tokens
        if not self._key or not tokens:
            return None
        # A browser may hold several tokens, and have sent it by any of them (decision 193).
        names = [request_name(one.id, self._key) for one in tokens]
        live = self._matches.live
        done = await live.threads.run(live.recorder.answered, names, self._change.id)
        if done is None:
            return None
        check_same(done, self._fingerprint)
        now = now if done.version <= now.version else await self._change.load()
        self._limits.entry(tokens[0].id, self._change.id)
        return self._change.as_of(now, done.version - 1), self._change.as_of(now, done.version)

    def _authorise(self, now: T, *, counted: bool) -> Token:
        """The token by which it is recorded, on the version that its sender knew. Each request counts once."""
        token: Token = self._change.authorise(now)
        if not counted:
            self._limits.entry(token.id, self._change.id)
        expected = self._expected
        if expected is not None and not (expected.fits(now.history) and self._change.is_known(now, expected.version)):
            raise self._late(now)
        return token

    async def _commit(self, now: T, token: Token) -> T:
        """It as it is stored, in one transaction with the key of the request (decision 120). Raises `Conflict`."""

        def answer_for(version: int) -> IdempotentRequest | None:
            if not self._key:
                return None
            return IdempotentRequest(request_name(token.id, self._key), self._change.id, version, self._fingerprint)

        return await self._matches.live.threads.run(self._change.commit, now, answer_for)

    def _late(self, now: T) -> BadRequest:
        if self._expected is not None and not self._expected.fits(now.history):
            return does_not_fit(now)
        return BadRequest(409, self._change.late, **cursor_json(now))


def does_not_fit(now: Recorded) -> BadRequest:
    """The answer to a sender whose cursor is not of this record."""
    return BadRequest(409, ANOTHER_RECORD, **cursor_json(now), reset=True)
