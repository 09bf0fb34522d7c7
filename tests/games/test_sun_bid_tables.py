"""The numbers of Sun Bid: what takes and bidding cards are worth (sections 2, 8 and 10 of its rules)."""

from itertools import product

import pytest

from ludograph.domain.games.sun_bid.rules import ALTERNATIVE_STACKS, BLOCK, STACKS, SUN_RANKS, auction_deck
from ludograph.domain.games.sun_bid.scoring import (
    court_points,
    kind_points,
    score_round,
    score_sequences,
    suns_points,
    suns_total,
    winners,
)
from ludograph.domain.games.sun_bid.state import State, SunBidOptions, beats
from ludograph.domain.kernel.cards import Cards
from ludograph.domain.kernel.decks.decktet import SUITS_OF
from ludograph.domain.kernel.game import PerSeat

ONCE = SunBidOptions()
PER_SUIT = SunBidOptions(sequence_points="per_suit")
EQUAL_PAWNS = SunBidOptions(equal_pawns=True)
BOTH_PAIRS = "8YK 8VL 9LK 9VY"


def cards(text: str) -> Cards:
    return tuple(text.split())


def sequences(take: str, per_suit: bool = False) -> tuple[int, list[tuple[str, int]]]:
    points, crowns = score_sequences(cards(take), per_suit=per_suit)
    return points, [(crown.crown, crown.value) for crown in crowns]


def ended(takes: list[str], owned: list[str], options: SunBidOptions = ONCE) -> State:
    """A round just ended in which these seats own these cards."""
    nothing: PerSeat[Cards] = ((),) * len(takes)
    stacks = tuple(cards(stack) for stack in owned)
    return State(options, (0,) * len(takes), stacks, nothing, tuple(cards(take) for take in takes), phase="scoring")


def test_the_block_has_thirty_cards_and_none_with_suns() -> None:
    assert len(BLOCK) == len(set(BLOCK)) == 30
    assert not any("S" in SUITS_OF[card] for card in BLOCK)
    missing = {suit: [n for n in "23456789" if not any(c[0] == n and suit in c for c in BLOCK)] for suit in "MVLYK"}
    assert missing == {"M": ["4", "8", "9"], "V": ["5"], "L": [], "Y": ["2", "6"], "K": ["3", "7"]}


@pytest.mark.parametrize(("seats", "size", "copies"), [(2, 30, 1), (3, 60, 2), (4, 60, 2)])
def test_the_auction_deck(seats: int, size: int, copies: int) -> None:
    deck = auction_deck(seats)
    assert len(deck) == size
    assert {deck.count(card) for card in deck} == {copies}


@pytest.mark.parametrize(
    ("stacks", "equal_pawns", "totals"),
    [
        (STACKS[2], False, [22, 22]),
        (ALTERNATIVE_STACKS, False, [22, 22]),
        (STACKS[3], False, [28, 30, 32]),
        (STACKS[4], False, [21, 22, 23, 24]),
        (STACKS[3], True, [25, 28, 31]),
        (STACKS[4], True, [18, 20, 22, 24]),
    ],
)
def test_the_stacks_add_up(stacks: tuple[Cards, ...], equal_pawns: bool, totals: list[int]) -> None:
    """The last two are example 11."""
    assert [suns_total(stack, equal_pawns) for stack in stacks] == totals


def test_bidding_cards_beat_those_that_rank_lower() -> None:
    ranked = list(cards("1S 2SY 3SK 4MS 5SV 6SY 7SK 8MS 9MS PMSL PSVK TSLK NS"))
    assert sorted(SUN_RANKS, key=SUN_RANKS.__getitem__) == ranked
    for (at, card), (below, highest) in product(enumerate(ranked), repeat=2):
        assert beats(card, highest, equal_pawns=False) == (at > below)


