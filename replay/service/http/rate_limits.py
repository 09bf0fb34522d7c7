"""Limits: how often an address may show tokens that are none, and how often somebody may record in a match."""

from collections import OrderedDict, deque
from time import monotonic
from typing import Final
from uuid import UUID

from ludograph.replay.service.http.responses import Asked, BadRequest
from ludograph.replay.service.http.settings import BAD_TOKENS, SEARCHES, Settings

MINUTE: Final = 60.0
MOST: Final = 10_000
"""No more of them than this are remembered."""


class Window:
    """How often somebody did something in the last minute."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def add(self, who: str) -> None:
        """Counts once more."""
        times = self._times.setdefault(who, deque(maxlen=self._most))
        times.append(monotonic())
        self._times.move_to_end(who)
        while len(self._times) > MOST:
            self._times.popitem(last=False)

    def is_full(self, who: str) -> bool:
        """Whether it was too often."""
        times = self._times.get(who)
        return times is not None and len(times) == self._most and monotonic() - times[0] < MINUTE


class Limits:
    """The limits of a service. All raise `Wrong` with status 429."""

    def __init__(self, settings: Settings) -> None:
        self._bad = Window(BAD_TOKENS)
        self._entries = Window(settings.entries)
        self._questions = Window(settings.entries)
        self._searches = Window(SEARCHES)

    def bad_token(self, request: Asked) -> None:
        """Counts a token that is none, and refuses an address that guesses; others there with good ones go on."""
        if self._bad.is_full(address_of(request)):
            raise BadRequest(429, "Too many tokens that open nothing came from your address: wait a minute.")
        self._bad.add(address_of(request))

    def search(self, request: Asked) -> None:
        """Counts a search, of which each is another, and refuses an address that searches without end."""
        if self._searches.is_full(address_of(request)):
            raise BadRequest(429, "Too many searches came from your address: wait a minute.")
        self._searches.add(address_of(request))

    def entry(self, token: str, match: UUID) -> None:
        """Counts a request that records something in a match, and refuses it where there were too many.

        Not by address, for all the phones of a hall may have one.
        """
        who = f"{token} {match}"
        if self._entries.is_full(who):
            raise BadRequest(429, "Too much is entered in this match: wait a minute.")
        self._entries.add(who)

    def question(self, token: str, match: UUID) -> None:
        """Counts a request that asks what an entry would bring, and refuses it where there were too many."""
        who = f"{token} {match}"
        if self._questions.is_full(who):
            raise BadRequest(429, "Too much is asked about entries in this match: wait a minute.")
        self._questions.add(who)


def address_of(request: Asked) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""
