"""`copy` puts matches into another store, event for event."""

import pytest

from tests.cli.conftest import Ludograph
from tests.cli.test_merge import beside, held


def test_all_matches_are_copied_into_a_store_that_is_made(ludograph: Ludograph, recorded: str) -> None:
    ludograph("new", "aucteraden", "Max", "--seed", "1")
    other = beside(ludograph, "other")
    result = ludograph.run("copy", other.store, "--all")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["copied", "copied"]
    assert result.stderr == "2 copied.\n"
    assert held(other) == held(ludograph)
    other("verify")
    assert ludograph.run("copy", other.store, "--all").stderr == "2 there already.\n"


def test_matches_are_named_or_those_of_a_tournament(ludograph: Ludograph, recorded: str) -> None:
    ludograph("new", "aucteraden", "Max", "--id", "max")
    for name, pick in enumerate((["max"], ["--event", "Autumn Open"], ["max", recorded, "max"])):
        other = beside(ludograph, f"other{name}")
        ludograph("copy", other.store, *pick)
        assert len(other.lines("matches")) == (2 if name == 2 else 1)


@pytest.mark.parametrize("pick", [(), ("--all", "--event", "x"), ("AO26-2-5", "--all")])
def test_it_has_to_be_said_which(ludograph: Ludograph, recorded: str, pick: tuple[str, ...]) -> None:
    ludograph.refused("copy", ludograph.folder / "other.sqlite", *pick, code=2)


def test_what_is_not_there_makes_no_store(ludograph: Ludograph, recorded: str) -> None:
    other = ludograph.folder / "other.sqlite"
    assert "There is no match nobody" in ludograph.refused("copy", other, "nobody")
    assert "No match of Spring" in ludograph.refused("copy", other, "--event", "Spring")
    assert not other.exists()
    assert "Nothing is recorded yet" in beside(ludograph, "empty").refused("copy", other, "--all")


def test_the_store_itself_and_what_lies_beside_it_is_no_place_for_it(ludograph: Ludograph, recorded: str) -> None:
    assert "is the store itself" in ludograph.refused("copy", ludograph.store, "--all")
    ludograph("query", "SELECT 1")
    for ending in (".duckdb", "-wal"):
        ludograph.refused("copy", f"{ludograph.store}{ending}", "--all")
    assert ludograph.json("verify", recorded)["ok"]


def test_what_went_apart_is_decided_for_where_it_is_copied_to(ludograph: Ludograph, recorded: str) -> None:
    other = beside(ludograph, "other")
    ludograph("copy", other.store, recorded)
    ludograph("act", recorded, "Ann pass")
    other("act", recorded, "Ann bid 6SY")
    assert "part at step 3" in ludograph.refused("copy", other.store, recorded)
    ludograph("copy", other.store, recorded, "--keep", "theirs")
    assert other("export", recorded) == ludograph("export", recorded)
