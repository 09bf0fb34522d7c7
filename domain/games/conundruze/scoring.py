"""What castles are worth, who wins a game and a match, and who comes after the winner."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Final

from ludograph.domain.games.conundruze.castle import Side
from ludograph.domain.games.conundruze.rules import COURT
from ludograph.domain.games.conundruze.state import Sheet, State, can_come, in_game, in_match, seats_in, side_of
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards
from ludograph.domain.kernel.decks.perilous import FOOL, RANK_OF, SUITS
from ludograph.domain.kernel.game import Order, PerSeat, Result, Seat, replace
from ludograph.domain.kernel.standing import lowest, standing
from ludograph.domain.kernel.worth import Value, Worth

ORDER: Final = Order(fewest=True)
"""Few points are good."""
FOOLS = -10
"""What a row of two Fools is worth (CZ-9.1)."""
VALUES: Mapping[str, int] = {
    **{str(number): number for number in range(1, 11)},
    "R": 10, "K": 10, "W": 10, "C": 10, "F": 10, "J": -1, "D": -3,
}  # fmt: skip
"""What each rank is worth (CZ-9.1)."""


def value(card: Card, court: bool = False) -> int:
    """What a card is worth by itself; in a full court its ranks are worth nothing."""
    rank = RANK_OF[card]
    return 0 if court and rank in COURT else VALUES[rank]


def row(first: Card, second: Card, court: bool = False) -> int:
    """What two cards side by side are worth (CZ-9.1)."""
    if first == second == FOOL:
        return FOOLS
    if RANK_OF[first] == RANK_OF[second]:
        return 0
    return value(first, court) + value(second, court)


def is_court(castle: Cards) -> bool:
    """Whether Rogue, Knight, Wizard and Crown are all in a castle."""
    return {RANK_OF[card] for card in castle} >= COURT


def showing(side: Side) -> int:
    """What the top row is worth, by itself (CZ-7.1)."""
    return row(side.castle[0], side.castle[1])


def sheet(state: State, seat: Seat) -> Sheet:
    """How the castle of a seat is scored."""
    castle = side_of(state, seat).castle
    court = state.options.full_court and is_court(castle)
    rows = tuple(row(left, right, court) for left, right in zip(castle[::2], castle[1::2], strict=True))
    return Sheet(state.game, seat, rows, court, sum(rows))


def game_winners(state: State) -> tuple[Seat, ...]:
    """The lowest scores of those in the game, or the last seat in it (CZ-9.2)."""
    playing = in_game(state)
    if len(playing) == 1:
        return playing
    scores = {sheet.seat: sheet.score for sheet in state.sheets if sheet.game == state.game}
    return lowest([scores[seat] for seat in playing], playing)


def match_winners(state: State) -> tuple[Seat, ...]:
    """Who wins the match; nobody yet where two or more are left for another game (CZ-10.4)."""
    left = tuple(seat for seat, side in enumerate(state.sides, start=1) if side.in_match)
    if state.options.play_to == 0:
        return state.won
    if left:
        return left if len(left) == 1 else ()
    last = tuple(entry.seat for entry in state.out if entry.game == state.game)
    return lowest([side_of(state, seat).total for seat in last], last)


def places(state: State, winners: tuple[Seat, ...]) -> tuple[int, ...]:
    """Each seat's place, 1 for the winners; equal ones are shared (CZ-10.5)."""
    ranks = [(0,) if seat in winners else _behind(state, seat) for seat in range(1, seats_in(state) + 1)]
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


def _behind(state: State, seat: Seat) -> tuple[int, ...]:
    """What orders those that have not won: the lower is better."""
    if state.options.play_to == 0:
        score = state.scores[seat - 1]
        return (2,) if score is None else (1, score)
    went = next(entry.game for entry in state.out if entry.seat == seat)
    return (1, -went, side_of(state, seat).total)


