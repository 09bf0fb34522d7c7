"""A judgement as JSON: a line for each step, and what they all come to."""

from typing import Any

from msgspec import to_builtins

from ludograph.domain.judging.judged_match import JudgedMatch, ToldStep


def judged_step_json(one: ToldStep) -> dict[str, Any]:
    """A step for programs: its numbers by player, and the error of who decided it."""
    told: dict[str, Any] = to_builtins(one)
    return told


def judged_sums_json(judgement: JudgedMatch) -> dict[str, Any]:
    """What all steps come to, and what each player lost by decisions."""
    errors = {player: judgement.errors_of(player) for player in judgement.players}
    return {
        "start": judgement.start,
        "luck": judgement.luck,
        "play": judgement.play,
        "own_play": judgement.own_play,
        "others_play": judgement.others_play,
        "result": judgement.result,
        "errors": {player: to_builtins(found) for player, found in errors.items() if found.decisions},
    }
