"""The clock of a round: set, stopped, let go on; and from when on a table counts as late."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from statistics import median
from typing import Final, NamedTuple
from uuid import UUID

from msgspec.structs import replace

from ludograph.domain.match.aggregate import Stamp
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.recorder import NotFound
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.events import MatchesStarted
from ludograph.domain.tournaments.scores.scoring import Results, TableResult
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.state import Clock, counting

SLOW: Final = 1.5
"""A table that takes so many times as long as the others did is late, clock or none."""

Late = Mapping[tuple[int, int], datetime]
"""From when on an open table counts as late, by round and table; tables of which nobody can tell are left out."""


class ClockChange(NamedTuple):
    """What is to become of a clock; what is not said stays."""

    minutes: int | None = None
    """How long the round may take; 0 for no clock."""
    add: int = 0
    """So many minutes more, below zero fewer; more count from now on where the time is up."""
    runs: bool | None = None
    """Whether it goes on (True) or stops (False)."""
    from_now: bool = False
    """Whether it begins now, with all its minutes, whenever the round was started."""


def clock_changed(
    tournament: Tournament, number: int, change: ClockChange, reason: str, stamp: Stamp, by: str = ""
) -> Tournament:
    """The tournament with the clock of a round as it is to be; round 0 is every later one. Raises `OutOfOrder`."""
    clock = tournament.state.clocks.get(number)
    minutes = change.minutes if change.minutes is not None else clock.minutes if clock else 0
    if clock is None and not minutes:
        whose = f"Round {number} has" if number else "Rounds have"
        raise OutOfOrder(f"{whose} no clock yet: --minutes says how long it may take.")
    minutes = max(minutes + change.add, 0)
    if not minutes and change.minutes != 0:
        raise OutOfOrder("That takes away all of its minutes: --minutes 0 says that there is no clock.")
    if not number and (change.from_now or change.runs is not None):
        raise OutOfOrder("The clock of every later round waits for each of them to start: name the round.")
    started = _started_at(tournament, number) if number else None
    now = clock or Clock(minutes, 0, started)
    if change.add > 0 and change.minutes is None and now.left(stamp.now) < 0:
        # Whoever gives a round more time does not mean time that is gone already.
        now = Clock(now.minutes, now.minutes * 60, now.since and stamp.now)
    spent = now.minutes * 60 - now.left(stamp.now)
    if change.from_now:
        now = Clock(minutes, 0, stamp.now)
    elif change.runs is False:
        now = Clock(minutes, max(spent, 1))  # a clock of which nothing is gone waits for the start
    elif change.runs and now.since is None:
        now = Clock(minutes, now.spent, stamp.now)
    return tournament.set_clock(number, replace(now, minutes=minutes) if minutes else Clock(0), reason, stamp, by)


def _started_at(tournament: Tournament, number: int) -> datetime | None:
    """When matches of a round were started first; None where none were."""
    starts = (one for one in counting(tournament.history) if isinstance(one, MatchesStarted) and one.round == number)
    return next((one.recorded_at for one in starts), None)


def late_from(service: TournamentService, tournament: Tournament, results: Results) -> Late:
    """From when on each open table counts as late: by the clock, or as it takes much longer than the others did."""
    found: dict[tuple[int, int], datetime] = {}
    for number, played in enumerate(results, start=1):
        running = [at for at, one in enumerate(played, start=1) if one.stage != "over"]
        if not running or len(running) == len(played) == sum(one.stage == "seated" for one in played):
            continue
        clock = tournament.state.clocks.get(number)
        usual = _usual(service, played)
        for at in running:
            ends = [clock.ends_at] if clock else []
            if usual is not None and (began := _times(service, played[at - 1].match)):
                ends.append(began[0] + usual * SLOW)
            if known := [one for one in ends if one is not None]:
                found[number, at] = min(known)
    return found


def _usual(service: TournamentService, played: Sequence[TableResult]) -> timedelta | None:
    """How long the tables of a round took that are over, once these are half of them; None before."""
    times = [found for one in played if one.over and (found := _times(service, one.match))]
    lasted = [(end - begin).total_seconds() for begin, end in times]
    return timedelta(seconds=median(lasted)) if lasted and len(lasted) * 2 >= len(played) else None


def _times(service: TournamentService, match: UUID | None) -> tuple[datetime, datetime] | None:
    """When a match began, and when its last step was entered; None where nobody recorded."""
    try:
        found = service.recorder.load(match) if match else None
    except (StoreError, NotFound):
        return None
    if found is None:
        return None
    return found.start.recorded_at, (found.steps[-1] if found.steps else found.start).recorded_at
