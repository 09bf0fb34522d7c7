"""Which recount belongs to which report, module by module."""

from typing import Final

from tests.recount import aucteraden, seating, sorcerous_futures
from tests.recount.comparing import Recount

RECOUNTS: Final[dict[str, Recount]] = {**seating.RECOUNTS, **aucteraden.RECOUNTS, **sorcerous_futures.RECOUNTS}
