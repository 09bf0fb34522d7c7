"""What a program that plays a seat is told: a JSON object a line, made of what that seat sees."""

from typing import Any

from ludograph.domain.bots.bot import Seating
from ludograph.domain.kernel.result import Result
from ludograph.domain.lab.search import Sight
from ludograph.domain.lab.seat_record import SeatStep
from ludograph.domain.notation.choice_values import choice_block
from ludograph.domain.notation.values import ValueWriter

Message = dict[str, Any]


def start_message(seating: Seating) -> Message:
    """How the match begins: the setup is step 0."""
    writer = ValueWriter(seating.players)
    return {
        "type": "start",
        "game": seating.game.id,
        "rules_version": seating.game.version,
        "options": writer.struct(seating.options),
        "players": list(seating.players),
        "seat": writer.seat(seating.seat),
        "deal": writer.struct(seating.deal),
        "facts": [writer.struct(fact) for fact in seating.facts],
    }


def step_message(seen: SeatStep, players: tuple[str, ...]) -> Message:
    """A step, with the keys that `log --json` has for it, but for when and by whom it was recorded."""
    writer = ValueWriter(players)
    return {
        "type": "step",
        "step": seen.step,
        "seat": writer.seat(seen.actor),
        "action": writer.struct(seen.action),
        "drawn": list(seen.drawn),
        "facts": [writer.struct(fact) for fact in seen.facts],
    }


def decide_message(sight: Sight, players: tuple[str, ...], number: int, seconds: float) -> Message:
    """The question for a move: what is open, and until when an answer counts."""
    return {
        "type": "decide",
        "number": number,
        "step": sight.step + 1,
        "choices": [choice_block(choice, players) for choice in sight.choices],
        "budget": {"seconds": seconds},
    }


def end_message(result: Result | None, players: tuple[str, ...]) -> Message:
    """That the match is over, or left as it is."""
    over = result is not None and result.over
    winners = result.winners if result is not None and isinstance(result.winners, tuple) else ()
    scores = dict(zip(players, result.scores, strict=True)) if result is not None and over else None
    return {"type": "end", "over": over, "scores": scores, "winners": [players[seat - 1] for seat in winners]}
