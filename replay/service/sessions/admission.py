"""Who may follow: as many as there is room for, and from one address or with one token no more than a share of that."""

from collections import Counter
from typing import Any, Final

from litestar.types import Scope

from ludograph.domain.store.tokens import ROLES, Role
from ludograph.replay.service.access.rights import Visitor
from ludograph.replay.service.http.rate_limits import address_of
from ludograph.replay.service.http.responses import AnyRequest, BadRequest
from ludograph.replay.service.http.settings import Settings

WITH_ONE_TOKEN: Final[dict[Role, int]] = {"player": 20, "scribe": 100, "director": 200}
"""Streams with one token, by its role: a director's link is open on several screens, a player's on a few."""
COUNTED: Final = "ludograph.followers"
ADDRESS_FULL: Final = (
    "As many follow from your address as may: close a page there, or try again in a minute. Whoever runs this can "
    "allow more with --followers."
)
TOKEN_FULL: Final = "As many pages follow with your link as may: close one, or ask the organiser for another link."
FULL: Final = "As many follow here as there is room for: try again in a minute."


class Admission:
    """Counts the requests that follow, from the moment at which one is let in until it has ended.

    Viewers are counted by address, for they have nothing else, and leave an eighth of all places to those with tokens.
    Players leave a sixteenth to scribes and directors: people who watch or play never shut out those who record.
    """

    def __init__(self, settings: Settings) -> None:
        self._most, self._viewers = settings.places, settings.viewers
        self._players = settings.places - settings.places // 16
        self._of_address = min(settings.followers, settings.most_followers)
        self._counts: Counter[str] = Counter()

    def admit(self, request: AnyRequest, visitor: Visitor) -> None:
        """Lets a request of somebody follow. Raises `BadRequest`: 429 for their share, 503 where all is full."""
        if visitor.nobody:
            keys = ("all", "viewers", f"address {address_of(request)}")
            self._check(keys[2], self._of_address, 429, ADDRESS_FULL)
            self._check("viewers", self._viewers, 503, FULL)
        else:
            token = max(visitor.tokens, key=lambda one: ROLES.index(one.role))
            keys = ("all", token.role, f"token {token.id}")
            self._check(keys[2], WITH_ONE_TOKEN[token.role], 429, TOKEN_FULL)
        self._check("all", self._players if visitor.only_plays else self._most, 503, FULL)
        # Nothing is awaited between looking and counting, so no two requests get the last place.
        self._counts.update(keys)
        scope: Any = request.scope
        scope[COUNTED] = keys

    def release(self, scope: Scope) -> None:
        """Gives back the place of a request that has ended, if it had one: also where nothing was sent any more."""
        whole: Any = scope
        # Taken out of the scope, so that a place is given back once, however often this is called.
        for key in whole.pop(COUNTED, ()):
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]

    def _check(self, key: str, most: int, status: int, message: str) -> None:
        if self._counts[key] >= most:
            raise BadRequest(status, message)
