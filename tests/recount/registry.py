"""Which recount belongs to which report, module by module."""

from typing import Final

from tests.recount import (
    amounts,
    aucteraden,
    conundruze,
    entering,
    fools_down,
    fools_down_cards,
    hand_of_the_hanataz,
    last_years_magic,
    organised,
    rated,
    results,
    seating,
    sorcerous_futures,
    sun_bid,
    sun_bid_takes,
)
from tests.recount.comparing import Recount

RECOUNTS: Final[dict[str, Recount]] = {
    **results.RECOUNTS,
    **rated.RECOUNTS,
    **organised.RECOUNTS,
    **seating.RECOUNTS,
    **amounts.RECOUNTS,
    **entering.RECOUNTS,
    **sun_bid.RECOUNTS,
    **sun_bid_takes.RECOUNTS,
    **sorcerous_futures.RECOUNTS,
    **aucteraden.RECOUNTS,
    **last_years_magic.RECOUNTS,
    **conundruze.RECOUNTS,
    **hand_of_the_hanataz.RECOUNTS,
    **fools_down.RECOUNTS,
    **fools_down_cards.RECOUNTS,
}
