"""Fool's Down: what hands are worth, and who gets which chips."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb
from random import Random

import pytest
from msgspec.structs import replace

from ludograph.domain.games import GAMES
from ludograph.domain.games.fools_down.facts import PotAwarded
from ludograph.domain.games.fools_down.flow import COURSE
from ludograph.domain.games.fools_down.hands import RANKS, best_hand, kind_of, strength, value_of
from ludograph.domain.games.fools_down.rules import CATEGORIES, DECK, WILDS
from ludograph.domain.games.fools_down.scoring import pots_of, split
from ludograph.domain.games.fools_down.state import Best, FoolsDownDeal, FoolsDownOptions, Hand, Pot, State
from ludograph.domain.kernel.chance import Unseen
from ludograph.domain.kernel.game import Fact
from ludograph.domain.kernel.play import begin
from tests.counting import calls_of
from tests.games.fools_down_brute import best, best_of_sixty

NATURAL = tuple(card for card in DECK if card not in WILDS)
SUITS = "-wvsf"


@pytest.mark.parametrize(
    ("left", "sign", "right", "categories"),
    [
        ("7f 7s 7v 7w Jf", ">", "Rf Kf Wf Cf Df", (1, 2)),
        ("9f 9s 9v Jf F", ">", "8f 8s 8v 8w Js", (1, 1)),
        ("Kw Ww Cw Dw Jf", ">", "10f Rf Kf Wf Cf", (2, 3)),
        ("Rf Kf Wf Cf Jv", "<", "Rw Kw Ww Cw Dw", (2, 2)),
        ("5s 6s 8s 9s F", ">", "Df Cs Wv Kw Jf", (3, 4)),
        ("Rf Ks Wv Cw Jf", ">", "Df Ds Dv Dw 2f", (4, 5)),
        ("Rf Ks Wv Jf Js", ">", "Cf Cs Kv Rw Jv", (4, 4)),
        ("Df Cs Wv Kw 3f", "<", "2f 2s 4v 5w 7f", (15, 14)),
        ("3f 3s 3v 3w 5f", ">", "Df Ds Dv Jf Cs", (5, 6)),
        ("4f 4s 9v Jf Js", ">", "Df Ds Dv Cf Cs", (6, 7)),
        ("9f 9s 9v 5f 5s", ">", "9f 9w Jf 5f 5s", (7, 7)),
        ("9f 9v 9w 5f 5s", "<", "9f 9s Jf 5f 5s", (7, 7)),
        ("2f 2s 3v 3w Jf", ">", "Df Cf Wf Kf 9f", (7, 8)),
        ("Ws Ks 9s 5s Jf", "<", "Df Cf 9f 5f 2f", (8, 8)),
        ("Kf 9f 5f 2f Jf", "<", "Dw Kw 9w 5w 2w", (8, 8)),
        ("2f 4s 6v 9w F", ">", "10f Rs Kv Ws Cf", (9, 10)),
        ("9f 9s 5v 2w Jf", "<", "10f 6s 4v 3w Js", (9, 9)),
        ("Rf Kf Ws Cs Jv", ">", "10f Rs Kv Wf Cv", (10, 10)),
        ("1f 2s 3v 4f Dw", "<", "2f 2w 3s 4w 6f", (15, 14)),
        ("1f 2s 3f 4s Jf", ">", "Df Ds Dv Cf Ks", (10, 11)),
        ("2f 2s 2v 5f 9s", ">", "Df Ds Jf Cs 9v", (11, 12)),
        ("Ds 6s 2f Jf Jv", ">", "Cf Cs 9f 4s Js", (12, 12)),
        ("Cf Cs Wf Ws Kv", "<", "Df Ds 2f 2s 3v", (13, 13)),
        ("Df 9s 6f 3s Jf", ">", "Ds Dv 9f 6s 3f", (14, 14)),
        ("Dw 9s 6f 3s 2f", "<", "Dv 9w 6s 3v 2v", (15, 15)),
        ("Kf 9s 4f Jf Js", "=", "Kf 9s 4f Jv F", (12, 12)),
    ],
)
def test_comparisons(left: str, sign: str, right: str, categories: tuple[int, int]) -> None:
    one, other = value_of(tuple(left.split())), value_of(tuple(right.split()))
    assert (one.category, other.category) == categories
    found = "=" if strength(one) == strength(other) else ">" if strength(one) > strength(other) else "<"
    assert found == sign


@pytest.mark.parametrize(
    ("down", "common", "name", "ranks"),
    [
        ("Rf 5s 5v", "Df Cf Wf Kf 2s 3v", "Twins", "5 5 D C W"),
        ("Jf Js F", "Df Cf Wf 9s 4v 4w", "Dragon's Court", "D C W K R"),
        ("9w 9s F", "9f 9v 4f 6s Kv 2w", "Four Dandies", "9 9 9 9 K"),
        ("Dw 2f 3f", "Cf 9f 6f 4s 8v Ks", "Five Elements", "C 9 6 3 2"),
        ("Jf 9f Cw", "Ws 9v 2w Kv 5f 7s", "Fool's Elements", "C W K 5"),
        ("5v 4s 6s", "2f 3s Kw 9v 7s Cw", "High Card", "C K 9 6 5"),
        ("9f 9s 4f", "2f 3s Kw 9v 7s Cw", "Three Dandies", "9 9 9 C K"),
        ("Jf Dw 2v", "2f 3s Kw 9v 7s Cw", "Fool's Elements", "D 9 7 2"),
        ("9w 9v Cf", "9s 4f 9f Kw 7s 2w", "Four Dandies", "9 9 9 9 K"),
        ("2s 8v F", "9s 4f 9f Kw 7s 2w", "The Castle", "9 9 9 2 2"),
        ("Jf Js 8v", "9s 4f Kf 3w 7s 2w", "Fool's Elements", "D K 9 3"),
    ],
)
def test_the_best_of_sixty(down: str, common: str, name: str, ranks: str) -> None:
    found = best_hand(tuple(down.split()), tuple(common.split()))
    assert CATEGORIES[found.category - 1] == name
    assert " ".join(found.ranks) == ranks


COUNTS = {
    0: (0, 4, 40, 0, 840, 0, 5040, 11968, 0, 11220, 87360, 0, 196560, 2096640, 3051840),
    1: (75, 100, 800, 3100, 0, 16400, 18600, 26400, 243300, 51300, 0, 573300, 0, 1504800, 0),
    2: (600, 400, 2400, 4800, 0, 48000, 0, 15400, 106800, 25200, 0, 138600, 0, 0, 0),
}


@pytest.mark.parametrize("wilds", [1, 2])
def test_how_many_hands_with_wild_cards_are_of_each_category(wilds: int) -> None:
    some = tuple(sorted(WILDS))[:wilds]
    found = Counter(kind_of((*natural, *some)).category for natural in combinations(NATURAL, 5 - wilds))
    ways = comb(len(WILDS), wilds)
    assert tuple(ways * found[category] for category in range(1, 16)) == COUNTS[wilds]


def test_how_many_natural_hands_are_of_each_category() -> None:
    found: Counter[int] = Counter()
    for ranks in combinations_with_replacement(RANKS, 5):
        counts = Counter(ranks).values()
        if max(counts) > 4:
            continue
        ways, alike = 1, 4 if len(counts) == 5 else 0
        for count in counts:
            ways *= comb(4, count)
        found[kind_of(tuple(f"{rank}f" for rank in ranks)).category if alike else 0] += alike
        found[kind_of(_mixed(ranks)).category] += ways - alike
    assert tuple(found[category] for category in range(1, 16)) == COUNTS[0]


def _mixed(ranks: tuple[str, ...]) -> tuple[str, ...]:
    """Cards of these ranks in more than one suit."""
    seen: Counter[str] = Counter()
    cards = []
    for at, rank in enumerate(ranks):
        cards.append(f"{rank}{'fsvw'[(seen[rank] + (at == 4)) % 4]}")
        seen[rank] += 1
    return tuple(cards)


@pytest.mark.parametrize(("wilds", "hands"), [(0, 3000), (1, 400), (2, 60)])
def test_five_cards_are_what_trying_everything_finds(wilds: int, hands: int) -> None:
    random = Random(f"five {wilds}")
    for _ in range(hands):
        pool = random.choice((NATURAL, _close(random)))
        five = (*random.sample(pool, 5 - wilds), *random.sample(sorted(WILDS), wilds))
        assert key_of(value_of(five)) == best(five), five


def _close(random: Random) -> tuple[str, ...]:
    """Few cards, so that good hands are frequent."""
    first = random.randint(0, len(RANKS) - 6)
    return tuple(card for card in NATURAL if card[:-1] in RANKS[first : first + 6])


@pytest.mark.parametrize(("wilds", "hands"), [(0, 60), (1, 6), (2, 1)])
def test_the_best_of_sixty_is_what_trying_everything_finds(wilds: int, hands: int) -> None:
    random = Random(f"sixty {wilds}")
    for _ in range(hands):
        natural = random.sample(random.choice((NATURAL, _close(random))), 9 - wilds)
        down = (*natural[6:], *random.sample(sorted(WILDS), wilds))
        assert key_of(best_hand(down, tuple(natural[:6]))) == best_of_sixty(down, tuple(natural[:6]))


def key_of(hand: Best) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """A hand as the slow evaluator says it: where the Fool's card joins a kind, it has a place there too."""
    ranks = tuple(RANKS.index(rank) for rank in hand.ranks)
    return -hand.category, ranks, tuple(SUITS.index(suit) - 1 for suit in hand.suits)


