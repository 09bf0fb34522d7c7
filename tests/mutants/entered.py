"""Which functions a test enters, and how long it takes: a plugin for pytest that writes it down.

A fault is then given only to the tests that come past it, the fast ones first.
"""

import json
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from types import CodeType, FrameType
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = "LUDOGRAPH_ENTERED"
"""The variable that names the folder to write to."""
PREFIX: Final = "ludograph"
"""The package in which the links to the program's folders lie."""
Codes = dict[int, CodeType]


class Entered:
    """Looks on while tests run. What a fixture for several tests enters belongs to each of them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._now: Codes = {}
        self._by_fixture: dict[int, Codes] = {}
        self._failed: set[str] = set()
        self._found: dict[str, Any] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """A test with everything before and after it."""
        self._now, begun = {}, perf_counter()
        self._look(self._see)
        try:
            return (yield)
        finally:
            self._look(None)
            seconds = perf_counter() - begun
            for fixtures in item._fixtureinfo.name2fixturedefs.values():  # type: ignore[attr-defined]
                self._now |= self._by_fixture.get(id(fixtures[-1]), {})
            if item.nodeid not in self._failed:
                self._found[item.nodeid] = {"seconds": round(seconds, 3), "entered": sorted(names_of(self._now))}

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        """A fixture is made; one for a single test belongs to that anyway."""
        before, self._now = self._now, {}
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                self._by_fixture[id(fixturedef)] = self._now
            self._now = before | self._now

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that does not pass by itself notices nothing."""
        if not report.passed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Everything is written down, by each process in a file of its own."""
        (self._folder / f"{os.getpid()}.json").write_text(json.dumps(self._found))

    def _see(self, frame: FrameType, event: str, arg: object) -> None:
        self._now[id(frame.f_code)] = frame.f_code

    def _look(self, look: Any) -> None:
        sys.settrace(look)
        threading.settrace(look)


def names_of(codes: Codes) -> Iterator[str]:
    """The functions of the program as `path:name`; one within another goes by the outer one's."""
    for code in codes.values():
        path = Path(code.co_filename)
        if path.is_relative_to(ROOT) and (found := source_path(path.relative_to(ROOT))) is not None:
            yield f"{found}:{code.co_qualname.partition('.<locals>')[0]}"


def source_path(path: Path) -> str | None:
    """The file in the repository that a module was imported from; None where it is none of the program's.

    Modules are imported as parts of `ludograph`, through links: a fault is put into the file that these lead to.
    """
    if path.parts[0] == "tests":
        return None
    return path.relative_to(PREFIX).as_posix() if path.parts[0] == PREFIX and len(path.parts) > 2 else path.as_posix()


def pytest_configure(config: pytest.Config) -> None:
    """The plugin is asked for by `-p tests.mutants.entered`."""
    config.pluginmanager.register(Entered(Path(os.environ[FOLDER])))
