"""Ids of matches, as short as they can be."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

SHORTEST: Final = 8
"""Less of an id is never shown."""


def short_ids(ids: Sequence[str]) -> dict[str, str]:
    """For each id a beginning of it that no other has."""
    ordered = sorted(ids)
    shared = [0, *(_shared(*pair) for pair in pairwise(ordered)), 0]
    return {id: id[: max(SHORTEST, shared[at] + 1, shared[at + 1] + 1)] for at, id in enumerate(ordered)}


def short_id(id: str, beside: Sequence[str]) -> str:
    """A beginning of an id that no other has, where these are the ids before and after it."""
    return short_ids([id, *beside])[id]


def _shared(one: str, other: str) -> int:
    """How many letters two ids have in common at their beginning."""
    return next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))
