"""What hands of Fool's Down are worth, worked out slowly: every wild card is tried as everything it may be (7.2).

Shares nothing with the program but the codes of cards; the tests compare the two.
"""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import NamedTuple

ORDER = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "R", "K", "W", "C", "D"]
SUITS = "wvsf"
Key = tuple[int, tuple[int, ...], tuple[int, ...]]
"""(category below 0, ranks, suits): the greatest is the best."""


class Played(NamedTuple):
    """A card as it counts: a wild one has the rank and suit that it stands for, but no suit in ties."""

    rank: int
    suit: int
    wild: bool

    @property
    def tie(self) -> int:
        """What its suit is worth in a tie."""
        return -1 if self.wild else self.suit


NATURAL = {f"{rank}{suit}": Played(ORDER.index(rank), SUITS.index(suit), False) for rank in ORDER for suit in SUITS}


def best_of_sixty(down: tuple[str, ...], common: tuple[str, ...]) -> Key:
    """The best of two of these and three of those."""
    return max(best(own + table) for own in combinations(down, 2) for table in combinations(common, 3))


def best(five: tuple[str, ...]) -> Key:
    """The best that five cards can be."""
    own = [NATURAL[card] for card in five if card in NATURAL]
    wilds = 5 - len(own)
    found = [key for hand in _filled(own, wilds) for key in _plain(hand, wilds)]
    if wilds:
        found += [key for hand in _filled(own, wilds - 1) for key in _with_fools_card(hand)]
    return max(found)


def _filled(own: list[Played], wilds: int) -> Iterator[list[Played]]:
    """The hand with every choice of natural cards, none of them in it already, for so many wild ones."""
    spare = [card for card in NATURAL.values() if card not in own]
    for chosen in permutations(spare, wilds):
        yield own + [card._replace(wild=True) for card in chosen]


def _key(category: int, *groups: list[Played], fools_card: int | None = None) -> Key:
    """The cards in the order of comparison; of a group of one rank the better suit first."""
    laid = [card for group in groups for card in sorted(group, key=lambda card: (-card.rank, -card.tie))]
    ranks, suits = [card.rank for card in laid], [card.tie for card in laid]
    if fools_card is not None:
        at = len(groups[0])
        ranks.insert(at, fools_card)
        suits.insert(at, -1)
    return -category, tuple(ranks), tuple(suits)


def _kinds(hand: list[Played]) -> list[list[Played]]:
    """The cards by rank, the most and then the highest first."""
    groups = [[card for card in hand if card.rank == rank] for rank in {card.rank for card in hand}]
    return sorted(groups, key=lambda group: (-len(group), -group[0].rank))


def _plain(hand: list[Played], wilds: int) -> Iterator[Key]:
    """Everything that five cards are when each wild one stands for a card."""
    kinds = _kinds(hand)
    counts = [len(group) for group in kinds]
    one_suit = len({card.suit for card in hand}) == 1
    ranks = sorted(card.rank for card in hand)
    run = ranks == list(range(ranks[0], ranks[0] + 5))
    if run and one_suit:
        yield _key(2 if ranks[0] == ORDER.index("R") else 3, hand)
    if counts == [4, 1] and not wilds:
        yield _key(5, *kinds)
    if counts == [3, 2]:
        yield _key(7, *kinds)
    if one_suit:
        yield _key(8, hand)
    if run:
        yield _key(10, hand)
    if counts == [3, 1, 1] and not wilds:
        yield _key(11, *kinds)
    if counts == [2, 2, 1]:
        yield _key(13, *kinds)
    if counts[0] == 2:
        yield _key(14, kinds[0], [card for card in hand if card not in kinds[0]])
    if not wilds:
        yield _key(15, hand)


def _with_fools_card(hand: list[Played]) -> Iterator[Key]:
    """Everything that four cards are with the Fool's card as the fifth."""
    kinds = _kinds(hand)
    top = kinds[0][0].rank
    all_suits = len({card.suit for card in hand}) == 4
    if len(kinds[0]) == 4:
        yield _key(1, *kinds, fools_card=top)
    if all_suits and all(card.rank >= ORDER.index("R") for card in hand):
        yield _key(4, hand)
    if len(kinds[0]) == 3:
        yield _key(6, *kinds, fools_card=top)
    if all_suits:
        yield _key(9, hand)
    if len(kinds[0]) == 2:
        yield _key(12, kinds[0], [card for card in hand if card not in kinds[0]], fools_card=top)