@pytest.mark.parametrize(
    ("card", "highest", "beaten"),
    [
        ("PMSL", "PSVK", True),
        ("PSVK", "PMSL", True),
        ("PMSL", "9MS", True),
        ("9MS", "PMSL", False),
        ("PMSL", "TSLK", False),
        ("TSLK", "PSVK", True),
        ("NS", "TSLK", True),
        ("TSLK", "NS", False),
    ],
)
def test_equal_pawns_beat_each_other_and_nothing_else_new(card: str, highest: str, beaten: bool) -> None:
    """Ruling 21."""
    assert beats(card, highest, equal_pawns=True) is beaten


@pytest.mark.parametrize(("totals", "points"), [([22, 22], [5, 5]), ([21, 24], [0, 5]), ([9, 12, 12, 3], [0, 5, 5, 0])])
def test_the_highest_suns_score_five_tied_or_not(totals: list[int], points: list[int]) -> None:
    """Step 1, ruling 20."""
    assert [suns_points(total, totals) for total in totals] == points


@pytest.mark.parametrize(
    ("take", "courts", "kinds"),
    [
        ("", 0, 0),
        ("PVLY PMYK TMVK TMLY", 12, 0),
        (BOTH_PAIRS, 0, 8),
        ("2MK 2MK 3MV NM 5ML", 0, 4),
        ("NM NM", 0, 4),
        ("NM NL NK", 0, 6),
        ("7VY 7ML 7VY 7ML", 0, 8),
        ("1M 1M 1L 1V", 0, 0),
        ("PVLY PVLY 9LK", 6, 0),
    ],
)
def test_courts_and_kinds(take: str, courts: int, kinds: int) -> None:
    """Steps 2 and 3, rulings 16 and 19."""
    assert (court_points(cards(take)), kind_points(cards(take))) == (courts, kinds)


@pytest.mark.parametrize(
    ("take", "points", "crowns"),
    [
        ("", 0, []),
        ("2MK 3MV NM 5ML", 4, [("NM", 4)]),
        ("2MK 2MK 3MV NM 5ML", 5, [("NM", 4)]),
        (BOTH_PAIRS, 4, []),
        ("5YK 7ML", 0, []),
        ("5YK 7ML NL", 2, [("NL", 6)]),
        ("2MK 4YK 6LK 7ML NK", 5, [("NK", 3)]),
        ("NM NM", 0, []),
        ("5YK NK NK", 3, [("NK", 3), ("NK", 4)]),
        ("1M 2MK 1L", 2, []),
        ("5YK 5YK", 0, []),
        ("9LK 1K", 0, []),
        ("9LK 1K NK", 2, [("NK", 2)]),
        ("PVLY TMLY 9LK NK", 2, [("NK", 8)]),
        ("8YK NM", 0, []),
        ("1M NM NM NM", 4, [("NM", 1), ("NM", 1), ("NM", 2)]),
        ("2MK 3MV NM 5ML NL TMVK", 5, [("NM", 1), ("NL", 4)]),
    ],
)
def test_sequences_score_each_card_once(take: str, points: int, crowns: list[tuple[str, int]]) -> None:
    """Step 4, examples 1 to 6, rulings 16 to 19."""
    assert sequences(take) == (points, crowns)


@pytest.mark.parametrize(
    ("take", "points", "crowns"),
    [
        (BOTH_PAIRS, 8, []),
        ("2MK 3MV NM 5ML", 4, [("NM", 4)]),
        ("2MK 4YK 6LK 7ML NK", 5, [("NK", 3)]),
        ("2MK 3MV NM 5ML NL TMVK", 6, [("NM", 4), ("NL", 4)]),
        ("8YK 8YK 9VY", 3, []),
        ("6MV 7ML 7VY", 4, []),
    ],
)
def test_sequences_score_for_each_suit(take: str, points: int, crowns: list[tuple[str, int]]) -> None:
    """The option `per_suit`, ruling 17."""
    assert sequences(take, per_suit=True) == (points, crowns)


