"""One process that works in the background: it stands back, and another takes its place when it is ended."""

import os
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from signal import SIGKILL

import pytest

from ludograph.domain.kernel.processes import BackgroundProcess

SOON = 30.0
"""So many seconds a process may take to begin."""


def working(_: str) -> tuple[int, int]:
    """Which process works, and how far it stands back."""
    return os.getpid(), os.nice(0)


def test_a_background_process_stands_back_and_is_replaced_when_somebody_ends_it() -> None:
    background = BackgroundProcess()
    first, nice = background.submit(working, "").result(SOON)
    assert first != os.getpid()
    assert nice == min(os.nice(0) + 10, 19)
    assert background.submit(working, "").result(SOON)[0] == first
    os.kill(first, SIGKILL)
    second = first
    for _ in range(2):  # the first may be asked before it is known to have ended
        with suppress(BrokenExecutor):
            second, _ = background.submit(working, "").result(SOON)
    assert second not in (first, os.getpid())
    background.close()


def test_what_goes_wrong_there_is_raised_here() -> None:
    background = BackgroundProcess()
    with pytest.raises(ZeroDivisionError):
        background.submit(divided, 0).result(SOON)
    background.close()


def divided(by: int) -> float:
    return 1 / by
