"""What becomes different when a tournament is set otherwise, told before it is recorded."""

from typing import NamedTuple

from msgspec.structs import asdict

from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.event_sentences import settings_told
from ludograph.domain.tournaments.events import NewSettings, RoundsSeated
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


class SettingsPreview(NamedTuple):
    """What is set, how that was before, and how everybody stands by it."""

    wanted: NewSettings
    was: NewSettings
    moves: list[StandingsMove]
    """Everybody, in the order in which they stand by the new settings."""
    seated_before: int | None
    """The round that was seated by the standings as they were, and has not begun."""
    drawn: bool = False
    """Whether lots are drawn."""

    @property
    def told(self) -> list[str]:
        """Each setting in a sentence, with what it was."""
        pairs = zip(settings_told(self.wanted), settings_told(self.was), strict=True)
        return [f"{now[:1].upper()}{now[1:]} (before: {was})." for now, was in pairs]


def preview_settings(before: Tournament, after: Tournament, wanted: NewSettings, results: Results) -> SettingsPreview:
    """What becomes different; `after` is the tournament once it is set so. Raises `OutOfOrder` where nothing does."""
    was = as_now(wanted, before)
    if was == wanted:
        raise OutOfOrder("It is set so already: nothing would change, and nothing was recorded.")
    return SettingsPreview(
        wanted, was, _moves(before, after, results), _seated_before(before, results), bool(after.state.lots)
    )


def _moves(before: Tournament, after: Tournament, results: Results) -> list[StandingsMove]:
    was = {line.player: line for line in standings(before, results)}
    return [StandingsMove(was[line.player], line) for line in standings(after, results)]


def as_now(settings: NewSettings, now: Tournament) -> NewSettings:
    """How that stands in a tournament which somebody sets or has set."""
    said = (name for name, value in asdict(settings).items() if value is not None)
    return NewSettings(**{name: getattr(now.state, name) for name in said})


def _seated_before(tournament: Tournament, results: Results) -> int | None:
    number = len(results)
    seatings = [event for event in counting(tournament.history) if isinstance(event, RoundsSeated)]
    swiss = bool(seatings) and seatings[-1].method == "swiss"
    return number if swiss and all(one.stage == "seated" for one in results[number - 1]) else None
