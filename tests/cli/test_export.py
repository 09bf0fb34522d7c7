"""`export` writes match files that `import` reads again, and no more than an observer knows."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import HEADER, Ludograph


def elsewhere(ludograph: Ludograph, name: str = "elsewhere") -> Ludograph:
    folder = ludograph.folder / name
    folder.mkdir()
    return Ludograph(folder)


@pytest.mark.parametrize("form", ["jsonl", "text"])
def test_what_is_written_is_the_same_match_when_read_again(ludograph: Ludograph, recorded: str, form: str) -> None:
    written = ludograph("export", recorded, "--format", form)
    assert ludograph("import", "-", input=written).startswith("already")
    other = elsewhere(ludograph)
    other("import", "-", input=written)
    (match,) = other.lines("matches")
    assert other("export", match["match"], "--format", form) == written


def test_the_header_is_that_of_the_match(ludograph: Ludograph, recorded: str) -> None:
    header, *actions = (json.loads(line) for line in ludograph("export", recorded).splitlines())
    assert header["id"] == ludograph.json("result", recorded)["match"]
    assert (header["ludograph"], header["event"], len(actions)) == (1, "Autumn Open", 2)
    assert actions[1]["note"] == "a long think"


def test_an_observer_gets_a_match_of_its_own_that_can_be_read(ludograph: Ludograph, sealed: str) -> None:
    written = ludograph("export", sealed, "--as", "Bob")
    assert '"id": "' + ludograph.json("result", sealed)["match"] + '@Bob"' in written
    assert json.loads(written.splitlines()[-1])["amount"] == "??"
    elsewhere(ludograph)("import", "-", input=written)


def test_a_file_is_written_whole(ludograph: Ludograph, recorded: str) -> None:
    file = ludograph.folder / "out.jsonl"
    file.write_text("something older")
    assert ludograph("export", recorded, "-o", file) == ""
    assert file.read_text() == ludograph("export", recorded)
    assert sorted(path.name for path in ludograph.folder.iterdir() if path.name.startswith(".")) == []


def test_where_nothing_can_be_written_this_is_said(ludograph: Ludograph, recorded: str) -> None:
    nowhere = Path("/nowhere/out.jsonl")
    assert f"{nowhere} cannot be written" in ludograph.refused("export", recorded, "-o", nowhere)
    assert "is the store itself" in ludograph.refused("export", recorded, "-o", ludograph.store)
    assert ludograph.json("result", recorded)["steps"] == 2


def test_several_matches_go_into_one_file(ludograph: Ludograph, recorded: str) -> None:
    ludograph("new", "aucteraden", "Max", "--seed", "1", "--id", "max")
    alone = [ludograph("export", "max"), ludograph("export", recorded)]
    assert ludograph("export", "max", recorded, "max") == "".join(alone)
    assert ludograph("export", "--event", "autumn open") == alone[1]
    assert ludograph("export", "--all") == alone[1] + alone[0]
    for form in ("jsonl", "text"):
        file = ludograph.folder / f"all.{form}"
        ludograph("export", "--all", "--format", form, "-o", file)
        assert [line["status"] for line in ludograph.lines("import", file)] == ["already", "already"]
        assert [line["status"] for line in elsewhere(ludograph, form).lines("import", file)] == ["recorded", "recorded"]


def test_where_one_of_several_cannot_be_written_none_is(ludograph: Ludograph, recorded: str) -> None:
    ludograph("new", "aucteraden", "Max")
    file = ludograph.folder / "out.jsonl"
    assert "No player of this match is called Ann" in ludograph.refused("export", "--all", "--as", "Ann", "-o", file)
    assert ludograph.run("export", "--all", "--as", "Ann").stdout == ""
    assert not file.exists()
    assert "No match of Spring is recorded" in ludograph.refused("export", "--event", "Spring")
    for pick in ((), ("--all", recorded), ("--all", "--event", "x")):
        ludograph.refused("export", *pick, code=2)


@pytest.fixture
def noted(ludograph: Ludograph, recorded: str) -> str:
    """A match with remarks for everybody and for the judge, signed and not, on steps and on the start."""
    ludograph("note", recorded, "0", "table by the window", "--public", "--by", "Eve")
    ludograph("note", recorded, "1", "too fast", "--by", "Eve")
    ludograph("note", recorded, "2", "all saw it", "--public")
    return recorded


def test_remarks_say_who_wrote_them_and_who_may_read_them(ludograph: Ludograph, noted: str) -> None:
    header, first, second = (json.loads(line) for line in ludograph("export", noted).splitlines())
    assert (header["ludograph"], header["notes"]) == (
        2,
        [{"text": "table by the window", "by": "Eve", "public": True}],
    )
    assert first["notes"] == [{"text": "too fast", "by": "Eve"}]
    assert (second["note"], second["notes"]) == ("a long think", [{"text": "all saw it", "public": True}])


@pytest.mark.parametrize("form", ["jsonl", "text"])
def test_they_come_in_as_they_went_out(ludograph: Ludograph, noted: str, form: str) -> None:
    written = ludograph("export", noted, "--format", form)
    assert ludograph("import", "-", input=written).startswith("already")
    other = elsewhere(ludograph)
    other("import", "-", input=written)
    (match,) = other.lines("matches")
    assert other("export", match["match"], "--format", form) == written
    assert "all saw it" in other("log", match["match"])
    assert "too fast" not in other("log", match["match"])


def test_others_get_what_is_public_with_its_author(ludograph: Ludograph, noted: str) -> None:
    header, first, second = (json.loads(line) for line in ludograph("export", noted, "--as", "Ann").splitlines())
    assert header["notes"] == [{"text": "table by the window", "by": "Eve", "public": True}]
    assert "notes" not in first
    assert second["notes"] == [{"text": "all saw it", "public": True}]
    assert "Eve" not in ludograph("export", noted, "--as", "table", "--version", "1")


def test_readers_of_version_1_are_served(ludograph: Ludograph, noted: str) -> None:
    written = ludograph("export", noted, "--version", "1")
    header, first, second = (json.loads(line) for line in written.splitlines())
    assert (header["ludograph"], "notes" in header) == (1, False)
    assert (first["note"], second["note"]) == ("too fast", "a long think\nall saw it")
    assert ludograph("import", "-", input=written).startswith("already")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"seat": "Ann", "do": "flip", "drawn": ["8YK"], "notes": "x"}', "`notes` is a list of up to 5,000 remarks"),
        ('{"seat": "Ann", "do": "flip", "drawn": ["8YK"], "notes": ["x"]}', "A remark in `notes` has `text`"),
        ('{"seat": "Ann", "do": "flip", "drawn": ["8YK"], "notes": [{"by": "x"}]}', "A remark in `notes` has `text`"),
        ('{"seat": "Ann", "do": "flip", "notes": [{"text": "x", "public": 1}]}', "`public` of a remark is true or"),
        ('{"seat": "Ann", "do": "flip", "notes": [{"text": "x", "to": 1}]}', "A remark in `notes` has `text`"),
        ('{"seat": "Ann", "do": "flip", "notes": [{"text": ""}]}', "A remark in `notes` is empty"),
        (f'{{"seat": "Ann", "do": "flip", "notes": [{{"text": "{"x" * 10_001}"}}]}}', "`text` is a text of up to"),
    ],
)
def test_a_remark_that_is_none_is_refused_where_it_stands(ludograph: Ludograph, line: str, says: str) -> None:
    header = HEADER.replace('"ludograph": 1', '"ludograph": 2')
    told = ludograph.refused("import", ludograph.file("bad.jsonl", header, line))
    assert f"bad.jsonl:2, column {line.index('notes')}: {says}" in told


def test_version_1_has_no_such_remarks(ludograph: Ludograph, recorded: str) -> None:
    line = '{"seat": "Ann", "do": "flip", "drawn": ["8YK"], "notes": []}'
    assert "`notes` means nothing here" in ludograph.refused("import", ludograph.file("bad.jsonl", HEADER, line))
    assert "`notes` means nothing" in ludograph.refused("act", recorded, line)
    head = HEADER.replace('"id"', '"notes": [], "id"')
    assert "`notes` means nothing in a header" in ludograph.refused("import", ludograph.file("bad.jsonl", head))
    two = head.replace('"ludograph": 1', '"ludograph": 2').replace('"notes": []', '"notes": 7')
    assert "`notes` is a list" in ludograph.refused("import", ludograph.file("bad.jsonl", two))


def test_a_match_as_it_was_believed_earlier_is_written(ludograph: Ludograph, recorded: str) -> None:
    before = ludograph("export", recorded)
    ludograph("undo", recorded, "--reason", "a slip")
    assert ludograph("export", recorded, "--as-of", "3") == before
    assert "There is no event 9" in ludograph.refused("export", recorded, "--as-of", "9")
