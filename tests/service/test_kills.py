"""A small run of the kills, which a larger one of `python -m tests.service.kills` continues."""

from pathlib import Path

from tests.large import slow
from tests.places import place
from tests.service.kills import killed


@slow
def test_what_was_confirmed_is_kept_and_followers_go_on(tmp_path: Path) -> None:
    found = killed(place(tmp_path / "store.sqlite"), 3, 1)
    assert found.wrong == []
    assert found.confirmed > 0
    assert found.repeated > 0
