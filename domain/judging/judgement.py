"""The judgement of a match: every step for every player, as one seat knows it or all seats together."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from ludograph.domain.judging.decision_errors import DecisionError, decision_error
from ludograph.domain.judging.luck_and_play import StepValue, step_values
from ludograph.domain.judging.seen_match import SeenMatch, seen_match
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, Seat
from ludograph.domain.kernel.marks import ALL_SEATS
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import status_of

PLAYOUTS: Final = 150
"""So many a position by default."""
MOST_PLAYOUTS: Final = 100_000
SEED: Final = "0"
METHOD: Final = "short-7"
"""What works the values out; another name whenever other values come of the same seed."""


class NotJudged(ValueError):
    """The match cannot be judged now, or not for this observer; the message says what to do."""


class JudgePlan(NamedTuple):
    """With whose eyes a match is judged, and how thoroughly."""

    observer: Observer = ALL_SEATS
    playouts: int = PLAYOUTS
    seed: str = SEED


class JudgedStep(NamedTuple):
    """A step with what it was worth to each seat, and the error of who decided it, by what they knew."""

    step: int
    """0 for the start, which nobody decided."""
    actor: Seat
    worth: StepValue
    error: DecisionError | None = None
    """None where nothing else could be done, and for steps of others where one seat alone looks."""


def judged_eyes(observer: Observer) -> Observer:
    """From whose knowledge a match is judged for an observer: for the judge from that of all seats together."""
    return ALL_SEATS if observer == JUDGE else observer


def check_judged(match: Match, observer: Observer) -> None:
    """Raises `NotJudged` where what is asked for would tell more than may be known while a match runs."""
    if match.awaits_deal:
        raise NotJudged(match.deal_awaited)
    if observer == ALL_SEATS:
        if status_of(match) == "running":
            names = " or ".join(f"`--as {name}`" for name in match.players[:2])
            raise NotJudged(f"The match is not over: until then it is judged from one seat alone, by {names}.")
    elif not 1 <= observer <= len(match.players):
        raise NotJudged("A match is judged as a player knows it, or, once it is over, as all of them together do.")


def judged(match: Match, plan: JudgePlan, first: int = 0, last: int | None = None) -> Iterator[JudgedStep]:
    """The steps from `first` to `last`, 0 being the start; the same whichever others are asked. Raises `NotJudged`."""
    check_judged(match, plan.observer)
    seen = seen_match(match, plan.observer)
    own = {plan.observer: seen} if plan.observer != ALL_SEATS else _own_views(match)
    until = len(seen.steps) if last is None else last
    values = step_values(seen, plan.playouts, f"{plan.seed}/values", max(first, 1))
    before = next(values)
    if not first:
        yield JudgedStep(0, TABLE, before)
    for step in seen.steps[max(first, 1) - 1 : until]:
        worth, eyes = next(values), own.get(step.actor)
        own_step = eyes and eyes.steps[step.number - 1]
        error = decision_error(eyes, own_step, plan.playouts, f"{plan.seed}/errors") if eyes and own_step else None
        yield JudgedStep(step.number, step.actor, worth, error)


def _own_views(match: Match) -> dict[Observer, SeenMatch]:
    """The match as each player has seen it."""
    return {seat: seen_match(match, seat) for seat in range(TABLE + 1, len(match.players) + 1)}
