"""What a tableau is worth: one rising chain in each suit, and what is taken off."""

from collections.abc import Iterable
from typing import NamedTuple

from domain.decks.decktet import SUITS, SUITS_OF, Suit
from domain.game import Result
from domain.games.aucteraden.facts import Grade
from domain.games.aucteraden.rules import (
    ACE_BONUS,
    BOTH_BONUS,
    CHAIN_POINTS,
    CHIPS,
    CHIPS_POINTS,
    COMMANDING_WIN,
    CROWN_BONUS,
    DISCARD_POINTS,
    FULL,
    HOLE_POINTS,
    WIN,
)
from domain.games.aucteraden.state import PLAYER, Laid, Spot, State, around, rank_of

Chain = tuple[Laid, ...]


class Penalties(NamedTuple):
    """What is taken off: numbers below zero, or zero."""

    holes: int
    chips: int
    discards: int


def best_chain(tableau: Iterable[Laid], suit: Suit) -> Chain:
    """The chain that counts in a suit: most points, then most cards, then the smallest list of cells by (y, x).

    Worked from the highest rank down, for each card keeping the chains that begin with it.
    """
    from_cell: dict[Spot, tuple[Chain, ...]] = {}
    for laid in sorted((laid for laid in tableau if suit in SUITS_OF[laid.card]), key=_rank, reverse=True):
        higher = [tail for near in around(laid) for tail in from_cell.get(near, ()) if _rank(tail[0]) > _rank(laid)]
        from_cell[laid.x, laid.y] = _smallest([(laid,), *((laid, *tail) for tail in higher)])
    chains = [chain for chains in from_cell.values() for chain in chains]
    return min(chains, key=lambda chain: (-points(chain), -len(chain), _cells(chain)), default=())


def _smallest(chains: list[Chain]) -> tuple[Chain, ...]:
    """Of those with the same length and bonus the one with the smallest list of cells."""
    if len(chains) == 1:
        return tuple(chains)
    in_order = sorted(chains, key=_cells, reverse=True)
    return tuple({(len(chain), bonus(chain)): chain for chain in in_order}.values())


def _rank(laid: Laid) -> int:
    return rank_of(laid.card)


def _cells(chain: Chain) -> tuple[Spot, ...]:
    return tuple((laid.y, laid.x) for laid in chain)


def vp(length: int) -> int:
    """The points of a chain by its length."""
    return CHAIN_POINTS[min(length, len(CHAIN_POINTS) - 1)]


def bonus(chain: Chain) -> int:
    """The points for an Ace and a Crown in a chain."""
    ranks = {laid.card[0] for laid in chain}
    if {"1", "N"} <= ranks:
        return BOTH_BONUS
    return CROWN_BONUS if "N" in ranks else ACE_BONUS if "1" in ranks else 0


def points(chain: Chain) -> int:
    """What a chain counts in all."""
    return vp(len(chain)) + bonus(chain)


def penalties(state: State) -> Penalties:
    """What is taken off for empty cells, for suits of chips untouched or used up, and for discards."""
    return Penalties(
        holes=HOLE_POINTS * (FULL - len(state.tableau)),
        chips=CHIPS_POINTS * sum(left in (0, CHIPS) for left in state.chips),
        discards=DISCARD_POINTS * state.times_discarded,
    )


def score_so_far(state: State) -> int:
    """The score if the game ended here."""
    return sum(points(best_chain(state.tableau, suit)) for suit in SUITS) + sum(penalties(state))


def grade(total: int) -> Grade:
    """What a score is called."""
    return "commanding_win" if total >= COMMANDING_WIN else "win" if total >= WIN else "loss"


def result(state: State) -> Result:
    """How the match stands."""
    if state.total is None:
        return Result(over=False, scores=(None,), winners=())
    return Result(over=True, scores=(state.total,), winners=(PLAYER,) if state.total >= WIN else ())
