"""Scenario files as match files: what is played in them, without what is asserted."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.analytics.played import Asked, written
from tests.scenario import COMMANDS, FOLDER


@contextmanager
def scene(folder: Path, name: str) -> Iterator[Asked]:
    """The archive of a store with the match of one scenario."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    with written(folder, "\n".join(line for line in lines if not COMMANDS.match(line)) + "\n") as archive:
        yield archive
