"""Which entries of two lists are the same: what was put right is told from what was left alone."""

from collections.abc import Hashable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple


class CommonRun(NamedTuple):
    """So many entries that are the same, and where they begin in both lists."""

    was: int
    now: int
    size: int


def common_runs(was: Sequence[Hashable], now: Sequence[Hashable]) -> list[CommonRun]:
    """Runs of entries that are the same, in their order; the last is empty, at the end of both lists.

    What both lists begin and end with is not searched for: a search takes long where entries come again and again.
    """
    least = min(len(was), len(now))
    begun = next((at for at in range(least) if was[at] != now[at]), least)
    ended = next((at for at in range(least - begun) if was[-1 - at] != now[-1 - at]), least - begun)
    middle = SequenceMatcher(None, was[begun : len(was) - ended], now[begun : len(now) - ended], autojunk=False)
    found = [CommonRun(begun + one.a, begun + one.b, one.size) for one in middle.get_matching_blocks()]
    ends = CommonRun(len(was) - ended, len(now) - ended, ended), CommonRun(len(was), len(now), 0)
    return [*(one for one in (CommonRun(0, 0, begun), *found, ends[0]) if one.size), ends[1]]


def exchanged(was: Sequence[Hashable], now: Sequence[Hashable]) -> list[CommonRun]:
    """Runs of entries that stand in the place of as many others."""
    ended, found = CommonRun(0, 0, 0), []
    for one in common_runs(was, now):
        size = one.was - ended.was - ended.size
        if size == one.now - ended.now - ended.size > 0:
            found.append(CommonRun(ended.was + ended.size, ended.now + ended.size, size))
        ended = one
    return found
