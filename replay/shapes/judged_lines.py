"""A judgement as JSON: a line for each step, and what they all come to."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import to_builtins

from ludograph.domain.judging.judged_match import JudgedMatch, ToldStep
from ludograph.domain.match.aggregate import Match

DIGITS: Final = 3
LEAST: Final = 0.01
LEAST_SCORE: Final = 0.5
"""By less a step changed nothing that is worth telling: shares of the win, and points."""


def judged_step_json(one: ToldStep) -> dict[str, Any]:
    """A step for programs: its numbers by player, and the error of who decided it."""
    told: dict[str, Any] = to_builtins(one)
    return told


def judged_course_json(match: Match, worths: Sequence[ToldStep]) -> dict[str, Any]:
    """What each position was worth, step by step in the order of the seats: `value`, `luck`, `play`, and `se`.

    `least` is what is worth telling of a change, and `told` says what the numbers are.
    """
    alone = len(match.players) == 1
    unit = "points" if alone else "shares of the win"

    def seats(values: Mapping[str, float]) -> list[float]:
        return [round(values[name], DIGITS) for name in match.players]

    return {
        "told": f"In {unit}, as short playouts judge each position; the bands hold 95 %. Start, luck and play sum up.",
        "alone": alone,
        "least": LEAST_SCORE if alone else LEAST,
        "se": [round(one.se, DIGITS) for one in worths],
        "value": [seats(one.value) for one in worths],
        "luck": [seats(one.luck) for one in worths],
        "play": [seats(one.play) for one in worths],
    }


def judged_sums_json(judgement: JudgedMatch) -> dict[str, Any]:
    """What all steps come to, and what each player lost by decisions."""
    errors = {player: judgement.errors_of(player) for player in judgement.players}
    return {
        "start": judgement.start,
        "luck": judgement.luck,
        "play": judgement.play,
        "result": judgement.result,
        "errors": {player: to_builtins(found) for player, found in errors.items() if found.decisions},
    }
