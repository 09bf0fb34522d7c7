"""What was measured, match by match, in a file that a run goes on with after it was stopped or killed."""

from collections.abc import Mapping, Sequence
from json import dumps, loads
from os import fsync
from pathlib import Path
from types import TracebackType
from typing import Any

from ludograph.domain.experiments.measures import Measures


class OtherPlan(ValueError):
    """A file holds results of something else than what is to be played; the message says what to do."""


class KeptResults:
    """The file: a line that says what is played, and then one for each deal with what was measured of each variant."""

    def __init__(self, path: Path, plan: Mapping[str, Any]) -> None:
        self.path = path
        self._plan = dumps(plan, sort_keys=True)

    def __enter__(self) -> "KeptResults":
        """Opens the file for more. Raises `OtherPlan`."""
        lines, size = self._whole_lines()
        if lines and lines[0] != self._plan:
            raise OtherPlan(
                f"{self.path} holds what was played by another plan: name another file with --keep, or repeat the "
                "command as it was, with its seed."
            )
        self.found = [tuple(loads(line)) for line in lines[1:]]
        self._file = self.path.open("ab")
        self._file.truncate(size)  # a line that was written when the program was killed is not whole
        if not lines:
            self._write(self._plan)
        return self

    def add(self, measures: Sequence[Measures]) -> None:
        """Keeps what was measured of the next deal."""
        self._write(dumps(list(measures)))

    def _write(self, line: str) -> None:
        self._file.write(f"{line}\n".encode())
        self._file.flush()
        fsync(self._file.fileno())

    def __exit__(self, kind: type[BaseException] | None, wrong: BaseException | None, at: TracebackType | None) -> None:
        """Closes the file."""
        self._file.close()

    def _whole_lines(self) -> tuple[list[str], int]:
        """The lines of the file up to one that is no JSON or broke off, and how many bytes they are."""
        lines: list[str] = []
        size = 0
        for line in self.path.read_bytes().splitlines(keepends=True) if self.path.exists() else ():
            try:
                loads(line)
            except ValueError:
                break
            if not line.endswith(b"\n"):
                break
            lines.append(line.decode().rstrip("\n"))
            size += len(line)
        return lines, size


def seed_kept(path: Path) -> str | None:
    """The seed of the plan whose results a file holds; None where it holds none."""
    try:
        plan = loads(path.read_text(encoding="utf-8").splitlines()[0])
        return str(plan["seed"])
    except (OSError, ValueError, LookupError, TypeError):
        return None
