"""Places that are said with the scores of a table, where what the rules put before the scores decided them."""

from collections.abc import Sequence

from msgspec import UNSET

from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.result import FinalResult
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.tournaments.events import Scored


def wrong_places(scores: Sequence[Scored], game: Game) -> str:
    """Why the places said with the scores of a table cannot be right, in a sentence; empty otherwise."""
    said = [one.place for one in scores if one.place is not UNSET]
    if not said:
        return ""
    if not game.ending.before_scores:
        return (
            f"In {game.title} the places follow from the scores: leave out #{said[0]}, and write + for who won a tie."
        )
    if missing := [one.player for one in scores if one.place is UNSET and not one.forfeit]:
        return (
            f"{listed(missing)} {'have' if len(missing) > 1 else 'has'} no place: say the places of all, or of nobody."
        )
    if tied := next((one.player for one in scores if one.ahead), None):
        return f"{tied} has a + and a place: the places say who won a tie."
    if any(place != 1 + sum(other < place for other in said) for place in said):
        told = listed([str(place) for place in sorted(said)])
        return f"The places {told} cannot be: count from 1, and leave out as many as share a place, as in 1, 2, 2, 4."
    return ""


def with_places(scores: Sequence[Scored]) -> FinalResult | None:
    """The result of a table whose places were said, forfeits behind all; None where they follow from the scores."""
    said = [one.place for one in scores if one.place is not UNSET]
    if not said:
        return None
    places = tuple(1 + len(said) if one.place is UNSET else one.place for one in scores)
    winners = tuple(seat for seat, place in enumerate(places, start=1) if place == 1)
    return FinalResult(tuple(one.score for one in scores), winners, places)
