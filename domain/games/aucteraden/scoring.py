"""What a tableau is worth: one rising chain in each suit, and what is taken off."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from ludograph.domain.games.aucteraden import rules
from ludograph.domain.games.aucteraden.facts import Grade
from ludograph.domain.games.aucteraden.state import PLAYER, Laid, Spot, State, around, rank_of
from ludograph.domain.kernel.decks.decktet import SUITS, SUITS_OF, Suit
from ludograph.domain.kernel.game import Order, Result
from ludograph.domain.kernel.standing import standing
from ludograph.domain.kernel.worth import Worth

ORDER: Final = Order(needed=rules.WIN)
"""With less than a win nobody has won."""

Chain = tuple[Laid, ...]


class Penalties(NamedTuple):
    """What is taken off: numbers below zero, or zero."""

    holes: int
    chips: int
    discards: int


def best_chain(tableau: Iterable[Laid], suit: Suit) -> Chain:
    """The chain that counts in a suit: most points, then most cards, then the smallest list of cells by (y, x)."""
    return min(_chains(tableau, suit), key=lambda chain: (-points(chain), -len(chain), _chain_cells(chain)), default=())


def _chains(tableau: Iterable[Laid], suit: Suit) -> list[Chain]:
    """Every chain of a suit, worked from the highest rank down: a card goes before the chains of its neighbours."""
    by_first: dict[Spot, list[Chain]] = {}
    for laid in sorted((laid for laid in tableau if suit in SUITS_OF[laid.card]), key=_rank, reverse=True):
        longer = [chain for near in around(laid) for chain in by_first.get(near, ()) if _rank(chain[0]) > _rank(laid)]
        by_first[laid.x, laid.y] = [(laid,), *((laid, *chain) for chain in longer)]
    return [chain for chains in by_first.values() for chain in chains]


def _rank(laid: Laid) -> int:
    return rank_of(laid.card)


def _chain_cells(chain: Chain) -> tuple[Spot, ...]:
    return tuple((laid.y, laid.x) for laid in chain)


def vp(length: int) -> int:
    """The points of a chain by its length."""
    return rules.CHAIN_POINTS[min(length, len(rules.CHAIN_POINTS) - 1)]


def bonus(chain: Chain) -> int:
    """The points for an Ace and a Crown in a chain."""
    ranks = {laid.card[0] for laid in chain}
    if {"1", "N"} <= ranks:
        return rules.BOTH_BONUS
    return rules.CROWN_BONUS if "N" in ranks else rules.ACE_BONUS if "1" in ranks else 0


def points(chain: Chain) -> int:
    """What a chain counts in all."""
    return vp(len(chain)) + bonus(chain)


def penalties(state: State) -> Penalties:
    """What is taken off for empty cells, for suits of chips untouched or used up, and for discards."""
    return Penalties(
        holes=rules.HOLE_POINTS * (rules.FULL - len(state.tableau)),
        chips=rules.CHIPS_POINTS * sum(left in (0, rules.CHIPS) for left in state.chips),
        discards=rules.DISCARD_POINTS * state.times_discarded,
    )


def chain_points(tableau: Iterable[Laid]) -> tuple[int, ...]:
    """What the best chain of each suit counts, in the order M S V L Y K."""
    return _chain_points(tuple(tableau))


@lru_cache(1_000)  # asked several times of each state, and most steps leave the tableau as it was
def _chain_points(tableau: tuple[Laid, ...]) -> tuple[int, ...]:
    return tuple(points(best_chain(tableau, suit)) for suit in SUITS)


def score_so_far(state: State) -> int:
    """The score if the game ended here."""
    return sum(chain_points(state.tableau)) + sum(penalties(state))


def grade(total: int) -> Grade:
    """What a score is called."""
    return "commanding_win" if total >= rules.COMMANDING_WIN else "win" if total >= rules.WIN else "loss"


def result(state: State) -> Result:
    """How the match stands."""
    winners = (PLAYER,) if (state.total or 0) >= rules.WIN else ()
    return standing(state.total is not None, 1, (state.total,), winners, lambda: Order(needed=rules.WIN))


WORTH: Final = Worth(
    "Score",
    "The score if the game ended now: the best chains, less what is taken off.",
    lambda state: (score_so_far(state),),
)
