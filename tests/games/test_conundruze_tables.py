"""Numbers of Conundruze: rows, full courts, who wins, and who comes after the winner."""

import pytest

from ludograph.domain.games.conundruze import GAME
from ludograph.domain.games.conundruze.bets import PotCarried, PotShared
from ludograph.domain.games.conundruze.castle import Side, partners, swapped
from ludograph.domain.games.conundruze.endings import GameEnded, MatchEnded, SeatOut
from ludograph.domain.games.conundruze.rules import CODES, POSITIONS
from ludograph.domain.games.conundruze.scoring import row, sheet, value
from ludograph.domain.games.conundruze.state import ConundruzeOptions, Exit, State
from ludograph.domain.kernel.chance import Unseen
from ludograph.domain.kernel.game import Seat, replace
from ludograph.domain.kernel.play import settle

ROWS = {
    # Worked example C.
    "7f 7s": 0, "Kf 3w": 13, "Dv Js": -4, "F 2s": 12, "Jf Jw": 0, "Ds Ds": 0, "F F": -10, "Rf 10s": 20,
    # CZ-9.1 and rulings 25 and 26.
    "Rf Kf": 20, "Cf Cs": 0, "10f 10s": 0, "1f 1f": 0, "1f 2f": 3, "F Cw": 20, "Jf Ds": -4, "Df 10f": 7, "9w 10w": 19,
}  # fmt: skip


def test_two_decks_have_two_fools_and_eight_of_each_rank() -> None:
    deck, _, _ = GAME.cards(table("F F"))
    assert len(deck) == 130 == 2 * len(CODES)
    assert deck.count("F") == 2
    assert sum(card.startswith("J") for card in deck) == 8


@pytest.mark.parametrize(("pair", "points"), ROWS.items())
def test_a_row_is_the_sum_of_its_cards_unless_their_ranks_are_equal(pair: str, points: int) -> None:
    left, right = pair.split()
    assert row(left, right) == row(right, left) == points


@pytest.mark.parametrize(
    ("card", "points", "in_court"), [("7f", 7, 7), ("Cw", 10, 0), ("F", 10, 10), ("Jf", -1, -1), ("Dv", -3, -3)]
)
def test_in_a_full_court_its_four_ranks_are_worth_nothing(card: str, points: int, in_court: int) -> None:
    assert (value(card), value(card, court=True)) == (points, in_court)


CASTLES = [
    # Worked examples C and D: rows, and what a full court makes of them.
    ("7f 7s Kf 3w Dv Js F 2s", 21, 21),
    ("Jf Jw Ds Ds F F Rf 10s", 10, 10),
    ("Kf 7s Rv Ds Ww F Cs Cv", 44, 14),
    ("Kf 7s Rv Ds Ww F 9s 9v", 44, 44),
    # Second copies count nothing either; two of a rank never do.
    ("Kf Rs Kw Rv Ws Cw 2f 3f", 65, 5),
]


@pytest.mark.parametrize(("castle", "plain", "court"), CASTLES)
def test_a_castle_is_worth_its_rows(castle: str, plain: int, court: int) -> None:
    for full_court, score in ((False, plain), (True, court)):
        state = table(castle, options=ConundruzeOptions(full_court=full_court))
        assert sheet(state, 1).score == score
        assert sheet(state, 1).full_court == (full_court and plain != court)


def test_a_crown_in_the_gatehouse_makes_no_full_court() -> None:
    state = table("Kf 7s Rv Ds Ww F 9s 9v", options=ConundruzeOptions(full_court=True))
    state = replace(state, sides=(replace(state.sides[0], gate="Cs"),))
    assert sheet(state, 1).score == 44


# Castles by their score, without a card twice in one game.
WORTH = {
    -1: "Jf 1f 2f 2s 3f 3s Ds 2v",
    6: "1s 5f 4f 4s 5s 5v 6f 6s",
    5: "1s 4f 4s 4v 5s 5v 6f 6s",
    9: "1s 8f 4f 4s 5s 5v 6f 6s",
    12: "Kf 2w 7f 7s 8s 8v 9f 9s",
    14: "Kf 4w 7f 7s 8s 8v 9f 9s",
}


@pytest.mark.parametrize(
    ("totals", "scores", "out", "winners", "places"),
    [
        # Worked example I; the third: nobody is out, and the match goes on.
        ((44, 47, 38), (6, -1, 12), (1, 3), (2,), (2, 1, 2)),
        ((44, 47, 38), (9, 5, 14), (1, 2, 3), (2, 3), (3, 1, 1)),
        ((20, 30, 10), (9, 5, 14), (), (), ()),
        # A total may be negative, and exactly 50 is out.
        ((-3, 44, 45), (9, 6, 5), (2, 3), (1,), (1, 2, 2)),
    ],
)
def test_whoever_reaches_the_total_is_out(
    totals: tuple[int, ...],
    scores: tuple[int, ...],
    out: tuple[Seat, ...],
    winners: tuple[Seat, ...],
    places: tuple[int, ...],
) -> None:
    facts, after = ended(table(*(WORTH[score] for score in scores), totals=totals))
    assert tuple(side.total for side in after.sides) == tuple(map(sum, zip(totals, scores, strict=True)))
    assert tuple(fact.seat for fact in facts if isinstance(fact, SeatOut)) == out
    assert [(fact.winners, fact.places) for fact in facts if isinstance(fact, MatchEnded)] == (
        [(winners, places)] if winners else []
    )
    assert after.winners == winners
    assert GAME.result(after).over == bool(winners)