def result(state: State) -> Result:
    """How the match stands: totals, or the scores of a single game."""
    scores = tuple(side.total for side in state.sides) if state.options.play_to else state.scores
    return standing(state.phase == "match_over", seats_in(state), scores, state.winners, lambda: _order(state))


def _order(state: State) -> Order:
    """Few points are good; later out is higher, and in a single game seats that were not scored are last (CZ-10.5)."""
    seats = range(1, seats_in(state) + 1)
    if state.options.play_to == 0:
        unscored = (seat for seat in seats if state.scores[seat - 1] is None and seat not in state.winners)
        return replace(ORDER, out=tuple(unscored))
    went = {entry.seat: entry.game for entry in state.out}
    return replace(ORDER, lasted=tuple(went.get(seat, state.game + 1) for seat in seats))


Ranks = tuple[tuple[str, int], ...]
"""Of the cards that are not known to lie anywhere, how many there are of each rank."""


def worth(state: State) -> PerSeat[Value]:
    """The total with what the castle of the game under way is worth; for each card not known the mean of its row.

    In a match of one game whoever has ducked has nothing.
    """
    unknown = any(UNKNOWN in side.castle for side in state.sides)
    hidden = tuple(Counter(RANK_OF[card] for card in can_come(state)).items()) if unknown else ()
    return tuple(_worth(state, seat, hidden) for seat in range(1, seats_in(state) + 1))


def eliminated(state: State) -> tuple[Seat, ...]:
    """Who is out of the match; in one of a single game who has ducked (CZ-10.5).

    Where all are out at once those are not who went last: one of them wins (CZ-10.4).
    """
    if not state.options.play_to:
        return tuple(seat for seat, side in enumerate(state.sides, start=1) if state.game and not side.in_game)
    left = in_match(state)
    return tuple(entry.seat for entry in state.out if left or entry.game < state.game)


def _worth(state: State, seat: Seat, hidden: Ranks) -> Value:
    side = side_of(state, seat)
    sheets = [one for one in state.sheets if one.seat == seat]
    before = sum(one.score for one in sheets)
    if any(one.game == state.game for one in sheets):
        return before
    if not state.options.play_to and not side.in_game:
        return None
    counts = side.castle and state.phase not in ("deal", "match_over")
    return before + (expected(side.castle, hidden, state.options.full_court) if counts else 0)


def expected(castle: Cards, hidden: Ranks, full_court: bool = False) -> int | Fraction:
    """What a castle is worth, each unknown card being of any of the hidden ranks, as likely as it is often there.

    A full court counts as soon as all of it is known.
    """
    court = full_court and is_court(castle)
    ranks = [RANK_OF[card] for card in castle]
    return sum(_mean_row(*pair, hidden, court) for pair in zip(ranks[::2], ranks[1::2], strict=True))


# Rows are alike in most castles, and what is hidden is the same for all of them.
@lru_cache(maxsize=1024)
def _mean_row(first: str, second: str, hidden: Ranks, court: bool) -> int | Fraction:
    """The mean of a row of these ranks, where an empty one is that of a card that is not known."""
    if first and second:
        return _of_ranks(first, second, court)
    if first or second:
        weighed = [(_of_ranks(first or second, rank, court), many) for rank, many in hidden]
    else:
        pairs = product(hidden, hidden)
        weighed = [
            (_of_ranks(one, other, court), many * (more - (one == other))) for (one, many), (other, more) in pairs
        ]
    often = sum(many for _, many in weighed)
    return Fraction(sum(points * many for points, many in weighed), often) if often else 0


@cache
def _of_ranks(first: str, second: str, court: bool) -> int:
    """What a row of cards of these ranks is worth; the suit does not matter."""
    one, other = (FOOL if rank == FOOL else f"{rank}{SUITS[0]}" for rank in (first, second))
    return row(one, other, court)


WORTH: Final = Worth(
    "Points",
    "The total with the castle as it lies: open rows as they score, the mean of what a face-down card can be "
    "(CZ-9.1). Few points are good.",
    worth,
)
