"""How far those may know matches and tournaments who are behind."""

from datetime import datetime, timedelta
from itertools import takewhile

from domain.records.match import Match
from domain.records.past import NotYet, at_time
from domain.tournaments.tournament import Tournament, rebuilt


def delayed(match: Match, delay: timedelta, now: datetime) -> Match | None:
    """The match as far as those may know it who are behind; None where it had not begun then."""
    if not delay:
        return match
    try:
        return at_time(match, now - delay)
    except NotYet:
        return None


def delayed_tournament(tournament: Tournament, delay: timedelta, now: datetime) -> Tournament | None:
    """A tournament as far as those may know it who are behind; None where it was not opened then."""
    if not delay:
        return tournament
    return rebuilt(takewhile(lambda event: event.recorded_at <= now - delay, tournament.history))
