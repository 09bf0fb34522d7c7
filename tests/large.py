"""What takes too long for every run: `LUDOGRAPH_LARGE=1 bash tests/run` takes it along."""

import os
from collections.abc import Sequence
from typing import Any, Final

import pytest

ALL: Final = bool(os.environ.get("LUDOGRAPH_LARGE"))
large: Final = pytest.mark.skipif(not ALL, reason="it is large: LUDOGRAPH_LARGE=1 takes it along")


def some(every: Sequence[Any], step: int) -> Sequence[Any]:
    """One of so many, or all where all are wanted."""
    return every if ALL else every[::step]