def test_hands_are_found_without_looking_at_more_than_each_choice_of_cards_once() -> None:
    """Two of three down cards and three of six on the table: sixty hands for a seat, and never many times that."""
    random = Random(1)
    for _ in range(20):
        cards = random.sample(DECK, len(DECK))
        common = tuple(card for card in cards if card not in WILDS)[:6]
        left = [card for card in cards if card not in common]
        for at in range(0, 30, 3):
            assert calls_of(best_hand, tuple(left[at : at + 3]), common) < 60 * 30


def hand_with(staked: tuple[int, ...], standing: tuple[int, ...], fees: int = 0) -> Hand:
    """A hand whose wagering is over; the dealer is seat 1."""
    seats = len(staked)
    order = (*range(3, seats + 1), 1, 2)
    return Hand(
        dealer=1, fools_bettor=2, order=order, standing=standing, down=((),) * seats, staked=staked, betting=None,
        step=2, fees=fees, reached=standing, shown=(None,) * seats,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("staked", "standing", "fees", "pots"),
    [
        ((20, 50, 50), (2, 3, 1), 0, [(60, (2, 3, 1)), (60, (2, 3))]),
        ((10, 20, 20), (2, 3, 1), 0, [(30, (2, 3, 1)), (20, (2, 3))]),
        ((2, 10, 1, 10), (2, 4), 0, [(23, (2, 4))]),
        ((5, 10, 10, 7), (1, 2, 3, 4), 3, [(23, (1, 2, 3, 4)), (6, (2, 3, 4)), (6, (2, 3))]),
        ((0, 0), (2,), 2, [(2, (2,))]),
        ((0, 0), (2,), 0, []),
        ((0, 6, 6), (1, 2, 3), 0, [(12, (2, 3))]),
    ],
)
def test_pots(
    staked: tuple[int, ...], standing: tuple[int, ...], fees: int, pots: list[tuple[int, tuple[int, ...]]]
) -> None:
    expected = tuple(Pot(number, amount, eligible) for number, (amount, eligible) in enumerate(pots))
    assert pots_of(hand_with(staked, standing, fees)) == expected


