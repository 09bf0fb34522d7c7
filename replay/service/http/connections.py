"""The connections of a service: never more than there are files for, so that recording always finds one."""

import asyncio
import sys
from collections import OrderedDict
from typing import Final

FILES: Final = 16_384
"""No more files than this are asked of the system: each connection takes one."""
OWN: Final = 64
"""So many files the service needs for itself: the store in each of its threads, its log, its sockets."""
BURST: Final = 16
"""So many connections are accepted at once."""
UNCOUNTED: Final = 8 * BURST
"""So many files may be taken by connections that are accepted and not yet counted, or counted out and not yet closed.

asyncio does both some turns of its loop later, and accepts more in each of them.
"""
BACKLOG: Final = 2048
"""So many connections the system keeps that are not accepted yet."""


class Connections:
    """Every open connection; those on which no whole request has come, the one first that waits longest.

    Where there are too many, that one is closed for a new one: so who connects and says nothing keeps nobody out
    (decision 204).
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open = 0
        self._waiting: OrderedDict[asyncio.Transport, None] = OrderedDict()

    def opened(self, transport: asyncio.Transport) -> bool:
        """Counts a new connection, on which nothing has come yet; whether there is room for it."""
        self._open += 1
        self._waiting[transport] = None
        if self._open <= self._most:
            return True
        # `abort`, not `close`: whoever reads nothing would never take what is still to be sent before a close.
        longest, _ = self._waiting.popitem(last=False)
        longest.abort()
        return longest is not transport

    def waits(self, transport: asyncio.Transport) -> None:
        """Takes down that a connection waits for a request, or reads nothing of what it was sent."""
        self._waiting.setdefault(transport, None)

    def answered(self, transport: asyncio.Transport) -> None:
        """Takes down that a whole request has come on a connection, which stays until that is answered."""
        self._waiting.pop(transport, None)

    def closed(self, transport: asyncio.Transport) -> None:
        """Takes down that a connection has ended."""
        self._open -= 1
        self._waiting.pop(transport, None)


def room_for_connections() -> int:
    """How many connections the system has files for, once it was asked for as many as it gives."""
    if sys.platform == "win32":
        return FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # some systems say that there is no limit, and have one
            wanted = soft
    return max(wanted - OWN - UNCOUNTED, 1)
