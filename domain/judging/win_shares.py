"""The shares of the win in a running match, by what everybody at its table knows: for those who look on."""

from typing import Any, Final, NamedTuple

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.kernel.objections import Impossible
from ludograph.domain.lab.short_playouts import ShortPlayouts, Values, estimate
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import status_of

PLAYOUTS: Final = 200
"""So many short playouts: few enough that they are done before the next step, in most games within a second."""
SEED: Final = "shares"
DECIMALS: Final = 3


class SharesTask(NamedTuple):
    """What everybody at a table knows after a step, as values that can be sent to another process."""

    game: str
    seats: int
    view: Any
    step: int


class WinShares(NamedTuple):
    """Each seat's share of the win, and the largest standard error of them."""

    shares: Values
    se: float


def shares_task(match: Match) -> SharesTask | None:
    """What is to be worked out of a match; None where it does not run, awaits its deal, or one plays alone."""
    if match.awaits_deal or len(match.players) < 2 or status_of(match) != "running":
        return None
    return SharesTask(match.game.id, len(match.players), match.view(TABLE), len(match.steps))


def win_shares(task: SharesTask) -> WinShares | None:
    """The shares, the same for all matches that the table cannot tell apart; None where no world was found."""
    playouts = ShortPlayouts(GAMES[task.game], task.seats, SEED)
    try:
        worlds = playouts.worlds(task.view, range(PLAYOUTS))
        values, se = estimate([one for one in playouts.outcomes(worlds, range(PLAYOUTS), task.step) if one is not None])
    except (ValueError, Impossible):
        return None  # what is known contradicts itself, as a record may until it is put right
    return WinShares(tuple([round(value, DECIMALS) for value in values]), round(se, DECIMALS))
