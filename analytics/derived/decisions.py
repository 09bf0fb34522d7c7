"""What was open to whoever acted, step by step, as an observer knows it."""

from collections.abc import Iterable, Iterator
from math import prod
from typing import Any, Final

from ludograph.domain.kernel.game import TABLE, Choice, FreeText, verb_of
from ludograph.domain.match.aggregate import Match, waited_for

MOST: Final = 10**15
"""More entries than these are not counted."""


def decisions_of(match: Match, states: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """The rows of `decisions` without the match and its game; `states` are those before each step."""
    for step, state in zip(match.steps, states, strict=False):
        actor, verb = step.actor, verb_of(type(step.action).__name__)
        busy = [one for one in match.game.choices(state, actor) if not one.idle]
        kinds = sorted({verb_of(one.action.__name__) for one in busy})
        counts = [_count(one) for one in busy]
        known = [count for count in counts if count is not None]
        # A text can be anything, so that nobody can say how many entries there are.
        choices = min(sum(known), MOST) if len(known) == len(counts) else None
        player = None if actor == TABLE else match.players[actor - 1]
        idle = not any(one.action is type(step.action) for one in busy)
        others = sum(
            waited_for(match.game.choices(state, seat)) for seat in range(1, len(match.players) + 1) if seat != actor
        )
        yield step.number, actor, player, verb, choices, kinds, choices == 1 and not idle, idle, others


def _count(choice: Choice) -> int | None:
    """How many different entries a block stands for; None where a text may be anything."""
    if any(isinstance(values, FreeText) for values in choice.values.values()):
        return None
    return prod(len(values) for values in choice.values.values())
