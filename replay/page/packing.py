"""What several observers see, each as what is not as the first sees it: most of a match everybody saw alike."""

from collections.abc import Iterator
from typing import Any, Final

Json = dict[str, Any]
AS_FIRST: Final = 0
"""Stands for a step that is as the first sees it."""
AGAIN: Final = 1
"""Stands for a step that differs as the one before it did."""


def packed(first: Json, other: Json) -> Json:
    """What one observer sees, without what is as the first sees it; `eyes.js` puts it together again."""
    differs = {key: value for key, value in other.items() if value != first[key]}
    if "steps" in differs:
        differs["steps"] = list(_packed_steps(first["steps"], other["steps"]))
    return differs


def _packed_steps(first: list[Json], other: list[Json]) -> Iterator[Any]:
    last: Any = None
    for one, seen in zip(first, other, strict=True):
        found = _packed_step(one, seen)
        yield AGAIN if found and found == last else found
        last = found


def _packed_step(one: Json, seen: Json) -> Any:
    """Each difference as the way to it with what is there; only where zones are, these as numbers in a row."""
    differs = list(_differences(one, seen, ()))
    if all(len(way) == 3 and way[0] == "zones" for way in differs):
        return [number for way in differs for number in way[1:]] or AS_FIRST
    return differs


def _differences(was: Any, now: Any, way: tuple[Any, ...]) -> Iterator[list[Any]]:
    """Ways through objects and lists, each with what is at its end: null where nothing is."""
    if was == now:
        return
    if isinstance(was, dict) and isinstance(now, dict):
        for key in {**was, **now}:
            if key in was and key in now:
                yield from _differences(was[key], now[key], (*way, key))
            else:
                yield [*way, key, now.get(key)]
    elif _alike(was, now):
        for at, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from _differences(one, other, (*way, at))
    else:
        yield [*way, now]


def _alike(was: Any, now: Any) -> bool:
    """Whether two lists are as long, and have more in common than not: then what differs is shorter than the whole."""
    if not isinstance(was, list | tuple) or not isinstance(now, list | tuple) or len(was) != len(now):
        return False
    return isinstance(was[0], dict) or 2 * sum(one != other for one, other in zip(was, now, strict=True)) < len(was)


__all__ = ["AGAIN", "AS_FIRST", "packed"]
