"""What a round and a match are worth: pure functions of takes and bidding cards (section 8)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, reduce
from itertools import combinations_with_replacement
from operator import or_
from typing import Annotated, Final, NamedTuple

from msgspec import Struct

from ludograph.domain.games.sun_bid.rules import MOST_SUNS_WITH_EQUAL_PAWNS, PAWNS_AND_COURTS, SUN_RANKS
from ludograph.domain.games.sun_bid.state import State, owned, seats_in
from ludograph.domain.kernel.cards import Card, Cards
from ludograph.domain.kernel.decks.decktet import SUITS, SUITS_OF
from ludograph.domain.kernel.game import Order, PerSeat, Result, Seat, Secret
from ludograph.domain.kernel.standing import highest, standing
from ludograph.domain.kernel.worth import Worth

MOST_SUNS_POINTS = 5
"""For the highest total of Suns, tied or not: the first step of scoring."""
COURT_POINTS = 3
"""For each Pawn and Court of a take: the second step."""
KIND_POINTS = 2
"""For each of two or more numbers of a rank, or Crowns: the third step."""


class CrownValue(Struct, frozen=True, gc=False):
    """The value that a Crown takes in the sequences of its suit."""

    crown: Annotated[Card, Secret("*")]
    value: int


class SeatScore(Struct, frozen=True, gc=False):
    """A seat's round: its Suns, the points of the four steps, their sum, and the total of the match so far."""

    suns_total: int
    suns: int
    courts: int
    kinds: int
    sequences: int
    crown_values: tuple[CrownValue, ...]
    points: int
    total: int


def score_round(state: State) -> PerSeat[SeatScore]:
    """The round just ended, for each seat."""
    suns = suns_totals(state)
    return tuple(
        _score_seat(state, take, before, total, suns_points(total, suns))
        for take, before, total in zip(state.take, state.totals, suns, strict=True)
    )


def _score_seat(state: State, take: Cards, before: int, suns_total: int, suns: int) -> SeatScore:
    courts, kinds = court_points(take), kind_points(take)
    sequences, crown_values = score_sequences(take, per_suit=state.options.sequence_points == "per_suit")
    points = suns + courts + kinds + sequences
    return SeatScore(suns_total, suns, courts, kinds, sequences, crown_values, points, before + points)


def suns_totals(state: State) -> PerSeat[int]:
    """The sum of the bidding cards of each seat."""
    equal = state.options.equal_pawns
    return tuple(suns_total(owned(state, seat), equal) for seat in range(1, seats_in(state) + 1))


def suns_total(cards: Iterable[Card], equal_pawns: bool = False) -> int:
    """What bidding cards add up to."""
    most = MOST_SUNS_WITH_EQUAL_PAWNS if equal_pawns else max(SUN_RANKS.values())
    return sum(min(SUN_RANKS[card], most) for card in cards)


def suns_points(total: int, totals: Sequence[int]) -> int:
    """Step 1: the highest total of Suns scores, tied or not."""
    return MOST_SUNS_POINTS if total == max(totals) else 0


def court_points(take: Cards) -> int:
    """Step 2: Pawns and Courts."""
    return COURT_POINTS * sum(card in PAWNS_AND_COURTS for card in take)


def kind_points(take: Cards) -> int:
    """Step 3: two or more numbers of a rank, or two or more Crowns."""
    ranks = Counter(card[0] for card in take if card[0] in "23456789N")
    return sum(KIND_POINTS * count for count in ranks.values() if count >= 2)


def winners(totals: Sequence[int], suns: Sequence[int]) -> tuple[Seat, ...]:
    """The seats with the highest total, of these those with the highest Suns."""
    return highest(tuple(zip(totals, suns, strict=True)))


def result(state: State) -> Result:
    """How the match stands."""
    return standing(
        state.phase == "over", seats_in(state), state.totals, state.winners, lambda: Order(ties=suns_totals(state))
    )


# Step 4. A set of cards of a take is a whole number with a bit for each card.


class Pattern(NamedTuple):
    """Values for the Crowns of one suit, smallest first, and what is then in sequence."""

    values: tuple[int, ...]
    effect: int
    """Bits 1 to 9: the numbers of these values; from bit 10 on: the Crowns."""
    largest: bool
    """Whether no other values bring all this into sequence, and more."""


class Placing(NamedTuple):
    """A pattern with the cards of a take: the Crowns and the set that is in sequence."""

    crowns: tuple[CrownValue, ...]
    scoring: int
    largest: bool


@lru_cache(10_000)  # asked of every take after every step, and a step changes one of them at most
def score_sequences(take: Cards, *, per_suit: bool) -> tuple[int, tuple[CrownValue, ...]]:
    """Step 4: the most points that sequences can score, and the smallest values of the Crowns that do it."""
    chosen = _chosen(take, per_suit=per_suit)
    crown_values = tuple(crown for _, placing in chosen for crown in placing.crowns)
    if per_suit:
        return sum(_size(placing) for _, placing in chosen), crown_values
    return _union(placing.scoring for _, placing in chosen).bit_count(), crown_values


