"""Limits: how often an address may show tokens that are none, and how often somebody may record in a match."""

from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final
from uuid import UUID

from litestar.di import NamedDependency

from ludograph.domain.store.tokens import Role, Token
from ludograph.replay.service.http.responses import AnyRequest, BadRequest
from ludograph.replay.service.http.settings import BAD_TOKENS, SEARCHES, Settings

MINUTE: Final = 60.0
MOST: Final = 10_000
"""No more of them than this are remembered."""
WHOLE_STORE: Final = UUID(int=0)
"""What entries are counted under that begin a match or open a tournament."""

QUOTAS: Final[dict[Role, int]] = {"player": 200, "scribe": 5_000}
"""Remarks, objections and agreements recorded with one token in one match; directors have no such limit."""


class SlidingWindow:
    """How often each of many did something in the last minute, as a sliding window."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def add(self, who: str) -> None:
        """Counts that somebody did it once more."""
        # As many times as are allowed, the oldest pushed out by the newest: one look tells whether it was too often.
        times = self._times.setdefault(who, deque(maxlen=self._most))
        times.append(monotonic())
        # Bounded, or whoever comes from ever new addresses would fill the memory.
        self._times.move_to_end(who)
        while len(self._times) > MOST:
            self._times.popitem(last=False)

    def is_full(self, who: str) -> bool:
        """Whether somebody did it as often as is allowed."""
        times = self._times.get(who)
        return times is not None and len(times) == self._most and monotonic() - times[0] < MINUTE


class RateLimits:
    """The limits of a service. All raise `BadRequest` with status 429."""

    def __init__(self, settings: Settings) -> None:
        self._bad = SlidingWindow(BAD_TOKENS)
        self._entries = SlidingWindow(settings.entries)
        self._questions = SlidingWindow(settings.entries)
        self._searches = SlidingWindow(SEARCHES)
        self._spoken: Counter[tuple[str, UUID]] = Counter()

    def bad_token(self, request: AnyRequest) -> None:
        """Counts a token that is none, and refuses an address that guesses."""
        # Asked only where the token is none: others at the address of somebody who guesses go on undisturbed.
        if self._bad.is_full(address_of(request)):
            raise BadRequest(429, "Too many tokens that open nothing came from your address: wait a minute.")
        self._bad.add(address_of(request))

    def search(self, request: AnyRequest) -> None:
        """Counts a search, of which each is another, and refuses an address that searches without end."""
        if self._searches.is_full(address_of(request)):
            raise BadRequest(429, "Too many searches came from your address: wait a minute.")
        self._searches.add(address_of(request))

    def entry(self, token: str, match: UUID) -> None:
        """Counts a request that records something in a match, and refuses it where there were too many.

        Not by address, for all the phones of a hall may have one (decision 136).
        """
        who = f"{token} {match}"
        if self._entries.is_full(who):
            raise BadRequest(429, "Too much is entered in this match: wait a minute.")
        self._entries.add(who)

    @contextmanager
    def spoken(self, token: Token, match: UUID) -> Iterator[None]:
        """Count the remark, objection or agreement that is recorded inside this context, from the start of the service.

        Without a quota a player could fill a match that others still have to record.
        """
        quota, key = QUOTAS.get(token.role), (token.id, match)
        if quota is not None and self._spoken[key] >= quota:
            raise BadRequest(429, f"With one link at most {quota:,} remarks and agreements are recorded in a match.")
        yield
        self._spoken[key] += 1

    def question(self, token: str, match: UUID) -> None:
        """Counts a request that asks what an entry would bring, and refuses it where there were too many."""
        who = f"{token} {match}"
        if self._questions.is_full(who):
            raise BadRequest(429, "Too much is asked about entries in this match: wait a minute.")
        self._questions.add(who)


LimitsDep = NamedDependency[RateLimits]


def address_of(request: AnyRequest) -> str:
    """The address that a request comes from; empty where the server knows none."""
    return request.client.host if request.client else ""
