"""Every decision says what it touches; one that does not would stand against all others at another desk."""

from datetime import UTC, datetime
from uuid import UUID

from ludograph.domain.tournaments.events import (
    TOPICS,
    PlayersEntered,
    ResultEntered,
    RoundsSeated,
    SeatedRound,
    TakenBack,
    TournamentEvent,
)
from ludograph.domain.tournaments.footprints import (
    EVERYTHING,
    FOOTPRINTS,
    Footprint,
    _footprint,
    against,
    outdates,
    overlap,
)
from ludograph.domain.tournaments.state import State

NOW = datetime(2026, 11, 23, tzinfo=UTC)
PLACE = {
    "recorded_at": NOW, "originator_id": UUID(int=1), "originator_version": 2, "salt": "00", "previous": "",
}  # fmt: skip
BEFORE = State("Cup", "wins", (), 0)  # type: ignore[arg-type]


class Undeclared(TournamentEvent, frozen=True):
    """An event of which nobody has said what it touches."""


def of(event: TournamentEvent) -> Footprint:
    return _footprint(event, BEFORE, [])


def test_every_event_declares_what_it_touches() -> None:
    missing = [kind.__name__ for kind in TOPICS if kind not in FOOTPRINTS and kind is not TakenBack]
    assert not missing, f"Say in FOOTPRINTS (domain/tournaments/footprints.py) what they touch and rest on: {missing}"


def test_what_is_not_declared_stands_against_everything() -> None:
    undeclared = of(Undeclared(**PLACE))  # type: ignore[arg-type]
    assert undeclared.touches == EVERYTHING.touches
    entered = of(PlayersEntered(players=("Ann",), **PLACE))  # type: ignore[arg-type]
    assert against(undeclared, entered)
    assert against(entered, undeclared)


def test_a_key_is_all_that_is_part_of_it() -> None:
    assert overlap([("round", 2)], [("round", 2, 1)])
    assert overlap([("round", 2, 1)], [("round",)])
    assert overlap([()], [("lots",)])
    assert not overlap([("round", 2, 1)], [("round", 2, 2)])
    assert not overlap([("round", 1)], [("round", 2, 1)])


def test_a_seating_stands_against_entries_and_goes_by_results() -> None:
    seating = RoundsSeated(first=2, rounds=(SeatedRound("sun-bid", {}, (("Ann", "Ben"),)),), method="swiss", **PLACE)  # type: ignore[arg-type]
    seated = of(seating)
    entered = of(PlayersEntered(players=("Gita",), **PLACE))  # type: ignore[arg-type]
    result = of(ResultEntered(round=1, table=1, scores=(), **PLACE))  # type: ignore[arg-type]
    own = of(ResultEntered(round=2, table=1, scores=(), **PLACE))  # type: ignore[arg-type]
    assert against(seated, entered)
    assert not against(seated, result)
    assert outdates(result, seated)
    assert against(seated, own)
