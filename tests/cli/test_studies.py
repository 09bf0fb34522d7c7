"""`import --notes`: studies that a page saved become remarks, once, signed by their authors."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ludograph

TEXT = "The Castle was enough.\nShe could keep the Pact."
ARROW = {"from": {"zone": "Ann", "part": "Hand", "card": "9MS"}, "to": {"zone": "Table", "part": "Pool"}}


@pytest.fixture
def study(ludograph: Ludograph, recorded: str, tmp_path: Path) -> Any:
    """A function that writes a study of the recorded match with other fields, and says where it is."""

    def write(name: str = "study.json", **fields: Any) -> str:
        notes = [{"step": 1, "glyph": "!?", "text": TEXT, "arrows": [ARROW]}, {"step": 0, "glyph": "??"}]
        own = {"ludograph": "study", "version": 1, "match": ludograph.json("show", recorded)["match"], "author": "Zoe"}
        path = tmp_path / name
        path.write_text(json.dumps(own | {"eyes": "judge", "notes": notes} | fields))
        return str(path)

    return write


def test_it_says_what_it_took_and_takes_nothing_twice(ludograph: Ludograph, recorded: str, study: Any) -> None:
    file = study()
    assert "2 recorded" in ludograph("import", "--notes", file)
    assert "2 there already" in ludograph("import", "--notes", file)
    more = study("more.json", author="Yan")
    taken = ludograph.lines("import", "--notes", more, file)
    assert [(one["recorded"], one["already"], one["error"]) for one in taken] == [(2, 0, None), (0, 2, None)]


def test_comments_stand_in_the_log_line_by_line_with_their_authors(
    ludograph: Ludograph, recorded: str, study: Any
) -> None:
    ludograph("import", "--notes", study(), study("more.json", author="Yan", notes=[{"step": 1, "text": "No."}]))
    told = ludograph("log", recorded, "--as", "judge")
    assert "Note on step 1 by Zoe: !? The Castle was enough.\n" in told
    assert "She could keep the Pact.\n" in told
    assert "Arrow: 9MS in Ann, Hand → Table, Pool\n" in told
    assert "Note on step 1 by Yan: No.\n" in told
    assert "Note on step 0 by Zoe: ??\n" in told


def test_they_are_the_judges_unless_they_are_public(ludograph: Ludograph, recorded: str, study: Any) -> None:
    ludograph("import", "--notes", study())
    assert "Zoe" not in ludograph("log", recorded)
    assert "2 recorded" in ludograph("import", "--notes", "--public", study())
    assert "Note on step 1 by Zoe: !? The Castle was enough." in ludograph("log", recorded, "--as", "1")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"match": "6f1b6f0e-0000-4000-8000-000000000000"}, "which is not recorded here"),
        ({"match": "club"}, "is the id of a match"),
        ({"notes": [{"step": 0, "text": "a"}, {"step": 9, "text": "b"}]}, "on step 9: the last of its match is 2"),
        ({"notes": [{"step": -1, "text": "a"}]}, "a number from 0 on"),
        ({"notes": [{"step": 1}]}, "says nothing"),
        ({"notes": [{"step": 1, "text": "Ann objects to the result: no"}]}, "what only a player says"),
        ({"notes": [{"step": 1, "glyph": "!!!"}]}, "one of !! ! !? ?! ? ??"),
        ({"notes": [{"step": 1, "text": "a", "arrows": [{"from": "Ann"}]}]}, "An arrow has `from` and `to`"),
        ({"notes": [{"step": 1, "text": "a" * 10_001}]}, "at most 10,000 characters"),
        ({"author": "a\nb"}, "on one line"),
        ({"version": 2}, "this program reads version 1"),
        ({"ludograph": 1}, "This is no study"),
        ({"seed": 1}, "has no `seed`"),
    ],
)
def test_what_is_no_study_of_a_match_here_is_refused_in_a_sentence(
    ludograph: Ludograph, recorded: str, study: Any, fields: dict[str, Any], said: str
) -> None:
    before = ludograph("log", recorded, "--as", "judge")
    failed = ludograph.refused("import", "--notes", study(**fields))
    assert said in " ".join(failed.split())
    assert ludograph("log", recorded, "--as", "judge") == before


def test_public_needs_notes(ludograph: Ludograph, study: Any) -> None:
    assert "--public is for the remarks of studies" in ludograph.refused("import", "--public", study(), code=2)
