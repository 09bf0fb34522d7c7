"""How a service is set up."""

from datetime import timedelta
from pathlib import Path
from typing import Final, NamedTuple
from uuid import UUID

POLL: Final = 0.05
"""After so many seconds a service looks again whether somebody else recorded in its store."""
BEAT: Final = 15.0
"""After so many seconds without news a follower is sent an empty line, so that nobody cuts the connection."""
LATELY: Final = 0.5
"""For so many seconds those who see alike may be given one answer; nobody is told to look again before that."""
MOST_BODY: Final = 1_000_000
"""No request has a longer body, in bytes."""
SLOWEST: Final = 15.0
"""So many seconds a request may take to arrive."""
BAD_TOKENS: Final = 30
"""So often an address may show tokens that are none, in a minute."""
ENTRIES: Final = 600
"""So many requests that record something are taken with one token in one match, in a minute."""


class Settings(NamedTuple):
    """What `serve` was told."""

    tournament: UUID | None = None
    """The one tournament that is shown; else the whole store."""
    delay: timedelta = timedelta()
    """How far those without a token are behind."""
    entries: int = ENTRIES
    """How many requests that record something are taken with one token in one match, in a minute."""
    secure: bool = False
    """Whether browsers reach it by https alone, so that cookies need not travel otherwise."""
    anchors: Path | None = None
    """The file into which anchors of the store are written; None writes none."""
    anchor_every: timedelta = timedelta(hours=1)
    """How often one is written."""
