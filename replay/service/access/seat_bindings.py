"""The seat that a player's token is bound to: a correction of names moves no token to other cards."""

from datetime import datetime

from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import MatchStarted, StepsAmended
from ludograph.domain.notation.names import folded
from ludograph.domain.store.tokens import Token


def seat_of(token: Token, match: Match) -> int | None:
    """The seat of a player's token in a match; None where it has none.

    A token for the match was bound to its seat when it was made, and keeps it whatever the player is called there
    (whoever renames without the right to rule ends it). Any other token knows a name alone: its seat is where the name
    stood when both were there first, as long as it stands there still. So nobody comes to another's cards by a header
    that was put right.
    """
    if token.match is not None and token.seat is not None:
        return token.seat if token.seat <= len(match.players) else None
    name, bound = folded(token.observer), players_at(match, token.made_at if token.tournament else None)
    now = [folded(one) for one in match.players]
    seats = [at for at, one in enumerate(map(folded, bound), start=1) if one == name]
    return next((at for at in seats if now[at - 1 : at] == [name]), None)


def players_at(match: Match, moment: datetime | None) -> tuple[str, ...]:
    """Who sat where as the record had it at a moment; as it was recorded first where that was later or is not said."""
    found = match.first.players
    if moment is None or match.start is match.first:
        return found
    for event in match.history:
        if event.recorded_at > moment:
            break
        if isinstance(event, MatchStarted):
            found = event.players
        elif isinstance(event, StepsAmended) and event.start is not None:
            found = event.start.players
    return found
