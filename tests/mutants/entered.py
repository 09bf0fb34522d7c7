"""Which functions a test enters, and how long it takes: a plugin for pytest that writes it down.

A fault is then given only to the tests that come past it, the fast ones first.
"""

# Each function of the program is imported with one more statement at its beginning, which notes its number. A trace
# function would need no change, but is called for every call of every library: it takes several times as long.

import ast
import json
import os
import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path
from time import perf_counter
from types import CodeType, ModuleType
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = "LUDOGRAPH_ENTERED"
"""The variable that names the folder to write to."""
PREFIX: Final = "ludograph"
"""The package in which the links to the program's folders lie."""
NOTE: Final = "__entered__"
"""What a function is noted by: a name in each module of the program."""
FUNCTIONS: Final[list[str]] = []
"""The functions of the program that were imported, `path:name`, by their numbers."""
NOTED: Final[set[int]] = set()
"""The numbers of those that were entered since this was emptied."""


class Loader(SourceFileLoader):
    """Imports a module of the program with a note at the beginning of each of its functions."""

    def get_code(self, fullname: str) -> CodeType:
        """A module as it is compiled now: one from the cache would have no notes, or others."""
        path = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(path), path)
        return code

    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> Any:  # type: ignore[override]
        """A module's code, with the notes."""
        tree = ast.parse(data, path)
        if (source := source_path(Path(path).relative_to(ROOT))) is not None:
            _put_notes(tree, source, "")
        return compile(tree, path, "exec", dont_inherit=True, optimize=_optimize)

    def exec_module(self, module: ModuleType) -> None:
        """Runs a module that can note."""
        module.__dict__[NOTE] = NOTED.add
        super().exec_module(module)


def _put_notes(node: ast.AST, path: str, name: str) -> None:
    """Puts a note into each function in a piece of the program; one within another goes by the outer one's name."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            _put_notes(child, path, f"{name}{child.name}.")
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            explains = ast.get_docstring(child, clean=False) is not None
            note = ast.parse(f"{NOTE}({len(FUNCTIONS)})").body[0]
            FUNCTIONS.append(f"{path}:{name}{child.name}")
            for part in ast.walk(note):
                ast.copy_location(part, child.body[0])
            child.body.insert(1 if explains else 0, note)
        else:
            _put_notes(child, path, name)


class Finder:
    """Finds the modules of the program, for which it has a loader of its own."""

    @classmethod
    def find_spec(cls, name: str, path: Any = None, target: Any = None) -> Any:
        """Where a module of the program is; None for all others."""
        if not name.startswith(f"{PREFIX}."):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Loader(spec.loader.name, spec.loader.path)
        return spec


class Entered:
    """Looks on while tests run. What a fixture for several tests enters belongs to each of them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._by_fixture: dict[int, set[int]] = {}
        self._failed: set[str] = set()
        self._found: dict[str, Any] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """A test with everything before and after it."""
        NOTED.clear()
        begun = perf_counter()
        try:
            return (yield)
        finally:
            seconds = perf_counter() - begun
            entered = set(NOTED)
            for fixtures in item._fixtureinfo.name2fixturedefs.values():  # type: ignore[attr-defined]
                entered |= self._by_fixture.get(id(fixtures[-1]), set())
            if item.nodeid not in self._failed:
                self._found[item.nodeid] = {"seconds": round(seconds, 3), "entered": sorted(entered)}

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        """A fixture is made; one for a single test belongs to that anyway."""
        before = set(NOTED)
        NOTED.clear()
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                self._by_fixture[id(fixturedef)] = set(NOTED)
            NOTED.update(before)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that does not pass by itself notices nothing."""
        if not report.passed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Everything is written down, by each process in a file of its own."""
        names = {
            name: {**one, "entered": [FUNCTIONS[at] for at in one["entered"]]} for name, one in self._found.items()
        }
        (self._folder / f"{os.getpid()}.json").write_text(json.dumps(names))


def source_path(path: Path) -> str | None:
    """The file in the repository that a module was imported from; None where it is none of the program's.

    Modules are imported as parts of `ludograph`, through links: a fault is put into the file that these lead to.
    """
    return path.relative_to(PREFIX).as_posix() if path.parts[0] == PREFIX and len(path.parts) > 2 else None


def pytest_configure(config: pytest.Config) -> None:
    """The plugin is asked for by `-p tests.mutants.entered`."""
    config.pluginmanager.register(Entered(Path(os.environ[FOLDER])))


if FOLDER in os.environ:
    sys.meta_path.insert(0, Finder)
