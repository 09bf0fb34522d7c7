"""`verify --lake` says of a lake what `verify` says of the store that it was made from, and which files are others."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.lakes import Events, altered, is_empty, raw_file, resealed


def test_it_says_of_each_match_what_verify_says_of_the_store(
    ludograph: Ludograph, stored: Ludograph, lake: Path
) -> None:
    assert sorted(ludograph("verify", "--lake", lake).splitlines()) == sorted(stored("verify").splitlines())
    told, wanted = ({line["head"]: line for line in one.lines(*args)} for one, args in (
        (ludograph, ("verify", "--lake", lake)), (stored, ("verify",)),
    ))  # fmt: skip
    assert told == wanted
    assert is_empty(ludograph.store)
    assert ludograph.run("verify", "--lake", lake).stderr == stored.run("verify").stderr
    (sealed,) = ludograph.lines("verify", "SEALED", "--lake", lake)
    assert sealed == stored.json("verify", "SEALED")


def wrong(ludograph: Ludograph, lake: Path) -> tuple[list[dict[str, Any]], str]:
    """The matches that are wrong in a lake in which something is, and what is said besides."""
    result = ludograph.run("verify", "--lake", lake, "--json")
    assert result.exit_code == 1, result.output
    return [line for line in map(json.loads, result.stdout.splitlines()) if not line["ok"]], result.stderr


def reversed_seats(event: dict[str, Any]) -> None:
    if event.get("number") == 2:
        event["actor"] = 3 - event["actor"]


ALTERED: dict[str, tuple[Callable[[Events], Events | None], int, str]] = {
    "an event": (
        lambda rows: rows[2].update(state=rows[2]["state"].replace("a long think", "a short one")),
        3, "What is stored is not what was recorded: its digest does not fit.",
    ),
    "the column of digests": (lambda rows: rows[1].update(digest="0" * 64), 2, "It cannot be read"),
    "an event that is gone": (lambda rows: [*rows[:2], *rows[3:]], 3, "Event 3 is missing"),
    "the end": (lambda rows: rows[:-1], 6, "The end was removed: events 6 to 6 are missing."),
    "two that are swapped": (
        lambda rows: [*rows[:2], rows[3] | {"version": 3}, rows[2] | {"version": 4}, *rows[4:]],
        3, "it says that it is another event",
    ),
    "the order": (lambda rows: rows[2].update(position=1), 3, "it lies before the one that it follows."),
    "all digests": (lambda rows: resealed(rows, reversed_seats), 3, "Under today's rules this is refused"),
}  # fmt: skip


@pytest.mark.parametrize("what", ALTERED)
def test_what_was_altered_is_found_though_the_manifest_says_so_too(ludograph: Ludograph, lake: Path, what: str) -> None:
    change, event, message = ALTERED[what]
    altered(lake, change)
    (found,), said = wrong(ludograph, lake)
    assert found["error"]["event"] == event
    assert message in found["error"]["message"]
    assert said == ""


def test_files_that_are_others_are_named(ludograph: Ludograph, lake: Path) -> None:
    (steps,) = (lake / "now" / "steps").glob("*-over.parquet")
    steps.write_bytes(steps.read_bytes()[:-1])
    (lake / "now" / "games" / "games-000001.parquet").unlink()
    (lake / "now" / "steps" / "mine.parquet").write_bytes(b"mine")
    matches, said = wrong(ludograph, lake)
    assert matches == []
    lines = said.splitlines()
    assert len(lines) == 3
    assert any(line.startswith("steps/part-") and " was cut: " in line for line in lines)
    assert "games/games-000001.parquet is missing." in lines
    assert "steps/mine.parquet lies in the lake, but the manifest does not name it." in lines


@pytest.mark.parametrize("content", [b"", b"PAR1 no table PAR1", None], ids=["empty", "no table", "other columns"])
def test_matches_in_a_file_that_cannot_be_read_are_wrong(
    ludograph: Ludograph, lake: Path, content: bytes | None
) -> None:
    (other,) = (lake / "now" / "steps").glob("*-over.parquet")
    raw_file(lake, "over").write_bytes(other.read_bytes() if content is None else content)
    found, said = wrong(ludograph, lake)
    assert len(found) == 2
    assert all("The file in which it lies cannot be read" in one["error"]["message"] for one in found)
    assert raw_file(lake, "over").name in said


def test_one_match_is_named_as_everywhere_and_slips_need_a_store(ludograph: Ludograph, lake: Path) -> None:
    (told,) = ludograph.lines("verify", "AO26-2-5", "--lake", lake)
    assert told["ok"]
    assert ludograph.lines("verify", told["match"][:8], "--lake", lake) == [told]
    assert "There is no match in" in ludograph.refused("verify", "nobody", "--lake", lake)
    said = ludograph.refused("verify", "AO26-2-5", "--lake", lake, "--head", told["head"], code=2)
    assert "--head and --commitment compare with a store" in said
    assert "There is no lake in" in ludograph.refused("verify", "--lake", ludograph.folder)
