"""What takes too long for every run.

`LUDOGRAPH_SLOW=1 bash tests/run` takes along what is slow, `LUDOGRAPH_LARGE=1` what is large too. With
`LUDOGRAPH_TURN=N`, as `.ci/run` has it, only a fifth of the dearest examples is run, another one for each N.
"""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import pytest

ALL: Final = bool(os.environ.get("LUDOGRAPH_LARGE"))
SLOW: Final = ALL or bool(os.environ.get("LUDOGRAPH_SLOW"))
large: Final = pytest.mark.skipif(not ALL, reason="it is large: LUDOGRAPH_LARGE=1 takes it along")
SLOW_REASON: Final = "it is slow: LUDOGRAPH_SLOW=1 takes it along"
slow: Final = pytest.mark.skipif(not SLOW, reason=SLOW_REASON)
SLOW_LIST: Final = Path(__file__).with_name("slow.txt")
LARGE_LIST: Final = Path(__file__).with_name("large.txt")
TURNS_LIST: Final = Path(__file__).with_name("turns.txt")
"""The examples that are slow, large or run by turns, a name on each line: `python -m tests.durations` chooses them."""
TURNS: Final = 5
TURN: Final = os.environ.get("LUDOGRAPH_TURN", "")
TURN_REASON: Final = "it is another's turn: without LUDOGRAPH_TURN all are run"
other_turn: Final = pytest.mark.skip(reason=TURN_REASON)


def listed(file: Path) -> frozenset[str]:
    """What one of the lists names."""
    return frozenset(line for line in file.read_text().splitlines() if line and not line.startswith("#"))


def waits(name: str) -> bool:
    """Whether an example that is run by turns is left out of this run."""
    return bool(TURN) and not ALL and crc32(name.encode()) % TURNS != int(TURN) % TURNS


def some(every: Sequence[Any], step: int) -> Sequence[Any]:
    """One of so many, or all where all are wanted."""
    return every if ALL else every[::step]


def most_slow(every: Sequence[Any], step: int, first: int = 0) -> list[Any]:
    """All of them as parameters, of which one of so many is in every run, and the others are slow."""
    return [one if at % step == first % step else _slow(one) for at, one in enumerate(every)]


def slow_but(every: Iterable[Any], *kept: str) -> list[Any]:
    """All of them as parameters, of which these, by their names, are in every run, and the others are slow."""
    return [one if getattr(one, "__name__", one) in kept else _slow(one) for one in every]


def _slow(one: Any) -> Any:
    values = one if isinstance(one, tuple) else (one,)
    return pytest.param(*values, marks=slow)


def times(number: int, slow_number: int) -> int:
    """How often something is repeated: in every run, and where what is slow is taken along."""
    return slow_number if SLOW else number
