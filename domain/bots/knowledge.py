"""What a seat knows of a match, as the lab takes it: its record, and nothing that it was not told."""

from itertools import islice

from ludograph.domain.kernel.game import Seat
from ludograph.domain.lab.seat_record import SeatRecord, SeatStep
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.views import concealed, concealed_start


def record_of(match: Match, seat: Seat, at: int) -> SeatRecord:
    """All that a seat was told up to a step, of a match whose cards were dealt."""
    start = concealed_start(match.start, seat)
    assert start.deal is not None
    steps = (concealed(step, seat) for step in islice(match.steps, at))
    told = tuple(SeatStep(step.number, step.actor, step.action, step.drawn, step.facts) for step in steps)
    return SeatRecord(match.game, start.options, len(match.players), seat, start.deal, start.facts, told)
