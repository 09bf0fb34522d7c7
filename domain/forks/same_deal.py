"""Tables that had the same deal: where each went another way, and how each seat did beside the others."""

from collections.abc import Sequence
from typing import NamedTuple

from ludograph.domain.kernel.game import Seat
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import final_of
from ludograph.domain.store.errors import Damaged
from ludograph.domain.store.recorder import Listed, Recorder


class TableOfDeal(NamedTuple):
    """A finished table with the deal of another."""

    match: Match
    parted_at: int
    """The first step at which something else was done than in the match that is looked at; one more than all steps."""
    scores: tuple[int | None, ...]
    """After all rulings, by seat; None for what is not known."""
    matchpoints: tuple[float | None, ...]
    """By seat the part of the other tables at which the same seat did worse; an equal score counts half."""


class DealTables(NamedTuple):
    """All tables with one deal: those that are over, the one that is looked at first, and how many still play."""

    over: tuple[TableOfDeal, ...]
    playing: int


def tables_of_deal(recorder: Recorder, match: Match, damaged: list[Damaged]) -> DealTables:
    """The tables that had the deal of this match, with its game, options and number of players; forks are none.

    Those that cannot be read go into `damaged`. Raises `StoreError`.
    """
    seed = match.first.seed
    listed = recorder.listed_matching(lambda start: start.seed == seed, damaged)
    alike = [one for one in listed if _is_alike(one, match)]
    others = [recorder.load(one.head.match) for one in alike if one.status == "over"]
    over = [match, *(one for one in others if one.id != match.id)]
    scores = [_scores(one) for one in over]
    tables = []
    for at, (one, own) in enumerate(zip(over, scores, strict=True)):
        points = _matchpoints(one, own, scores[:at] + scores[at + 1 :])
        tables.append(TableOfDeal(one, step_apart(match, one), own, points))
    playing = sum(one.status == "running" for one in alike)
    return DealTables((tables[0], *sorted(tables[1:], key=lambda one: (-one.parted_at, one.match.id.hex))), playing)


def step_apart(match: Match, other: Match) -> int:
    """The first step at which two matches with one deal are not the same; one more than both have where they are."""
    for number, (one, another) in enumerate(zip(match.steps, other.steps, strict=False), start=1):
        if (one.actor, one.action, one.drawn) != (another.actor, another.action, another.drawn):
            return number
    return min(len(match.steps), len(other.steps)) + 1


def _is_alike(one: Listed, match: Match) -> bool:
    start, own = one.start, match.start
    return (start.game, start.options, start.deal, len(start.players)) == (
        own.game,
        own.options,
        own.deal,
        len(own.players),
    )


def _scores(match: Match) -> "Scores":
    final = final_of(match, match.game.result(match.state))
    return tuple(score if isinstance(score, int) else None for score in final.scores)


Scores = tuple[int | None, ...]


def _matchpoints(match: Match, own: Scores, others: Sequence[Scores]) -> tuple[float | None, ...]:
    return tuple(_beaten(match, own, others, seat) for seat in range(1, len(own) + 1))


def _beaten(match: Match, own: Scores, others: Sequence[Scores], seat: Seat) -> float | None:
    """The part of the other tables that a seat beats there; None where nothing can be compared."""
    score = own[seat - 1]
    compared = [other[seat - 1] for other in others]
    known = [other for other in compared if other is not None]
    if score is None or not known:
        return None
    sign = -1 if match.game.fewest else 1
    return sum(1.0 if sign * score > sign * other else 0.5 * (score == other) for other in known) / len(known)
