"""What a hand of Fool's Down is worth, tried out card by card as section 7 of the rules has it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "R", "K", "W", "C", "D")
SUITS = "wvsf"
NATURALS = [rank + suit for rank in RANKS for suit in SUITS]
NAMES = (
    "Fool's Five", "Dragon's Court", "Crown's Court", "Fool's Court", "Four Dandies", "Fool's Four", "The Castle",
    "Five Elements", "Fool's Elements", "Running Five", "Three Dandies", "Fool's Three", "Two Twins", "Twins",
    "High Card",
)  # fmt: skip
FACE = RANKS.index("R")
ANY_WILDS, NO_WILD, FOOL = "any", "none", "fool"


class Card(NamedTuple):
    """A card of a hand: its rank from 0 up, its suit, and how high the suit is in ties (nothing where it is wild)."""

    rank: int
    suit: str
    tie: int


class Worth(NamedTuple):
    """Greater is better: the category, the best as -1, then the ranks, then their suits."""

    category: int
    ranks: tuple[int, ...]
    ties: tuple[int, ...]


def is_wild(card: str) -> bool:
    """Whether it is a Jester or the Fool."""
    return card[0] in "JF"


@cache
def best(down: tuple[str, ...], common: tuple[str, ...]) -> Worth:
    """The best of two down cards and three common ones."""
    fives = (own + shared for own in combinations(down, 2) for shared in combinations(common, 3))
    return max(worth for five in fives for worth in _worths(five))


def _worths(five: Sequence[str]) -> Iterator[Worth]:
    """What five cards are worth with each use of their wild cards; a wild is the Fool's card or stands in."""
    natural = [_card(card) for card in five if not is_wild(card)]
    wilds = 5 - len(natural)
    free = [_card(card)._replace(tie=0) for card in NATURALS if card not in five]
    for standing in combinations(free, wilds):
        yield _worth([*natural, *standing], ANY_WILDS if wilds else NO_WILD)
    for standing in combinations(free, wilds - 1) if wilds else ():
        yield _worth([*natural, *standing], FOOL)


def _card(card: str) -> Card:
    return Card(RANKS.index(card[:-1]), card[-1], SUITS.index(card[-1]) + 1)


def _worth(cards: Sequence[Card], use: str) -> Worth:
    """What cards are worth: five of them, or four and the Fool's card."""
    number = _beside_the_fool(cards) if use == FOOL else _alone(cards, use)
    laid = sorted(cards, key=lambda card: (_count(cards, card), card.rank, card.tie), reverse=True)
    if use == FOOL and number in (1, 6, 12):
        kind = _count(cards, laid[0])
        laid.insert(kind, Card(laid[0].rank, "", 0))
    elif number in (4, 9):
        laid.sort(key=lambda card: (card.rank, card.tie), reverse=True)
    return Worth(-number, tuple(card.rank for card in laid), tuple(card.tie for card in laid))


def _count(cards: Sequence[Card], like: Card) -> int:
    return sum(card.rank == like.rank for card in cards)


def _beside_the_fool(cards: Sequence[Card]) -> int:
    """The category of four cards with the Fool's card; the last where it is of no use."""
    most = max(_count(cards, card) for card in cards)
    four_suits = len({card.suit for card in cards}) == 4
    fits = {
        1: most == 4,
        4: four_suits and all(card.rank >= FACE for card in cards),
        6: most == 3,
        9: four_suits,
        12: most == 2,
    }
    return _first_of(fits)


def _alone(cards: Sequence[Card], use: str) -> int:
    """The category of five cards, of which wild ones only stand in."""
    counts = sorted((_count(cards, card) for card in cards), reverse=True)
    ranks = sorted(card.rank for card in cards)
    run, one_suit = ranks == list(range(ranks[0], ranks[0] + 5)), len({card.suit for card in cards}) == 1
    fits = {
        2: run and one_suit and ranks[0] == FACE,
        3: run and one_suit,
        5: counts[0] == 4 and use == NO_WILD,
        7: counts == [3, 3, 3, 2, 2],
        8: one_suit,
        10: run,
        11: counts[0] == 3 and use == NO_WILD,
        13: counts == [2, 2, 2, 2, 1],
        14: counts == [2, 2, 1, 1, 1],
    }
    return _first_of(fits)


def _first_of(fits: Mapping[int, bool]) -> int:
    return next((number for number, fit in fits.items() if fit), len(NAMES))
