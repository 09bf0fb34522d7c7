"""Numbers of Sorcerous Futures: worths, bonuses, ties, and what the ritual makes of the Crowns."""

from collections import Counter
from itertools import permutations, product

import pytest

from ludograph.domain.games.sorcerous_futures import GAME
from ludograph.domain.games.sorcerous_futures.rules import GOLD, PACK
from ludograph.domain.games.sorcerous_futures.scoring import Sheet, cards_worth, crown_bonus, total, winners_of, worth
from ludograph.domain.games.sorcerous_futures.state import FuturesDeal, FuturesOptions, gifts, opening_bid, pair_of
from ludograph.domain.kernel.cards import UNKNOWN, Cards
from ludograph.domain.kernel.chance import Unseen
from ludograph.domain.kernel.decks.decktet import ACES, CROWNS, PAWNS
from ludograph.domain.kernel.play import begin

VALUATIONS = ("PSVK", "7SK", "2VL", "5ML", "9VY", "4YK", "3SK")
UNKNOWN_SUNS = ("PSVK", UNKNOWN, *VALUATIONS[2:])
ANN = ("8YK", "4MS", "PVLY", "6MV", "2SY", "5SV", "9LK")
BOB = ("6SY", "7VY", "8MS", "3MV", "5YK", "PMSL", "4VL")
CAT = ("9MS", "2MK", "6LK", "7ML", "8VL", "PMYK")


def test_the_pack_has_one_card_more_than_is_needed() -> None:
    assert len(PACK) == 28 == 7 + 20 + 1
    assert set(PAWNS) <= set(PACK)


@pytest.mark.parametrize(("card", "value", "opening"), [("7SK", 7, 7), ("2MK", 2, 2), ("9VY", 9, 9), ("PSVK", 1, 10)])
def test_a_pawn_is_worth_little_and_opens_high(card: str, value: int, opening: int) -> None:
    assert (worth(card), opening_bid(card)) == (value, opening)


@pytest.mark.parametrize(
    ("bought", "valuations", "expected"),
    [
        (("4MS",), VALUATIONS, 8),  # worked example 1
        (("8YK",), VALUATIONS, 13),
        (("PVLY",), VALUATIONS, 16),
        (ANN, VALUATIONS, 74),  # worked example 8
        (BOB, VALUATIONS, 71),
        (CAT, VALUATIONS, 49),
        ((), VALUATIONS, 0),
        (("4MS",), UNKNOWN_SUNS, UNKNOWN),
        (("9LK", "7VY"), UNKNOWN_SUNS, 5 + 4 + 2 + 9),
        ((), (UNKNOWN,) * 7, 0),
    ],
)
def test_a_card_pays_for_all_its_suits(bought: Cards, valuations: Cards, expected: int | str) -> None:
    assert cards_worth(bought, valuations) == expected


@pytest.mark.parametrize(
    ("bought", "crown", "excuse", "expected"),
    [
        (("4MS",), "NS", "3SK", 3),  # worked example 2
        (ANN, "NV", "3SK", 9),  # worked example 8
        (BOB, "NS", "3SK", 9),
        (CAT, "NM", "3SK", 12),
        (("PMYK",), "NM", "PSVK", 1),
        (("4MS",), UNKNOWN, "3SK", UNKNOWN),
        ((), UNKNOWN, UNKNOWN, 0),
        (("4MS",), "NS", UNKNOWN, UNKNOWN),
        (("4MS",), "NK", UNKNOWN, 0),
    ],
)
def test_the_crown_pays_once_for_each_card_of_its_suit(
    bought: Cards, crown: str, excuse: str, expected: int | str
) -> None:
    assert crown_bonus(bought, crown, excuse) == expected


@pytest.mark.parametrize(
    ("sheet", "score"),
    [
        (Sheet(21, 74, 9, 8), 104),
        (Sheet(24, 71, 9, 7), 104),
        (Sheet(40, 49, 12, 13), 101),
        (Sheet(40, 49, "??", 13), UNKNOWN),
        (Sheet(40, "??", 0, 13), UNKNOWN),
        (Sheet(40, 49, 12, "??"), 101),
    ],
)
def test_a_score_adds_gold_cards_and_crown(sheet: Sheet, score: int | str) -> None:
    assert sheet.score == score