@pytest.mark.parametrize(
    ("amount", "winners", "shares"),
    [(27, (3, 1), (13, 0, 14)), (9, (2,), (0, 9, 0)), (10, (2, 1, 3), (3, 4, 3)), (1, (1, 2), (1, 0, 0))],
)
def test_odd_chips_go_to_the_first_that_showed(amount: int, winners: tuple[int, ...], shares: tuple[int, ...]) -> None:
    assert split(amount, winners, 3) == shares


def settled(options: FoolsDownOptions, **changes: object) -> tuple[list[PotAwarded], State]:
    """The pots shared, and the state when the hand has ended; of four seats with the stakes of 10.8."""
    game = GAMES["fools-down"]
    state: State = begin(game, options, 4, FoolsDownDeal(1), Unseen()).state
    hand = replace(hand_with((2, 10, 1, 10), (2, 4)), **changes)
    stacks = tuple(chips - staked for chips, staked in zip(state.stacks, hand.staked, strict=True))
    state = replace(state, phase="showdown", hands=1, dealer=1, stacks=stacks, counts=(0, 0, 0, 3), hand=hand)
    awards = []
    while (fact := COURSE.follow(state, Unseen())) is not None:
        assert isinstance(fact, Fact)
        state = fact.apply(state)
        awards += [fact] if isinstance(fact, PotAwarded) else []
    return awards, state


def test_the_fools_bag_as_in_the_rules() -> None:
    options = FoolsDownOptions(buy_in=60, fools_down="traditional", fools_bag=True, bag_start=40)
    (award,), state = settled(options, standing=(2,), gone=(4,))
    assert award == PotAwarded(0, 23, 0, 1, (0, 22, 0, 0), "alone")
    assert state.stacks == (64, 78, 65, 70)
    assert (state.bag, state.counts) == (3, (0, 0, 0, 0))


def test_grab_and_stake_come_off_the_main_pot_in_this_order() -> None:
    options = FoolsDownOptions(
        buy_in=60, house_grab=10, fools_down="traditional", fools_bag=True, bag_stake=100, bag_start=40
    )
    (award,), state = settled(options, standing=(2,), gone=(4,))
    assert award == PotAwarded(0, 23, 2, 21, (0, 0, 0, 0), "alone")
    assert state.house == 2
