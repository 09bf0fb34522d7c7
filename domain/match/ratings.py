"""Ratings of players in games of many, worked out from the places they came to, match after match."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

ALL_GAMES: Final = "all games"
"""What stands for a rating over all games together."""


class Rated(NamedTuple):
    """What a match did to the rating of one seat; the ordinal of a rating is mu - 3 sigma."""

    game: str
    """The game, or `ALL_GAMES`."""
    seat: int
    """From 0 on, in the order in which the players were given."""
    player: str
    matches: int
    """So many matches count, with this one."""
    before: float
    after: float
    skill: float
    uncertainty: float


class PlayerRatings:
    """What everybody is rated in each game and over all, as far as matches were taken in.

    Plackett-Luce as the openskill library has it; the rating is mu - 3 sigma, what a player is worth almost surely.
    """

    def __init__(self) -> None:
        from openskill.models import PlackettLuce

        self._model = PlackettLuce()
        self._known: dict[tuple[str, str], tuple[PlackettLuceRating, int]] = {}

    def put(self, game: str, player: str, skill: float, uncertainty: float, matches: int) -> None:
        """What somebody is rated after so many matches, as it was worked out before."""
        self._known[game, player] = self._model.rating(skill, uncertainty), matches

    def take(self, game: str, players: Sequence[str], places: Sequence[float]) -> Iterator[Rated]:
        """Takes in a match, and tells what it did: first in its game, then over all games."""
        for which in (game, ALL_GAMES):
            before = [self._known.get((which, name), (self._model.rating(), 0)) for name in players]
            after = self._model.rate([[rating] for rating, _ in before], ranks=list(places))
            for seat, (name, (rating,), (old, matches)) in enumerate(zip(players, after, before, strict=True)):
                self._known[which, name] = rating, matches + 1
                yield Rated(which, seat, name, matches + 1, old.ordinal(), rating.ordinal(), rating.mu, rating.sigma)
