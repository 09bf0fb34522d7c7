"""What becomes different when a tournament is set otherwise, told before it is recorded."""

from typing import NamedTuple

from msgspec.structs import asdict

from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.events import RoundsSeated, Settings
from ludograph.domain.tournaments.scores.ranking import StandingsLine, standings
from ludograph.domain.tournaments.scores.scoring import Results
from ludograph.domain.tournaments.state import counting


class StandingsMove(NamedTuple):
    """How one player stood, and how they stand by other settings."""

    before: StandingsLine
    after: StandingsLine

    @property
    def moves(self) -> bool:
        """Whether place or points become others."""
        return (self.before.place, self.before.points) != (self.after.place, self.after.points)


def standings_moves(before: Tournament, after: Tournament, results: Results) -> list[StandingsMove]:
    """Everybody, in the order in which they stand by the new settings."""
    was = {line.player: line for line in standings(before, results)}
    return [StandingsMove(was[line.player], line) for line in standings(after, results)]


def as_now(settings: Settings, now: Tournament) -> Settings:
    """How that stands in a tournament which somebody sets or has set."""
    said = (name for name, value in asdict(settings).items() if value is not None)
    return Settings(**{name: getattr(now.state, name) for name in said})


def check_changes(before: Tournament, settings: Settings) -> None:
    """Raises `OutOfOrder` where everything is set so already."""
    if as_now(settings, before) == settings:
        raise OutOfOrder("It is set so already: nothing would change, and nothing was recorded.")


def seated_by_standings(tournament: Tournament, results: Results) -> int | None:
    """The first round that was seated by the standings and has not begun; None where there is none."""
    number = len(results)
    seatings = [event for event in counting(tournament.history) if isinstance(event, RoundsSeated)]
    swiss = bool(seatings) and seatings[-1].method == "swiss"
    return number if swiss and all(one.stage == "seated" for one in results[number - 1]) else None
