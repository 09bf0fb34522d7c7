"""Limits: how often an address may show tokens that are none, and how often somebody may record in a match."""

from collections import Counter, OrderedDict, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Final, Literal
from uuid import UUID

from litestar.di import NamedDependency

from ludograph.domain.store.tokens import Role, Token, token_digest
from ludograph.replay.service.http.responses import AnyRequest, BadRequest
from ludograph.replay.service.http.settings import BAD_TOKENS, LOGINS, SEARCHES, Settings

MINUTE: Final = 60.0
WAIT: Final = "wait a minute."
MOST: Final = 10_000
"""No more of them than this are remembered."""
WHOLE_STORE: Final = UUID(int=0)
"""What entries are counted under that begin a match or open a tournament."""

Counted = Literal["remarks and agreements", "corrections", "recorded variations", "links"]
QUOTAS: Final[dict[Counted, dict[Role, int]]] = {
    "remarks and agreements": {"player": 200, "scribe": 5_000},
    "corrections": {"scribe": 1_000},
    "recorded variations": {"scribe": 200},
    "links": {"director": 20_000},
}
"""How much one token makes in one match (links: in one tournament), from the start of the service.

A role that is not named has no such limit, nor has a director of the whole store.
"""


class SlidingWindow:
    """How often each of many did something in the last minute, as a sliding window."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def add(self, who: str) -> None:
        """Counts that somebody did it once more."""
        # As many times as are allowed, the oldest pushed out by the newest: one look tells whether it was too often.
        times = self._times.setdefault(who, deque(maxlen=self._most))
        times.append(now := monotonic())
        # Bounded, or whoever comes from ever new addresses would fill the memory.
        self._times.move_to_end(who)
        while len(self._times) > MOST or now - next(iter(self._times.values()))[-1] >= MINUTE:
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
        self._logins = SlidingWindow(LOGINS)
        self._made: Counter[tuple[Counted, str, UUID]] = Counter()

    def bad_token(self, request: AnyRequest) -> None:
        """Counts a token that is none, and refuses an address that guesses."""
        # Asked only where the token is none: others at the address of somebody who guesses go on undisturbed.
        if self._bad.is_full(address_of(request)):
            raise BadRequest(429, "Too many tokens that open nothing came from your address: wait a minute.")
        self._bad.add(address_of(request))

    def search(self, request: AnyRequest, tokens: Sequence[Token]) -> None:
        """Count a search and refuse it if there were too many: by token, or by address for visitors without one."""
        # By token, because viewers at the same address could use up the searches of a director who sits among them.
        who = tokens[0].id if tokens else address_of(request)
        if self._searches.is_full(who):
            raise BadRequest(
                429, f"Too many searches came {'with your link' if tokens else 'from your address'}: {WAIT}"
            )
        self._searches.add(who)

    def login(self, request: AnyRequest, text: str) -> None:
        """Count an attempt to open a link and refuse it if there were too many from this address.

        Each attempt with a valid link writes to the store, which takes the turn of an entry.
        """
        who = f"{address_of(request)} {token_digest(text)}"
        if self._logins.is_full(who):
            raise BadRequest(429, f"This link was opened too often from your address: {WAIT}")
        self._logins.add(who)

    def entry(self, token: str, id: UUID, what: Literal["entries", "links"] = "entries") -> None:
        """Count a request that records something in a match or tournament; refuse it if there were too many.

        Not by address, because all phones in a hall may share one (decision 136). Links are counted apart, so that
        they never use up a director's decisions.
        """
        who = f"{what} {token} {id}"
        if self._entries.is_full(who):
            raise BadRequest(429, f"Too many {what} came with your link in the last minute: {WAIT}")
        self._entries.add(who)

    @contextmanager
    def quota(self, what: Counted, token: Token, id: UUID) -> Iterator[None]:
        """Count what is made inside this context in a match or tournament; refuse it if the quota is used up.

        Without quotas a player could fill a match that others still have to record, and a scribe the disk.
        """
        quota, key = QUOTAS[what].get(token.role), (what, token.id, id)
        if quota is not None and not token.directs_store and self._made.get(key, 0) >= quota:
            raise BadRequest(429, f"With one link at most {quota:,} {what} can be made here.")
        yield
        self._made[key] += 1

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