@pytest.mark.parametrize(
    "take",
    [
        "2MK 4YK 6LK 8YK NK NY 5ML 9VY",
        "1V 3MV 4YK 6MV 8VL 9LK NV NM",
        "1M 3MV 3MV 5ML 7ML NM NM 7VY 9VY",
        "2VL 4VL 6LK 8VL NL NV 9LK TMLY",
        "3LY 5YK 7VY 9VY NY NY 1Y 1K",
    ],
)
@pytest.mark.parametrize("per_suit", [False, True])
def test_no_values_of_the_crowns_score_more_and_none_smaller_as_much(take: str, per_suit: bool) -> None:
    """All values of all Crowns, tried out; sorted by suit, they come smallest first."""
    held = cards(take)
    crowns = sorted((at for at, card in enumerate(held) if card[0] == "N"), key=lambda at: "MVLYK".index(held[at][1]))
    tried = {
        values: points_with(held, dict(zip(crowns, values, strict=True)), per_suit)
        for values in product(range(1, 10), repeat=len(crowns))
    }
    most = max(tried.values())
    smallest = next(values for values, points in tried.items() if points == most)
    assert sequences(take, per_suit) == (most, [(held[at], value) for at, value in zip(crowns, smallest, strict=True)])


def points_with(take: Cards, crowns: dict[int, int], per_suit: bool) -> int:
    """Step 4 with these values of the Crowns, counted card by card."""
    scored = [(at, suit) for suit in "MVLYK" for at in in_sequence(take, crowns, suit)]
    return len(scored) if per_suit else len({at for at, _ in scored})


def in_sequence(take: Cards, crowns: dict[int, int], suit: str) -> list[int]:
    numbers = {at: int(card[0]) for at, card in enumerate(take) if card[0].isdigit() and suit in SUITS_OF[card]}
    wild = {at: value for at, value in crowns.items() if take[at] == f"N{suit}"}
    there = {*numbers.values(), *wild.values()}
    found = []
    for at, value in (numbers | wild).items():
        first = last = value
        while first - 1 in there:
            first -= 1
        while last + 1 in there:
            last += 1
        if last > first and any(first <= number <= last for number in numbers.values()):
            found.append(at)
    return found


@pytest.mark.parametrize(("options", "ann_in_sequence", "bob_in_sequence"), [(ONCE, 4, 5), (PER_SUIT, 8, 6)])
def test_a_round(options: SunBidOptions, ann_in_sequence: int, bob_in_sequence: int) -> None:
    """Example 6: 15 and 17 points; with `per_suit` 19 and 18."""
    takes = ["8YK 8VL 9LK 9VY PVLY", "2MK 3MV NM 5ML NL TMVK"]
    ann, bob = score_round(ended(takes, ["9MS 6SY 5SV 1S", "8MS 7SK 4MS 3SK"], options))
    assert (ann.suns_total, ann.suns, ann.courts, ann.kinds, ann.sequences) == (21, 0, 3, 8, ann_in_sequence)
    assert (bob.suns_total, bob.suns, bob.courts, bob.kinds, bob.sequences) == (22, 5, 3, 4, bob_in_sequence)
    assert (ann.points, bob.points) == (11 + ann_in_sequence, 12 + bob_in_sequence)


def test_with_equal_pawns_the_highest_four_count_ten() -> None:
    """Ruling 21."""
    scores = score_round(ended(["", "", ""], ["NS 8MS 5SV 2SY", "TSLK 9MS 6SY 3SK", "PSVK PMSL 7SK 4MS"], EQUAL_PAWNS))
    assert [score.suns_total for score in scores] == [25, 28, 31]


@pytest.mark.parametrize(
    ("totals", "suns", "won"),
    [
        ([41, 41], [23, 19], (1,)),
        ([41, 41], [20, 20], (1, 2)),
        ([40, 41], [23, 19], (2,)),
        ([30, 12, 30, 30], [20, 40, 25, 25], (3, 4)),
    ],
)
def test_the_highest_suns_break_a_tie(totals: list[int], suns: list[int], won: tuple[int, ...]) -> None:
    """Example 12, ruling 20."""
    assert winners(totals, suns) == won


def test_example_12_adds_up() -> None:
    stacks = ["9MS 8MS 5SV 1S", "7SK 6SY 4MS 2SY", "9MS 6SY 4MS 1S", "8MS 7SK 3SK 2SY"]
    assert [suns_total(cards(stack)) for stack in stacks] == [23, 19, 20, 20]