@pytest.mark.parametrize(
    ("scores", "fronts", "expected"),
    [
        ((104, 104, 101), (8, 7, 13), (2,)),  # worked example 8
        ((104, 103, 101), (8, 7, 1), (1,)),
        ((104, 104, 104), (7, 7, 13), (1, 2)),
        ((50, 60, 60, 60), (1, 9, 3, 3), (3, 4)),
        ((104, 104, UNKNOWN), (8, 7, 13), UNKNOWN),
        ((104, 104, 101), (8, UNKNOWN, 13), UNKNOWN),
        ((104, 104, 101), (8, 7, UNKNOWN), (2,)),
        ((104, 90, 101), (UNKNOWN, UNKNOWN, UNKNOWN), (1,)),
    ],
)
def test_the_lowest_front_breaks_a_tie(
    scores: tuple[int, ...], fronts: tuple[int, ...], expected: tuple[int, ...] | str
) -> None:
    assert winners_of(scores, fronts) == expected


def test_a_sum_with_an_unknown_part_is_unknown() -> None:
    assert (total((1, 2, 3)), total((1, UNKNOWN)), total(())) == (6, UNKNOWN, 0)


HANDS = (("1M", "1S"), ("1V", "1L"), ("1Y", "1K"), ())


def test_there_are_120_gifts() -> None:
    found = gifts(HANDS)
    assert len(found) == len(set(found)) == 120
    assert len({gift[:3] for gift in found}) == 40
    assert {gift[3] for gift in found} == set(CROWNS)


class Course(Unseen):
    """Shuffles pairs as told, one bit each, and leaves all else in order."""

    def __init__(self, aces: Cards, turns: tuple[bool, ...]) -> None:
        super().__init__()
        self.aces = aces
        self.turns = iter(turns)

    def shuffle(self, cards: Cards) -> Cards:
        """The Aces as given, a pair turned or not."""
        if cards == ACES:
            return self.aces
        return cards[::-1] if len(cards) == 2 and next(self.turns) else cards


def courses(aces: Cards) -> list[FuturesDeal]:
    """What the 64 courses of the ritual deal."""
    begun = [begin(GAME, FuturesOptions(), 3, None, Course(aces, turns)) for turns in product((False, True), repeat=6)]
    return [one.deal for one in begun if isinstance(one.deal, FuturesDeal)]


def test_every_legal_triple_of_crowns_is_reached_but_not_as_often() -> None:
    deals = courses(ACES)
    pairs = [pair_of(aces) for aces in deals[0].aces]
    triples = Counter(deal.crowns for deal in deals)
    of_three_pairs = {triple for triple in triples if len({_pair(pairs, crown) for crown in triple or ()}) == 3}
    assert len(deals) == 64
    assert len(triples) == 40
    assert len(of_three_pairs) == 16
    assert all(count == (1 if triple in of_three_pairs else 2) for triple, count in triples.items())


def test_nobody_keeps_or_sets_aside_a_crown_of_the_own_pair_however_the_aces_lie() -> None:
    for first in permutations(ACES, 4):
        if first[0] > first[1] or first[2] > first[3]:
            continue
        aces = (*first, *(ace for ace in ACES if ace not in first))
        kept = [Counter[str](), Counter[str](), Counter[str]()]
        for deal in courses(aces):
            assert deal.crowns is not None
            assert deal.set_aside is not None
            for seat, pair in enumerate(deal.aces):
                assert not {deal.crowns[seat], deal.set_aside[seat]} & set(pair_of(pair))
                kept[seat][deal.crowns[seat]] += 1
        assert all(sorted(counts.values()) == [16] * 4 for counts in kept)


def test_gold_is_conserved() -> None:
    begun = begin(GAME, FuturesOptions(), 3, None, Course(ACES, (False,) * 6))
    assert GAME.coins is not None
    assert GAME.coins(begun.state) == (3 * GOLD, (GOLD, GOLD, GOLD, 0))


def _pair(pairs: list[Cards], crown: str) -> Cards:
    return next(pair for pair in pairs if crown in pair)
