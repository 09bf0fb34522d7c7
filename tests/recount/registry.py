"""Which recount belongs to which report, module by module."""

from typing import Final

from tests.recount import aucteraden, last_years_magic, seating, sorcerous_futures
from tests.recount.comparing import Recount

RECOUNTS: Final[dict[str, Recount]] = {
    **seating.RECOUNTS,
    **sorcerous_futures.RECOUNTS,
    **aucteraden.RECOUNTS,
    **last_years_magic.RECOUNTS,
}
