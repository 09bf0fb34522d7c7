"""Two players who sat in each other's seats: the tournament, and the matches in which their names change places."""

from typing import NamedTuple

from ludograph.domain.corrections.amend import NothingToAmend, Reason, Unamendable, corrected_match, header_correction
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.names import folded
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.events import SeatsExchanged
from ludograph.domain.tournaments.service import TournamentService


class ExchangedSeats(NamedTuple):
    """A tournament in which two players have each other's seats, with its matches; nothing of it is recorded yet."""

    tournament: Tournament
    matches: list[Match]


def seats_exchanged(
    service: TournamentService, tournament: Tournament, round: int, name: str, other: str, reason: str, by: str = ""
) -> ExchangedSeats:
    """The tournament and the matches of a round in which two players have each other's seats.

    Who agreed to the result of such a match has agreed to another. Raises `OutOfOrder`.
    """
    after = tournament.exchange(round, name, other, reason, service.recorder.stamp(), by)
    event = after.last
    assert isinstance(event, SeatsExchanged)
    why = reason or f"{event.player} and {event.other} sat in each other's seats."
    return ExchangedSeats(after, matches_exchanged(service, tournament, event, why, by))


def matches_exchanged(
    service: TournamentService, tournament: Tournament, event: SeatsExchanged, reason: str, by: str = ""
) -> list[Match]:
    """The matches at the tables of two players as they stand, with each in the seat of the other.

    Raises `OutOfOrder` where one cannot be corrected.
    """
    found = []
    there = {folded(event.player): event.other, folded(event.other): event.player}
    for result in service.tables(tournament).results[event.round - 1]:
        if result.match is None or not there.keys() & set(map(folded, result.players)):
            continue
        match = service.recorder.load(result.match)
        players = [there.get(folded(tournament.state.called(player)), player) for player in match.players]
        try:
            correction = header_correction(match, {"players": players})
            found.append(corrected_match(match, correction, Reason(reason, by), service.recorder.stamp()).match)
        except (NothingToAmend, Unamendable) as wrong:
            raise OutOfOrder(f"Match {match.start.source or match.id} cannot be corrected: {wrong}") from wrong
    return found
