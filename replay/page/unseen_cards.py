"""What each card that an observer does not see can be after a step, and how likely, as a page shows it."""

from collections import defaultdict
from collections.abc import Callable
from itertools import groupby
from typing import Any, Final

from ludograph.domain.judging.card_shares import CardShares, ShareOfCards
from ludograph.domain.judging.possible_cards import spots
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.objections import Impossible
from ludograph.domain.match.aggregate import Match

EVERY: Final = -1
"""Stands for all cards of a part that are not seen, where all of them can be the same."""
DIGITS: Final = 3
Groups = tuple[tuple[float, tuple[str, ...]], ...]
"""Cards by how likely they are, the likeliest first."""


def unseen_cards(match: Match, state: Any, place: Callable[[Groups], int]) -> list[int]:
    """For the cards of a state that are not seen zone, part, item and the `place` of what they can be, as one list."""
    found: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    if not any(one.card == UNKNOWN for one in spots(match.game.scene(state), match.players)):
        return []
    try:
        shares, places = CardShares(match.game, state), dict[int, tuple[ShareOfCards, int]]()
        for spot in spots(shares.scene, match.players):
            told = shares.of(spot.card) if spot.card == UNKNOWN else None
            if told is not None:
                if id(told) not in places:
                    places[id(told)] = told, place(_groups(told))
                found[spot.zone, spot.part][spot.item] = places[id(told)][1]
    except (ValueError, Impossible):  # no world was found: then nothing is said of any card
        return []
    return [number for part, items in found.items() for one in _alike(items) for number in (*part, *one)]


def _alike(items: dict[int, int]) -> list[tuple[int, int]]:
    """The items of a part with what they can be, as one where that is the same for all."""
    return [(EVERY, next(iter(items.values())))] if len({*items.values()}) == 1 else [*items.items()]


def _groups(told: ShareOfCards) -> Groups:
    rounded = ((round(share, DIGITS), card) for card, share in told.shares.items())
    return tuple((share, tuple(card for _, card in some)) for share, some in groupby(rounded, key=lambda one: one[0]))
