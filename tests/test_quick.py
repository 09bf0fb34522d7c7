"""The inner loop knows every room and finds its tests."""

from tests.rooms import ROOT, STANDS_ON

LINES = dict(
    line.split(": ") for line in (ROOT / "tests" / "quick.txt").read_text().splitlines() if not line.startswith("#")
)
PARTS = {"service", "cli"}
"""Rooms with parts: these have no tests of their own."""


def test_every_room_has_its_line() -> None:
    rooms = {next((part for part in room.split(".") if part in PARTS), room.split(".")[-1]) for room in STANDS_ON}
    assert {*LINES} - {"some"} == rooms


def test_the_tests_of_a_room_are_there() -> None:
    assert [path for paths in LINES.values() for path in paths.split() if not (ROOT / path).exists()] == []
