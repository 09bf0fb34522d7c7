"""How many wait for work that is done one after the other: visitors without a token leave room for the others."""

from typing import Final

from anyio import CapacityLimiter

from ludograph.replay.service.http.responses import BadRequest

RESERVED: Final = 2
"""Places in every such line for requests with a token, besides those that everybody may take."""


def check_room(limiter: CapacityLimiter, most: int, busy: str, *, known: bool) -> None:
    """Raise `BadRequest` (503, with the sentence `busy`) if too many wait; `known` requests have a token."""
    if limiter.statistics().tasks_waiting >= most + RESERVED * known:
        raise BadRequest(503, busy)
