"""What five cards are worth: the kinds of hands, what wild cards stand for, and the best of the sixty choices."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from ludograph.domain.games.fools_down.rules import CATEGORIES, DECK, WILDS
from ludograph.domain.games.fools_down.state import Best
from ludograph.domain.kernel.cards import Card, Cards
from ludograph.domain.kernel.decks.perilous import RANK_OF, SUIT_OF, SUITS

RANKS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "R", "K", "W", "C", "D")
"""Low to high; the place of a rank, counted from 1, is its height (FD-7.1)."""
WILD: Final = "-"
"""Stands where a wild card has no suit."""

TOP: Final = len(RANKS)
"""The height of the highest rank (FD-7.1)."""
LOWEST_FACE: Final = RANKS.index("R") + 1
_HEIGHTS: Final = {card: RANKS.index(RANK_OF[card]) + 1 for card in DECK if card not in WILDS}
_COUNT: Final = 3
"""Bits in which cards of a height are counted; those of height 0 are wild."""
_FULL: Final = (1 << _COUNT) - 1
"""All bits of the count of one height."""
_CODES: Final = {
    card: (1, 0) if card in WILDS else (1 << _COUNT * _HEIGHTS[card], 1 << SUITS.index(SUIT_OF[card])) for card in DECK
}
"""For each card a count at its height, and a bit for its suit: together they say what some cards can be."""
_SUIT_HEIGHTS: Final = {suit: height for height, suit in enumerate((WILD, *reversed(SUITS)))}
"""How suits rank where all else is equal, wild cards below them all (FD-7.4)."""

Heights = tuple[int, ...]


class Kind(NamedTuple):
    """What five cards are, suits apart. A better one has a lower category or, that being equal, greater ranks."""

    category: int
    ranks: Heights


class Pattern(NamedTuple):
    """The natural cards of a hand: their heights from high to low, and how often there is which."""

    heights: Heights
    one_suit: bool
    all_suits: bool
    """Whether no two have the same suit."""
    wilds: int
    groups: tuple[tuple[int, int], ...]
    """(how many, height), the most and then the highest first."""


Row = Callable[[Pattern], Heights | None]
"""The ranks by which a hand of a category is compared; None for what is none."""


class Part(NamedTuple):
    """Some cards, with their counts added up and the suits among them."""

    counts: int
    suits: int
    cards: Cards


def best_hand(down: Cards, common: Cards) -> Best:
    """The best of the sixty hands of two of these down cards and three of these common ones (7.1)."""
    top, found = Kind(len(CATEGORIES) + 1, ()), [down]
    for (own_counts, own_suits, own), (counts, suits, shared) in product(parts_of(down, 2), parts_of(common, 3)):
        kind = _kind_of(own_counts + counts, own_suits | suits)
        if kind[0] > top[0]:
            continue  # as nearly always
        if kind == top:
            found.append(own + shared)
        elif kind[0] < top[0] or kind[1] > top[1]:
            top, found = kind, [own + shared]
    return max((_laid_out(five, top) for five in found), key=strength)


@lru_cache(maxsize=64)
def parts_of(cards: Cards, size: int) -> tuple[Part, ...]:
    """All the ways to take so many of the cards."""
    return tuple(map(_part, combinations(cards, size)))


def _part(cards: Cards) -> Part:
    counts = suits = 0
    for card in cards:
        count, suit = _CODES[card]
        counts += count
        suits |= suit
    return Part(counts, suits, cards)


def strength(best: Best) -> tuple[int, Heights, Heights]:
    """What two hands are compared by: category, ranks, suits (7.4)."""
    ranks = tuple(RANKS.index(rank) for rank in best.ranks)
    return -best.category, ranks, tuple(_SUIT_HEIGHTS[suit] for suit in best.suits)


def first_parted(one: Best, other: Best) -> tuple[Card, Card] | None:
    """The first cards of two hands of a kind in which they are not alike, by rank or else by suit.

    None where ranks do not stand for cards: where the Fool makes the kind, four of them do for five.
    """
    for mine, theirs in ((one.ranks, other.ranks), (one.suits, other.suits)):
        at = next((at for at, (rank, against) in enumerate(zip(mine, theirs, strict=True)) if rank != against), None)
        if at is not None:
            return (one.five[at], other.five[at]) if len(mine) == len(one.five) else None
    return None


def value_of(five: Cards) -> Best:
    """What these five cards are."""
    return _laid_out(five, kind_of(five))


def kind_of(five: Cards) -> Kind:
    """The kind of five cards."""
    part = _part(five)
    return _kind_of(part.counts, part.suits)


def _kind_of(counts: int, suits: int) -> Kind:
    different, wilds = suits.bit_count(), counts & _FULL
    return _kind(counts, different == 1, different + wilds == 5)


@lru_cache(maxsize=1 << 15)
def _kind(counts: int, one_suit: bool, all_suits: bool) -> Kind:
    """The first row that fits, from the top (7.3); it is the same for all cards of these ranks."""
    at_heights = [(counts >> shift & _FULL, height) for shift, height in _SHIFTS]
    groups = [group for group in at_heights if group[0]]
    heights = tuple([height for count, height in groups for _ in range(count)])
    wilds = 5 - len(heights)
    pattern = Pattern(heights, one_suit, all_suits, wilds, tuple(sorted(groups, reverse=True)))
    for category, row in _ROWS_WITH[wilds]:
        if ranks := row(pattern):
            return Kind(category, ranks)
    raise AssertionError("Some row fits every hand.")


def _of_a_kind(count: int) -> Row:
    """So many of a kind, wild cards among them, and then the others."""

    def row(pattern: Pattern) -> Heights | None:
        most, top = pattern.groups[0]
        if most + pattern.wilds < count:
            return None
        return (top,) * count + tuple([height for height in pattern.heights if height != top])

    return row


def _dragons_court(pattern: Pattern) -> Heights | None:
    run = _crowns_court(pattern)
    return run if run and run[0] == TOP else None


def _crowns_court(pattern: Pattern) -> Heights | None:
    return _running_five(pattern) if pattern.one_suit else None


def _fools_court(pattern: Pattern) -> Heights | None:
    return _fools_elements(pattern) if pattern.heights[-1] >= LOWEST_FACE else None


def _castle(pattern: Pattern) -> Heights | None:
    """Three and two, where a wild card joins the higher of two pairs."""
    if len(pattern.groups) != 2 or pattern.groups[0][0] + pattern.wilds != 3:
        return None
    (_, three), (_, two) = pattern.groups
    return (three,) * 3 + (two,) * 2


def _five_elements(pattern: Pattern) -> Heights | None:
    """A wild card stands for the highest rank that is missing."""
    if not pattern.one_suit:
        return None
    missing = (height for height in range(TOP, 0, -1) if height not in pattern.heights)
    return _descending((*pattern.heights, *(next(missing) for _ in range(pattern.wilds))))


def _fools_elements(pattern: Pattern) -> Heights | None:
    """One wild card is the Fool's; another is the Dragon of the suit that is missing."""
    return _descending((*pattern.heights, *(TOP,) * (pattern.wilds - 1))) if pattern.all_suits else None