def test_places_go_by_how_long_one_stayed_and_then_by_the_total() -> None:
    state = table(*(WORTH[score] for score in (6, -1, 12)), totals=(44, 47, 38))
    gone = [Side(total=total, in_match=False) for total in (60, 51, 51)]
    state = replace(
        state,
        sides=(*state.sides, *gone),
        game=3,
        out=(Exit(4, 2, "total"), Exit(5, 1, "total"), Exit(6, 1, "total")),
    )
    facts, _ = ended(state)
    assert next(fact.places for fact in facts if isinstance(fact, MatchEnded)) == (2, 1, 2, 4, 5, 5)


@pytest.mark.parametrize(
    ("pot", "scores", "caster", "play_to", "shares", "carried"),
    [
        # Worked example H.
        (34, (5, 9, 5, 9), 3, 50, {1: [17], 3: [17]}, []),
        (35, (5, 9, 5, 5), 3, 50, {1: [11], 3: [11], 4: [11]}, [2]),
        (35, (5, 9, 5, 5), 3, 0, {1: [11, 1], 3: [11], 4: [11, 1]}, []),
        (1, (5, 9, 5, 5), 3, 0, {4: [1]}, []),
        (0, (5, 9, 5, 9), 1, 50, {}, []),
    ],
)
def test_a_pot_is_split_evenly_and_odd_chips_stay_or_go_round(
    pot: int, scores: tuple[int, ...], caster: Seat, play_to: int, shares: dict[int, list[int]], carried: list[int]
) -> None:
    options = ConundruzeOptions(betting="chips", play_to=play_to)
    state = table(*(WORTH[score] for score in scores), options=options)
    facts, after = ended(replace(state, pot=pot, caster=caster, chips=pot + 40))
    got: dict[int, list[int]] = {}
    for fact in facts:
        if isinstance(fact, PotShared):
            got.setdefault(fact.seat, []).append(fact.amount)
    assert got == shares
    assert [fact.amount for fact in facts if isinstance(fact, PotCarried)] == carried
    assert after.pot == sum(carried)


def test_a_seat_is_broke_by_what_it_has_before_the_odd_chips() -> None:
    """Ruling 53: seat 1 would have one more chip, and with it the forelay."""
    options = ConundruzeOptions(betting="chips", forelay=2, play_to=0)
    state = table(*(WORTH[score] for score in (5, 5)), options=options, stacks=(0, 9))
    facts, after = ended(replace(state, pot=3, caster=2, chips=12))
    assert [(fact.seat, fact.reason) for fact in facts if isinstance(fact, SeatOut)] == [(1, "broke")]
    assert after.sides[0].stack == 2


@pytest.mark.parametrize(("winners", "reason"), [((2,), "ducked")])
def test_the_last_seat_in_a_game_wins_it_whatever_it_scores(winners: tuple[Seat, ...], reason: str) -> None:
    state = table(WORTH[5], WORTH[14])
    state = replace(state, sides=(replace(state.sides[0], in_game=False), state.sides[1]))
    facts, _ = ended(state)
    assert [(fact.winners, fact.reason) for fact in facts if isinstance(fact, GameEnded)] == [(winners, reason)]


def test_a_single_game_ranks_by_score_and_then_those_who_ducked() -> None:
    options = ConundruzeOptions(betting="chips", play_to=0)
    state = table(*(WORTH[score] for score in (9, 5, 14, 6)), options=options)
    ducked = replace(state.sides[0], in_game=False)
    facts, after = ended(replace(state, sides=(ducked, *state.sides[1:])))
    assert next(fact.places for fact in facts if isinstance(fact, MatchEnded)) == (4, 1, 3, 2)
    assert GAME.result(after).scores == (None, 5, 14, 6)


def test_a_swap_moves_facing_with_the_card() -> None:
    side = Side(castle=tuple("abcdefgh"), down=POSITIONS[2:], gate="i")
    mixed = swapped(side, "r1c1", "r4c2")
    assert mixed.castle == tuple("hbcdefga")
    assert mixed.down == ("r1c1", "r2c1", "r2c2", "r3c1", "r3c2", "r4c1")
    assert swapped(mixed, "r4c2", "r1c1") == side
    assert swapped(side, "gate", "r1c2") == replace(side, castle=tuple("aicdefgh"), gate="b")
    assert partners(side, "gate") == ("r1c1", "r1c2")
    assert "gate" not in partners(side, "r2c1")


def table(
    *castles: str,
    options: ConundruzeOptions | None = None,
    totals: tuple[int, ...] = (),
    stacks: tuple[int, ...] = (),
) -> State:
    """A game with these castles, all face up, whose last turn is over."""
    sides = tuple(
        Side(
            stack=(stacks or (10,) * 9)[at], total=(totals or (0,) * 9)[at], in_game=True, castle=tuple(castle.split())
        )
        for at, castle in enumerate(castles)
    )
    return State(options or ConundruzeOptions(), sides, 0, phase="scoring", game=1, caster=1)


def ended(state: State) -> tuple[list[object], State]:
    """What follows from there, and the state after it."""
    facts, after = settle(GAME, state, (), Unseen())
    return list(facts), after
