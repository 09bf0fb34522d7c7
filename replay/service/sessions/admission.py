"""Who may follow, and how many topics: limits by address and by token, and room kept for those who record."""

from asyncio import Semaphore
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any, Final

from litestar.types import Scope

from ludograph.domain.store.tokens import ROLES, Role
from ludograph.replay.service.access.rights import Standing, Visitor
from ludograph.replay.service.http.rate_limits import address_of
from ludograph.replay.service.http.responses import AnyRequest, BadRequest
from ludograph.replay.service.http.settings import Settings
from ludograph.replay.service.live.open_streams import OpenStreams

WITH_ONE_TOKEN: Final[dict[Role, int]] = {"player": 20, "scribe": 100, "director": 200}
"""Streams with one token, by its role: a director's link is open on several screens, a player's on a few."""
TOPICS_WITH_ONE_TOKEN: Final = 4_000
"""Topics followed with one token, on all its streams together."""
TOPICS_OF_A_PLACE: Final = 64
"""Topics that each place for a stream brings: a page of many tables follows sixty."""
MOST_DIFFERENT: Final = 2_000
"""Different topics followed at once, each once for all who follow it: each keeps a match in memory."""
MOST_TOPICS: Final = 200
"""Topics on one connection."""
COUNTED: Final = "ludograph.followers"
HELD: Final = "ludograph.topics"
ADDRESS_FULL: Final = (
    "Too many pages are open from your address: close one, or try again soon. The person who runs this service can "
    "allow more with --followers."
)
TOKEN_FULL: Final = "Too many pages are open with your link: close one, or ask the organiser for another link."
FULL: Final = "Too many people follow here at the moment: try again soon."
LISTS_AT_ONCE: Final = 2
"""Lists of topics looked up at once, of viewers and of players: each takes a thread that waits for the store."""
RESERVED_ABOVE: Final[Mapping[Standing, int]] = {Standing.VIEWER: 2, Standing.PLAYER: 1, Standing.OFFICIAL: 0}
"""Sixteenths of everything that are kept for those of a higher standing."""


class Admission:
    """Counts open streams, each from when it is admitted until it has ended.

    Viewers have no token, so they are counted by address. They leave an eighth of the room to those with tokens, and
    players leave half of that to scribes and directors: people who only watch never shut out those who record.
    """

    def __init__(self, settings: Settings, streams: OpenStreams) -> None:
        self._streams = streams
        self._places = settings.places
        self._of_address = min(settings.followers, settings.most_followers)
        self._counts: Counter[Hashable] = Counter()
        self._different: Counter[Hashable] = Counter()
        self._lists = {one: Semaphore(LISTS_AT_ONCE) for one in (Standing.VIEWER, Standing.PLAYER)}

    def turn(self, visitor: Visitor) -> AbstractAsyncContextManager[None]:
        """Wait for a turn to look up a list of topics; officials need not wait."""
        return self._lists.get(visitor.standing) or nullcontext()

    def admit(self, request: AnyRequest, visitor: Visitor) -> None:
        """Admit a stream. Raises `BadRequest`: 429 if the visitor has too many, 503 if the service has."""
        topics = min(len(set(request.query_params.getall("on", []))), MOST_TOPICS) or 1
        if visitor.nobody:
            own, streams, most = f"address {address_of(request)}", self._of_address, ADDRESS_FULL
            of_own = self._of_address * TOPICS_OF_A_PLACE
        else:
            token = max(visitor.tokens, key=lambda one: ROLES.index(one.role))
            own, streams, most = f"token {token.id}", WITH_ONE_TOKEN[token.role], TOKEN_FULL
            of_own = TOPICS_WITH_ONE_TOKEN
        wanted = Counter[Hashable]({("streams", own): 1, ("topics", own): topics})
        self._check(("streams", own), 1, streams, 429, most)
        self._check(("topics", own), topics, of_own, 429, most)
        # Each standing counts for all above it as well, since they share the room.
        for level in Standing:
            if level >= visitor.standing:
                self._check(("streams", level), 1, room(self._places, level), 503, FULL)
                self._check(("topics", level), topics, room(self._places * TOPICS_OF_A_PLACE, level), 503, FULL)
                wanted += Counter({("streams", level): 1, ("topics", level): topics})
        if self._streams.is_full and visitor.standing < Standing.OFFICIAL:
            raise BadRequest(503, FULL)
        # Nothing is awaited between looking and counting, so no two requests get the last place.
        self._counts += wanted
        _of(request.scope)[COUNTED] = wanted

    def hold(self, scope: Scope, visitor: Visitor, keys: Iterable[Hashable]) -> None:
        """Count the topics of an admitted stream. Raises `BadRequest` (503) if too many different ones are followed."""
        held = Counter(set(keys))
        if len(self._different.keys() | held.keys()) > max(
            len(self._different), room(MOST_DIFFERENT, visitor.standing)
        ):
            raise BadRequest(503, FULL)
        self._different += held
        _of(scope)[HELD] = held

    def release(self, scope: Scope) -> None:
        """Gives back the place of a request that has ended, if it had one: also where nothing was sent any more."""
        # Taken out of the scope, so that a place is given back once, however often this is called.
        self._counts -= _of(scope).pop(COUNTED, Counter())
        self._different -= _of(scope).pop(HELD, Counter())

    def _check(self, key: Hashable, more: int, most: int, status: int, message: str) -> None:
        if self._counts[key] + more > most:
            raise BadRequest(status, message)


def room(whole: int, standing: Standing) -> int:
    """Return how much of something those of a standing may use, together with all below it."""
    return whole - whole * RESERVED_ABOVE[standing] // 16


def _of(scope: Scope) -> Any:
    return scope
