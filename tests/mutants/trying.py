"""Tries a fault: the tests that come past it, the fast ones first, in a copy of the program that has it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.mutants.entered import FOLDER, ROOT
from tests.mutants.faults import Fault

RECORDED: Final = ROOT / ".mutants"
"""What was written down of the tests, to be used until somebody removes it."""
FIRST: Final = 25
"""So many tests are run at first: most faults are noticed by then."""
GENERATED: Final = "tests/test_documents.py"
"""Reads what stands outside of functions, of every command, game and report."""


class Test(NamedTuple):
    """A test, how long it takes, and the functions that it enters."""

    name: str
    seconds: float
    entered: frozenset[str]


def recorded(paths: Iterable[str]) -> list[Test]:
    """The tests in these folders and files that pass in a copy, the fast ones first."""
    files = [file for path in paths for file in _recording(path).glob("*.json")]
    found = {name: one for file in files for name, one in json.loads(file.read_text()).items()}
    tests = (Test(name, one["seconds"], frozenset(one["entered"])) for name, one in found.items())
    return sorted(tests, key=lambda test: test.seconds)


def _recording(path: str) -> Path:
    """The folder with what was written down of the tests in a folder or file, which are run where it is not there."""
    folder = RECORDED / path.replace("/", ".")
    if not any(folder.glob("*.json")):
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadfile"]
        with copies(1) as (copy,):
            _run([*command, "-p", "tests.mutants.entered", path], copy.folder, {FOLDER: str(folder)}, None)
    return folder


def tests_for(fault: Fault, tests: Iterable[Test], seconds: float) -> list[Test]:
    """The tests that come past a fault, as many as can be run in so many seconds.

    Outside of functions that is whoever enters a function of the file or, where it has none, of its folder.
    """
    every = list(tests)
    if fault.function:
        place = f"{fault.path}:{fault.function}"
        found = [test for test in every if place in test.entered]
    else:
        ways = (f"{fault.path}:", f"{fault.path.rpartition('/')[0]}/")
        found = next(filter(None, (_reading(way, every) for way in ways)), [])
    chosen: list[Test] = []
    left = seconds
    for test in found:
        if chosen and test.seconds > left:
            break
        chosen.append(test)
        left -= test.seconds
    return chosen


def _reading(way: str, tests: Iterable[Test]) -> list[Test]:
    """The tests that enter anything in a file or folder."""
    return [
        test
        for test in tests
        if test.name.startswith(GENERATED) or any(one.startswith(way) and "<" not in one for one in test.entered)
    ]


class Copy:
    """A copy of the program in which one fault at a time can be tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._time = 0
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        for name in filter(None, listed.decode().split("\0")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).exists():  # the links in `ludograph` stay links, to the folders of the copy
                shutil.copy2(ROOT / name, folder / name, follow_symlinks=False)

    def notices(self, fault: Fault, tests: list[Test]) -> bool:
        """Whether any of these tests fails with the fault, or does not end."""
        path = self.folder / fault.path
        source = path.read_bytes()
        self._write(path, fault.put_into(source))
        try:
            return any(not self._pass(some) for some in (tests[:FIRST], tests[FIRST:]) if some)
        finally:
            self._write(path, source)

    def _write(self, path: Path, source: bytes) -> None:
        """What is compiled of a file is known by its time in seconds: it has to be another one each time."""
        path.write_bytes(source)
        self._time += 1
        os.utime(path, (0, path.stat().st_mtime - 100_000 + self._time))

    def _pass(self, tests: list[Test]) -> bool:
        names = self.folder / ".tests"
        names.write_text("\n".join(test.name for test in tests))
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"@{names.name}"]
        return _run(command, self.folder, {}, 60 + 10 * sum(test.seconds for test in tests))


def _run(command: list[str], folder: Path, variables: dict[str, str], seconds: float | None) -> bool:
    """Whether a program ends well, and in time."""
    environment = {**os.environ, "PYTHONPATH": str(folder), **variables}
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as running:
        try:
            return running.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            running.kill()
            return False


@contextmanager
def copies(number: int) -> Iterator[list[Copy]]:
    """So many copies, which are removed at the end; what lies beside the program for its tests lies beside them too."""
    with TemporaryDirectory(prefix="ludograph-mutants-") as name:
        folder = Path(name)
        if (ROOT.parent / "shared").exists():
            (folder / "shared").symlink_to((ROOT.parent / "shared").resolve())
        yield [Copy(folder / str(one)) for one in range(number)]
