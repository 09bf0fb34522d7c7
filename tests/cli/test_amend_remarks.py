"""Remarks that a match file tells apart outlive its correction, in a file and in an editor."""

import json
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.cli.test_amend import editor


@pytest.fixture
def noted(ludograph: Ludograph, recorded: str) -> str:
    """A match of four steps with remarks on its start, step 2 and step 3."""
    ludograph("act", recorded, "Ann bid 6SY", "Bob bid 8MS")
    ludograph("note", recorded, "0", "by the window", "--public", "--by", "Eve")
    ludograph("note", recorded, "2", "all saw it", "--public", "--by", "Eve")
    ludograph("note", recorded, "3", "she took long", "--by", "Eve")
    return recorded


def exported(ludograph: Ludograph, match: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in ludograph("export", match).splitlines()]


def amended(ludograph: Ludograph, match: str, lines: list[dict[str, Any]]) -> dict[str, Any]:
    file = ludograph.file("corrected.jsonl", *map(json.dumps, lines))
    return dict(ludograph.json("amend", match, "--file", file, "--reason", "a slip"))


def test_a_file_that_was_not_changed_amends_nothing(ludograph: Ludograph, noted: str) -> None:
    assert amended(ludograph, noted, exported(ludograph, noted))["status"] == "unchanged"


def test_other_entries_keep_their_remarks_and_new_ones_bring_theirs(ludograph: Ludograph, noted: str) -> None:
    lines = exported(ludograph, noted)
    lines[3] = {"seat": "Ann", "do": "bid", "card": "5SV", "notes": [{"text": "a Seeker", "by": "Eve", "public": True}]}
    told = amended(ludograph, noted, lines)
    assert (told["status"], told["at"], told["event"]) == ("amended", 3, 9)
    assert exported(ludograph, noted) == lines
    assert ludograph.json("verify", noted)["ok"]


def test_in_an_editor_too(ludograph: Ludograph, noted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = exported(ludograph, noted)
    editor(ludograph, monkeypatch, ("bid 6SY", "bid 5SV"), ("table: 5", "table: 6"))
    ludograph("amend", noted, "--edit", "--as", "judge", "--reason", "slips")
    before[0]["table"], before[3]["card"] = "6", "5SV"
    assert exported(ludograph, noted) == before
    assert ludograph.json("verify", noted)["ok"]
