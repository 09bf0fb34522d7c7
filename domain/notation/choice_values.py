"""What is open to somebody, written out as JSON."""

from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

from ludograph.domain.kernel.game import Choice, FreeText, verb_of
from ludograph.domain.kernel.shapes import fields_of
from ludograph.domain.notation.values import ValueWriter

MOST_LISTED: Final = 10_000
"""More values of a field than this are not written out."""
MOST_COMBINED: Final = 200
"""Nor more than this where each is of several cards: of three unseen ones there are tens of thousands."""


def choice_block(choice: Choice, players: Sequence[str]) -> dict[str, Any]:
    """A block of choices; `idle` where nobody waits for it.

    `incomplete` names fields with too many values to be listed, `free` those that take any text.
    """
    writer = ValueWriter(players, unknown="??")
    block: dict[str, Any] = {"do": verb_of(choice.action.__name__)}
    for field in fields_of(choice.action):
        if field.name in choice.values:
            values = islice(choice.values[field.name], _most(choice.values[field.name]))
            block[field.name] = [writer.value(field.shape, value) for value in values]
    cut = [name for name, values in choice.values.items() if len(values) > _most(values)]
    free = [name for name, values in choice.values.items() if isinstance(values, FreeText)]
    block |= ({"incomplete": cut} if cut else {}) | ({"free": free} if free else {})
    return block | ({"idle": True} if choice.idle else {})


def _most(values: Sequence[Any]) -> int:
    """How many of these values are written out."""
    return MOST_COMBINED if isinstance(next(iter(values), None), tuple) else MOST_LISTED
