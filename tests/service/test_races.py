"""A small run of the races, which a larger one of `python -m tests.service.races` continues."""

from pathlib import Path

from tests.places import place
from tests.service.races import raced


def test_whatever_comes_to_two_services_at_once_is_answered_with_what_is_so(tmp_path: Path) -> None:
    found = raced(place(tmp_path / "store.sqlite"), 50, 1)
    assert found.wrong == []
