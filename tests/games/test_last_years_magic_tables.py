"""Numbers of Last Year's Magic: hands, judging, points, ranks and natures."""

from itertools import combinations_with_replacement

import pytest

from ludograph.domain.games.last_years_magic.rules import NATURES, PACK, SUITS, hand_size, value
from ludograph.domain.games.last_years_magic.scoring import judge, nature_of, points, ranks
from ludograph.domain.games.last_years_magic.state import Play
from ludograph.domain.kernel.standing import highest


def plays(cards: str, *seats: int) -> list[Play]:
    """Cards put forward, by seats 1, 2, 3 and so on unless told otherwise."""
    codes = cards.split()
    return [Play(seat, card) for seat, card in zip(seats or range(1, len(codes) + 1), codes, strict=True)]


@pytest.mark.parametrize(
    ("seats", "hand", "deck"),
    [
        (2, 7, 38), (3, 7, 31), (4, 7, 24), (5, 7, 17), (6, 7, 10), (7, 7, 3), (8, 6, 4), (9, 5, 7), (10, 5, 2),
        (11, 4, 8), (12, 4, 4), (13, 4, 0),
    ],
)  # fmt: skip
def test_hands_and_deck_for_each_number_of_players(seats: int, hand: int, deck: int) -> None:
    assert hand_size(seats) == hand
    assert len(PACK) - seats * hand == deck


@pytest.mark.parametrize(
    ("cards", "seats", "kind", "prime", "winner", "score"),
    [
        ("9h Jh 3h Tc", (), "good", "h", 2, 3),
        ("9h Jh 3c Tc", (), "null", None, None, 0),
        ("9h Jh 3h Ah", (2, 3, 4, 1), "bad", "h", 3, -4),
        ("Ah 2h Ks", (), "good", "h", 2, 2),
        ("Ac 7d Kd Ks Kh", (), "good", "d", 3, 2),
        ("Ac 7d Kd Ks Qs", (), "null", None, None, 0),
        ("4c 9d Ts", (), "null", None, None, 0),
        ("Qs 2s", (2, 1), "bad", "s", 2, -2),
        ("Qs 2h", (2, 1), "null", None, None, 0),
        ("Ac 2c Kd Ks Kh", (), "good", "c", 2, 2),
        ("2h 3h 4h 2d 3d 4d As", (), "null", None, None, 0),
    ],
)
def test_how_a_round_is_judged(
    cards: str, seats: tuple[int, ...], kind: str, prime: str | None, winner: int | None, score: int
) -> None:
    verdict = judge(plays(cards, *seats))
    assert (verdict.kind, verdict.prime, verdict.winner) == (kind, prime, winner)
    if verdict.prime is not None:
        assert points(tuple(cards.split()), verdict.prime) == score


def test_values_run_from_ace_to_king() -> None:
    assert [value(f"{rank}h") for rank in "A23456789TJQK"] == list(range(1, 14))


def test_ranks_count_the_higher_scores() -> None:
    assert ranks((3, 1, 3, 3)) == (1, 4, 1, 1)
    assert ranks((-4, 0)) == (2, 1)
    assert highest((3, 1, 3, 3)) == (1, 3, 4)
    assert highest((-2, -2)) == (1, 2)


@pytest.mark.parametrize(
    ("cards", "nature"),
    [("", "void"), ("3h", "stranger"), ("??", "stranger"), ("4h 7d", "hd"), ("7d 4h", "hd"), ("?? 7d", None)],
)
def test_what_a_premonition_is_of(cards: str, nature: str | None) -> None:
    assert nature_of(tuple(cards.split())) == nature


def test_every_two_suits_have_a_nature() -> None:
    pairs = {f"{one}{other}" for one, other in combinations_with_replacement(SUITS, 2)}
    assert pairs == set(NATURES) - {"void", "stranger"}
