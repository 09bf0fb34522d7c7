"""Where a tournament stands, for the table of heads."""

from ludograph.domain.match.events import TOURNAMENT
from ludograph.domain.store.streams import StreamHead
from ludograph.domain.tournaments.aggregate import Tournament


def tournament_head(tournament: Tournament) -> StreamHead:
    """Where a tournament stands, for the table of heads: how many rounds are seated, and whether it is closed."""
    state = tournament.state
    rounds = len(state.rounds)
    return StreamHead(tournament.id, tournament.version, tournament.head, TOURNAMENT, rounds, state.closed, None)
