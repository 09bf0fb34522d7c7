"""All that was said of a match by those who judge it, as it stands now: agreements, rulings, and the result."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from ludograph.domain.kernel.result import FinalResult
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import RulingMade, RulingWithdrawn
from ludograph.domain.match.final_result import (
    Confirmation,
    RulingsFold,
    Status,
    confirmations_of,
    final_of,
    in_force,
    rulings_on,
    status_of,
)
from ludograph.domain.match.history import standing_steps


class StandingRuling(NamedTuple):
    """A ruling as it stands now: its step and its seats are those of the match as it was corrected since."""

    number: int
    """The first that was made on the match is 1; by this it is withdrawn."""
    event: RulingMade
    gone: bool = False
    """Whether the step that it is about does not stand any more."""
    withdrawn: RulingWithdrawn | None = None
    """By what it was withdrawn; None while it holds."""


class Officials(NamedTuple):
    """All of it, for a match as it stands."""

    status: Status
    confirmed: tuple[Confirmation, ...]
    """Who agrees to the result: players in the order of their seats, then the judge."""
    void: tuple[Confirmation, ...]
    """Who agreed to one that is another now, or does not agree any more, in the order of the record."""
    rulings: tuple[StandingRuling, ...]
    withdrawn: tuple[StandingRuling, ...]
    """Rulings that hold no more."""
    final: FinalResult


def officials_of(match: Match) -> Officials:
    """What those who judge a match have said of it, and the result with that."""
    confirmations = list(confirmations_of(match))
    rulings = tuple(_placed(match, rulings_on(match)))
    return Officials(
        status_of(match),
        in_force(match),
        tuple(one for one in confirmations if one.void_by is not None),
        tuple(one for one in rulings if one.withdrawn is None),
        tuple(one for one in rulings if one.withdrawn is not None),
        final_of(match),
    )


def _placed(match: Match, rulings: RulingsFold) -> Iterator[StandingRuling]:
    """Rulings with the numbers that their steps have now."""
    about = any(event.step is not None for event in rulings.made.values())
    told = enumerate(standing_steps(match)) if about else ()
    steps = {event.originator_version: number for number, one in told for event in one.related}
    for number, event in rulings.made.items():
        step = None if event.step is None else steps.get(event.originator_version)
        gone = step is None and event.step is not None
        yield StandingRuling(number, replace(event, step=step), gone, rulings.withdrawn.get(number))
