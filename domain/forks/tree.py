"""The forks of a match, and those of its forks."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from ludograph.domain.match.events import origin_of
from ludograph.domain.store.errors import Damaged
from ludograph.domain.store.recorder import Listed, Recorder


class ForkTree(NamedTuple):
    """A fork as a list has it, with its own forks in the order of the steps at which they begin."""

    fork: Listed
    forks: tuple["ForkTree", ...]


def forks_of(recorder: Recorder, match: UUID, damaged: list[Damaged]) -> tuple[ForkTree, ...]:
    """The forks of a match as a tree; those that cannot be read go into `damaged`. Raises `StoreError`."""
    found: dict[UUID, list[Listed]] = defaultdict(list)
    for one in recorder.listed_matching(lambda fields: fields.origin is not None, damaged, forks=True):
        if (origin := origin_of(one.start)) is not None:
            found[origin.match].append(one)
    return _under(found, match, frozenset({match}))


def _under(found: dict[UUID, list[Listed]], match: UUID, above: frozenset[UUID]) -> tuple[ForkTree, ...]:
    """The forks below a match, but for those that it stands below itself, as a file that somebody wrote may say."""
    here: Sequence[Listed] = [one for one in found.get(match, []) if one.head.match not in above]
    here = sorted(here, key=lambda one: (_step(one), one.head.match.hex))
    return tuple(ForkTree(one, _under(found, one.head.match, above | {one.head.match})) for one in here)


def _step(one: Listed) -> int:
    origin = origin_of(one.start)
    return origin.step if origin else 0
