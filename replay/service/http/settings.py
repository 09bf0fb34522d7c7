"""How a service is set up."""

from datetime import timedelta
from pathlib import Path
from typing import Final, NamedTuple
from uuid import UUID

from litestar.di import NamedDependency

POLL: Final = 0.05
"""After so many seconds a service looks again whether somebody else recorded in its store."""
HEARTBEAT: Final = 5.0
"""After so many seconds without news a follower is sent an empty line, by which it knows that it is still connected."""
CACHE_SECONDS: Final = 0.5
"""For so many seconds those who see alike may be given one answer; nobody is told to look again before that."""
MOST_BODY: Final = 1_000_000
"""No request has a longer body, in bytes."""
REQUEST_TIMEOUT: Final = 15.0
"""So many seconds a request may take to arrive."""
BAD_TOKENS: Final = 30
"""So often an address may show tokens that are none, in a minute."""
ENTRIES: Final = 600
"""So many requests that record something are taken with one token in one match, in a minute."""
SEARCHES: Final = 3_000
"""Searches for matches in a minute, by token, or by address for visitors without one."""
LOGINS: Final = 60
"""Attempts to open one link from one address, in a minute."""
FOLLOWERS: Final = 2_000
"""So many may follow from one address: all the phones of a hall may have one."""
CONNECTIONS: Final = 832
"""So many connections may be open at once where nobody says how many: for 1,024 files there is room for them."""
RESERVED: Final = 128
"""So many of them nobody follows on: they are for requests that are answered at once, such as those that record."""


class Settings(NamedTuple):
    """How a service is set up, as `serve` was told."""

    tournament: UUID | None = None
    """The one tournament that is shown; else the whole store."""
    delay: timedelta = timedelta()
    """How far those without a token are behind."""
    entries: int = ENTRIES
    """How many requests that record something are taken with one token in one match, in a minute."""
    followers: int = FOLLOWERS
    """How many without a token may follow from one address."""
    connections: int = CONNECTIONS
    """How many connections may be open at once; followers get their share of that."""
    secure: bool = False
    """Whether browsers reach it by https alone, so that cookies need not travel otherwise."""
    public_url: str = ""
    """What links begin with, as `--public-url` says it; empty where it says nothing."""
    network_url: str = ""
    """What they begin with where a director sits at this machine itself, by an address that no phone can use."""
    anchors: Path | None = None
    """The file into which anchors of the store are written; None writes none."""
    judgements: Path | None = None
    """The file in which judged steps are kept; with None no match is judged."""
    anchor_every: timedelta = timedelta(hours=1)
    """How often one is written."""

    @property
    def places(self) -> int:
        """How many may follow in all."""
        return max(self.connections - RESERVED, 8)

    @property
    def viewers(self) -> int:
        """How many of them without a token: an eighth is left to those who have one."""
        return self.places - self.places // 8

    @property
    def most_followers(self) -> int:
        """How many may follow from one address at most, so that there is room for somebody elsewhere."""
        return self.viewers * 3 // 4


SettingsDep = NamedDependency[Settings]
