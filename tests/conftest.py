"""What all tests need of the process they run in."""

import gc
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.large import ALL, LARGE_LIST, SLOW_LIST, TURNS_LIST, large, listed, other_turn, slow, waits
from tests.places import ON_SERVER, give_back

# A program started in the background of a script ignores Ctrl-C and hands that on to what it starts; the tests that
# press Ctrl-C want to see what happens otherwise.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A store waits for its disk at every commit, and tests wait with it for more than half of their time; none of them
# cuts off the power. So their files lie in memory where there is room, unless somebody says where they shall lie.
MEMORY: Final = Path("/dev/shm")
ROOM: Final = 4 * 1024**3
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("TMPDIR", str(MEMORY))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks what is listed as slow, large or another's turn; a line of a list that names no test is a mistake.

    With LUDOGRAPH_LARGE=1 some tests have other examples.
    """
    there = {item.nodeid: item for item in items}
    files = {name.partition("::")[0] for name in there}
    whole = not ALL and not any("::" in one or one.startswith("@") for one in config.args)
    for file, mark in ((SLOW_LIST, slow), (LARGE_LIST, large), (TURNS_LIST, other_turn)):
        names = listed(file)
        for name in names & there.keys():
            if file != TURNS_LIST or waits(name):
                there[name].add_marker(mark)
        unknown = {name for name in names - there.keys() if name.partition("::")[0] in files}
        if whole and unknown:
            raise pytest.UsageError(f"tests/{file.name} names tests that there are not: {', '.join(sorted(unknown))}")


def pytest_unconfigure() -> None:
    """Takes away the function that Hypothesis has the collector of garbage call, for it is never let go of.

    What it holds outlives the interpreter, DuckDB's module with it, whose binding then prints a page of what is left.
    """
    gc.callbacks[:] = [call for call in gc.callbacks if not call.__module__.startswith("hypothesis.")]


@pytest.fixture(autouse=ON_SERVER)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Archives of stores on a server lie in a cache, which is that of a test alone."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(autouse=True)
def databases() -> Iterator[None]:
    """What a test kept on a server is let go of."""
    yield
    give_back()
