"""What a ruling comes to before it is recorded, as JSON and for people."""

from collections.abc import Iterator, Sequence
from typing import Any

from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import final_of, in_force
from ludograph.domain.notation.visible_text import visible
from ludograph.domain.tournaments.rounds.standings_change import StandingsChange
from ludograph.domain.tournaments.scores.scoring import as_number, points_text
from ludograph.replay.sentences.ruling_effects import change, ruling_effects
from ludograph.replay.shapes.officials import final_json


def ruling_effects_json(before: Match, after: Match, moved: Sequence[StandingsChange]) -> dict[str, Any]:
    """The final result as it is and as it would be, whose agreement would be void, and who would stand otherwise."""
    agree = {one.event for one in in_force(after)}
    return {
        "result": {side: final_json(final_of(match), match.players) for side, match in _sides(before, after)},
        "void": [one.name for one in in_force(before) if one.event not in agree],
        "standings": [
            {
                "tournament": one.tournament,
                "player": one.was.player,
                "place": {"was": one.was.place, "now": one.now.place},
                "points": {"was": as_number(one.was.points), "now": as_number(one.now.points)},
            }
            for one in moved
        ],
        "told": [*ruling_effects(before, after), *standings_told(moved)],
    }


def standings_told(moved: Sequence[StandingsChange]) -> Iterator[str]:
    """Who would stand otherwise in a tournament: `In Cup: Ann, place 3 -> 1, points 0 -> 1.`"""
    for one in moved:
        place = change(one.was.place, one.now.place)
        points = change(points_text(one.was.points), points_text(one.now.points))
        yield f"In {visible(one.tournament)}: {visible(one.was.player)}, place {place}, points {points}."


def _sides(before: Match, after: Match) -> tuple[tuple[str, Match], tuple[str, Match]]:
    return ("was", before), ("now", after)