def sequences_in(take: Cards, *, per_suit: bool) -> Iterator[tuple[str, Cards, int]]:
    """The suits that score for sequences, each with the cards and the points that none before it has scored."""
    scored = 0
    for suit, placing in _chosen(take, per_suit=per_suit):
        new = placing.scoring if per_suit else placing.scoring & ~scored
        scored |= placing.scoring
        if new:
            cards = tuple(card for at, card in enumerate(take) if placing.scoring >> at & 1)
            yield suit, cards, new.bit_count()


def _chosen(take: Cards, *, per_suit: bool) -> list[tuple[str, Placing]]:
    """How Crowns are placed in each suit that has a sequence to come."""
    found = [(suit, placings) for suit in SUITS if (placings := _placings(take, suit))]
    suits = [placings for _, placings in found]
    chosen = [max(placings, key=_size) for placings in suits] if per_suit else _best_union(suits)
    return [(suit, placing) for (suit, _), placing in zip(found, chosen, strict=True)]


def _size(placing: Placing) -> int:
    return placing.scoring.bit_count()


def _union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def _placings(take: Cards, suit: str) -> list[Placing]:
    """What the Crowns of a suit can do, smallest values first; nothing where it has no number and no Ace."""
    by_bit: dict[int, int] = {}
    crowns = 0
    for at, card in enumerate(take):
        if card[0] == "N" and card[1] == suit:
            by_bit[10 + crowns] = 1 << at
            crowns += 1
        elif card[0].isdigit() and suit in SUITS_OF[card]:
            value = int(card[0])
            by_bit[value] = by_bit.get(value, 0) | 1 << at
    numbers = sum(1 << bit for bit in by_bit if bit < 10)
    return [_placing(suit, pattern, by_bit) for pattern in _patterns(numbers, crowns)] if numbers else []


def _placing(suit: str, pattern: Pattern, by_bit: dict[int, int]) -> Placing:
    crowns = tuple(CrownValue(f"N{suit}", value) for value in pattern.values)
    return Placing(crowns, _union(cards for bit, cards in by_bit.items() if pattern.effect >> bit & 1), pattern.largest)


@cache
def _patterns(numbers: int, crowns: int) -> tuple[Pattern, ...]:
    """What Crowns can do for a suit that has the numbers of these bits, smallest values first and each effect once."""
    found: dict[int, tuple[int, ...]] = {}
    for values in combinations_with_replacement(range(1, 10), crowns):
        bound = _in_sequence(numbers, _union(1 << value for value in values))
        crowns_bound = sum(1 << 10 + at for at, value in enumerate(values) if bound >> value & 1)
        found.setdefault(bound & numbers | crowns_bound, values)
    return tuple(
        Pattern(values, effect, largest=not any(other != effect and other & effect == effect for other in found))
        for effect, values in found.items()
    )


def _in_sequence(numbers: int, crowns: int) -> int:
    """The values in stretches of two or more that hold more than Crowns."""
    bound = stretch = 0
    for value in range(1, 11):
        if (numbers | crowns) >> value & 1:
            stretch |= 1 << value
        else:
            if stretch & numbers and stretch.bit_count() > 1:
                bound |= stretch
            stretch = 0
    return bound


def _best_union(suits: Sequence[list[Placing]]) -> list[Placing]:
    """The placing of each suit, smallest values first, with which most cards are in sequence in any suit."""
    most_from = _most_from([[placing.scoring for placing in placings if placing.largest] for placings in suits])
    chosen: list[Placing] = []
    covered = 0
    for at, placings in enumerate(suits):
        best = most_from(at, covered)
        fitting = (p for p in placings if _gain(p.scoring, covered) + most_from(at + 1, covered | p.scoring) == best)
        chosen.append(next(fitting))
        covered |= chosen[-1].scoring
    return chosen


def _gain(scoring: int, covered: int) -> int:
    return (scoring & ~covered).bit_count()


def _most_from(suits: Sequence[list[int]]) -> Callable[[int, int], int]:
    """A function of (suit, cards covered by those before): how many more the suits from there on can cover.

    Only cards that those suits can cover at all tell two such questions apart, so that few different ones are left.
    """
    reach = [_union(scoring for sets in suits[at:] for scoring in sets) for at in range(len(suits) + 1)]
    known: dict[tuple[int, int], int] = {}

    def most_from(at: int, covered: int) -> int:
        if at == len(suits):
            return 0
        question = (at, covered & reach[at])
        if question not in known:
            known[question] = max(_gain(sets, covered) + most_from(at + 1, covered | sets) for sets in suits[at])
        return known[question]

    return most_from


def worth(state: State) -> PerSeat[int]:
    """The totals if the round ended now; between rounds the totals."""
    if state.phase in ("between", "over"):
        return state.totals
    return tuple(score.total for score in score_round(state))


WORTH: Final = Worth(
    "Points", "The total if the round ended now (SB-2.1), with 5 points for whoever has the most Suns.", worth
)
