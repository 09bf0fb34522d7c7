"""Moments of a match as they are written: a step, or a beat of it."""

import re
from typing import Final, NamedTuple

WRITTEN: Final = re.compile(r"(-?\d{1,9})(?:\.([1-9]\d{0,8}))?", re.ASCII)


class Moment(NamedTuple):
    """A step, and the beat of it that is meant; 0 means all of the step."""

    step: int
    beat: int = 0


def moment_of(text: str) -> Moment | None:
    """What `32` or `32.4` means, whether or not a match has it; None for anything else."""
    found = WRITTEN.fullmatch(text)
    return None if found is None else Moment(int(found[1]), int(found[2] or 0))


__all__ = ["Moment", "moment_of"]
