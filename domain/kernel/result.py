"""How a match stands for each seat: scores and winners, and what besides scores orders the seats of a game."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.marks import PerSeat, Seat

Score = int | str | None
Place = int | str | None


class Order(Struct, frozen=True):
    """By what a game orders its seats besides their scores; where it says nothing the highest score is first."""

    fewest: bool = False
    """The lowest score is first."""
    needed: int | None = None
    """With less than this nobody has won."""
    out: tuple[Seat, ...] = ()
    """Who cannot win, and is behind all others."""
    lasted: PerSeat[int] = ()
    """What comes before the scores: more is better."""
    ties: PerSeat[int | str] = ()
    """What breaks a tie of scores: more is better; `??` where a `??` leaves it open."""

    def behind_all(self, seats: int) -> tuple[Seat, ...]:
        """Who is behind others before scores are compared: who cannot win, or went out before them."""
        every = range(1, seats + 1)
        able = [seat for seat in every if seat not in self.out]
        longest = max((self.lasted[seat - 1] for seat in able), default=0) if self.lasted else 0
        return tuple(seat for seat in every if seat not in able or (self.lasted and self.lasted[seat - 1] < longest))


HIGHEST = Order()


class ScoreSum(Struct, frozen=True):
    """What the scores of all seats add up to at the end of a match, whoever wins."""

    least: int | None
    """None where some of what is lost may go to nobody at the table."""
    most: int
    rule: str
    """The number of the rule that says so."""

    def allows(self, total: int) -> bool:
        """Whether scores may add up to this."""
        return total <= self.most and (self.least is None or self.least <= total)


class Result(Struct, frozen=True):
    """How a match stands. Before the end all scores are None and nobody has won; `??` is what a `??` leaves open."""

    over: bool
    scores: PerSeat[Score]
    winners: tuple[Seat, ...] | str
    order: Order = HIGHEST


class FinalResult(Struct, frozen=True):
    """A result after all rulings: scores, who has won, and places from 1, equal ones shared; None before the end."""

    scores: PerSeat[Score]
    winners: tuple[Seat, ...] | str
    places: PerSeat[Place]


def final(result: Result, adjust: Mapping[Seat, int] = {}, forfeit: Collection[Seat] = ()) -> FinalResult:
    """What comes of a result where seats are given points, or lose them, and others forfeit the match.

    Whoever forfeits is behind all others, shares that place with the others who do, and has not won. A seat without a
    score, or with `??`, keeps that.
    """
    seats = range(1, len(result.scores) + 1)
    if not result.over:
        return FinalResult((None,) * len(seats), (), (None,) * len(seats))
    scores = tuple(_adjusted(score, adjust.get(seat, 0)) for seat, score in zip(seats, result.scores, strict=True))
    keys = _keys(result.order, scores, forfeit)
    ahead = {seat: [_ahead(keys[other], keys[seat]) for other in seats] for seat in seats}
    able = [seat for seat in seats if seat not in forfeit and _may_win(result.order, seat, scores[seat - 1])]
    places = tuple(UNKNOWN if None in those else 1 + sum(map(bool, those)) for those in ahead.values())
    return FinalResult(scores, _winners(able, ahead), places)


By = Literal["forfeit", "out", "lasted", "score", "tie", "needed"]
"""What put a seat behind those who have won: a part of its `SeatKey`, or a score too low to win at all (`needed`)."""
SeatKey = Mapping[By, Any]
"""What a seat is compared by, the weightiest part first: of each part more is better."""


def behind(order: Order, found: FinalResult, forfeit: Collection[Seat] = ()) -> dict[By, tuple[Seat, ...]]:
    """By what each seat that has not won was put behind, once who has won is known."""
    parted: dict[By, tuple[Seat, ...]] = {}
    for seat, what in _parted(order, found, forfeit):
        parted[what] = (*parted.get(what, ()), seat)
    return parted


def _parted(order: Order, found: FinalResult, forfeit: Collection[Seat]) -> Iterator[tuple[Seat, By]]:
    keys = _keys(order, found.scores, forfeit)
    first = keys[found.winners[0]] if found.winners and not isinstance(found.winners, str) else None
    for seat, key in keys.items():
        if seat in found.winners:
            continue
        if first is None:
            yield seat, "forfeit" if seat in forfeit else "out" if seat in order.out else "needed"
        else:
            yield seat, next(part for part in key if first[part] != key[part])


def _keys(order: Order, scores: Sequence[Score], forfeit: Collection[Seat]) -> dict[Seat, SeatKey]:
    seats = range(1, len(scores) + 1)
    return {seat: _FORFEITED if seat in forfeit else _key(order, seat, scores[seat - 1]) for seat in seats}


_FORFEITED: SeatKey = {"forfeit": False, "out": False, "lasted": 0, "score": (False, 0), "tie": 0}
"""All who forfeit are alike, whatever else they did: they share the last place."""


def _adjusted(score: Score, points: int) -> Score:
    return score + points if isinstance(score, int) else score


def _may_win(order: Order, seat: Seat, score: Score) -> bool:
    enough = order.needed is None or (isinstance(score, int) and score >= order.needed)
    return enough and seat not in order.out


def _key(order: Order, seat: Seat, score: Score) -> SeatKey:
    known = (score is not None, -score if order.fewest else score) if isinstance(score, int) else (False, 0)
    return {
        "forfeit": True,
        "out": seat not in order.out,
        "lasted": order.lasted[seat - 1] if order.lasted else 0,
        "score": UNKNOWN if score == UNKNOWN else known,
        "tie": order.ties[seat - 1] if order.ties else 0,
    }


def _ahead(one: SeatKey, other: SeatKey) -> bool | None:
    """Whether the first is ahead of the second; None where a `??` leaves that open."""
    if one is other:
        return False
    for part, mine in one.items():
        theirs = other[part]
        if UNKNOWN in (mine, theirs):
            return None
        if mine != theirs:
            return bool(mine > theirs)
    return False


def _winners(able: Sequence[Seat], ahead: Mapping[Seat, Sequence[bool | None]]) -> tuple[Seat, ...] | str:
    """Those of the seats that may win whom nobody is ahead of; `??` where that is open for one of them."""
    first = tuple(seat for seat in able if True not in ahead[seat])
    return UNKNOWN if any(None in ahead[seat] for seat in first) else first