def _running_five(pattern: Pattern) -> Heights | None:
    """The highest run in which all have their place."""
    top = min(pattern.heights[-1] + 4, TOP)
    if pattern.heights[0] > top or len(pattern.groups) < len(pattern.heights):
        return None
    return tuple(range(top, top - 5, -1))


def _two_twins(pattern: Pattern) -> Heights | None:
    if len(pattern.groups) != 3:
        return None
    (_, higher), (_, lower), (_, single) = pattern.groups
    return higher, higher, lower, lower, single


def _high_card(pattern: Pattern) -> Heights:
    return pattern.heights


def _descending(heights: Sequence[int]) -> Heights:
    return tuple(sorted(heights, reverse=True))


_ROWS: Final[tuple[tuple[Row, str], ...]] = (
    (_of_a_kind(5), "12"),
    (_dragons_court, "012"),
    (_crowns_court, "012"),
    (_fools_court, "12"),
    (_of_a_kind(4), "0"),
    (_of_a_kind(4), "12"),
    (_castle, "01"),
    (_five_elements, "012"),
    (_fools_elements, "12"),
    (_running_five, "012"),
    (_of_a_kind(3), "0"),
    (_of_a_kind(3), "12"),
    (_two_twins, "0"),
    (_of_a_kind(2), "01"),
    (_high_card, "0"),
)
"""What each of `CATEGORIES` makes of a hand, None where it is not one, and with how many wild cards there is such."""
_ROWS_WITH: Final = tuple(
    tuple((category, row) for category, (row, wilds) in enumerate(_ROWS, start=1) if str(count) in wilds)
    for count in range(3)
)
"""By the number of wild cards the categories that there are with so many."""
_SHIFTS: Final = tuple((_COUNT * height, height) for height in range(TOP, 0, -1))
"""Where the count of each height lies, the highest first."""


def _laid_out(five: Cards, kind: Kind) -> Best:
    """The cards at the ranks they have or stand for, of equal ranks the better suit first and wild ones last."""
    left = sorted(five, key=_by_suit)
    laid: list[Card] = []
    for height in kind.ranks:
        at = next(at for at, card in enumerate(left) if _HEIGHTS.get(card, height) == height)
        laid.append(left.pop(at))
    suits = tuple(WILD if card in WILDS else SUIT_OF[card] for card in laid)
    return Best(kind.category, (*laid, *left), tuple(RANKS[height - 1] for height in kind.ranks), suits)


def _by_suit(card: Card) -> tuple[int, str]:
    return (len(SUITS), card) if card in WILDS else (SUITS.index(SUIT_OF[card]), card)
