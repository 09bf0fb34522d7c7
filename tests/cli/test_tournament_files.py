"""`tournament export` and `import`: one file with everything, read back byte for byte, or refused by its line."""

import csv
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from tests.cli.conftest import Ludograph
from tests.cli.test_merge import beside, held
from tests.cli.test_tournament_merging import cup, opened  # noqa: F401
from tests.stores import run_sql

Lines = list[bytes]


@pytest.fixture
def file(cup: Ludograph) -> Path:  # noqa: F811
    """A file with a tournament of two tables, with a remark on one of them."""
    (first, *_) = cup.lines("matches")
    cup("note", first["match"], 'gr\u00fc\u00dfe \U0001f600 \\ "quoted"')
    path = cup.folder / "cup.jsonl"
    said = cup.run("tournament", "export", "WC", "-o", path)
    assert said.exit_code == 0, said.output
    assert "hidden cards too: give it to no player" in said.stderr.replace("\n", " ")
    return path


def test_what_is_read_back_is_what_was_recorded_to_the_byte(cup: Ludograph, file: Path) -> None:  # noqa: F811
    other = beside(cup, "other")
    told = other.lines("tournament", "import", file)
    assert [one["status"] for one in told] == ["copied"] * 3
    assert held(other) == held(cup)
    again = other.folder / "again.jsonl"
    other("tournament", "export", "Winter Cup", "-o", again)
    assert again.read_bytes() == file.read_bytes()
    other("verify")
    assert {one["status"] for one in other.lines("tournament", "import", file)} == {"already"}
    assert held(other) == held(cup)


def test_the_first_line_names_the_format_and_the_last_all_digests(cup: Ludograph, file: Path) -> None:  # noqa: F811
    first, *rows, last = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    assert first == {
        "ludograph_tournament": 1,
        "tournament": cup.json("verify", "WC")["tournament"],
        "name": "Winter Cup",
    }
    assert all(set(row) == {"topic", "event"} for row in rows)
    verdicts = cup.lines("verify")
    assert last == {"heads": {one.get("match") or one["tournament"]: one["head"] for one in verdicts}}


def test_a_shorter_record_is_carried_on(cup: Ludograph, file: Path) -> None:  # noqa: F811
    other = beside(cup, "other")
    other("tournament", "import", file)
    cup("tournament", "withdraw", "WC", "Dora")
    cup("tournament", "export", "WC", "-o", file)
    told = other.lines("tournament", "import", file)
    assert [one["status"] for one in told] == ["carried on", "already", "already"]
    assert held(other) == held(cup)


def test_a_file_is_united_with_what_was_decided_here(cup: Ludograph, file: Path) -> None:  # noqa: F811
    other = beside(cup, "other")
    other("tournament", "import", file)
    other("tournament", "withdraw", "WC", "Emil")
    cup("tournament", "withdraw", "WC", "Dora")
    cup("tournament", "export", "WC", "-o", file)
    told = other.lines("tournament", "import", file)
    assert [one["status"] for one in told] == ["united", "already", "already"]
    assert other.json("tournament", "show", "WC")["withdrawn"] == ["Dora", "Emil"]
    assert {one["status"] for one in other.lines("tournament", "import", file)} == {"already"}


def test_of_a_file_that_stands_against_what_is_here_nothing_is_recorded(cup: Ludograph, file: Path) -> None:  # noqa: F811
    other = beside(cup, "other")
    other("tournament", "import", file)
    other("tournament", "withdraw", "WC", "Emil")
    cup("tournament", "lot", "WC", "--seed", "dice")
    cup("tournament", "lot", "WC", "--seed", "more dice", "--again")
    other("tournament", "lot", "WC", "--seed", "other dice")
    cup("note", cup.lines("matches")[0]["match"], "more")
    cup("tournament", "export", "WC", "-o", file)
    before = held(other)
    said = " ".join(other.refused("tournament", "import", file).split())
    assert "Winter Cup: 1 conflict left open" in said
    assert "ours: Lots drawn (seed other dice)" in said
    assert "theirs: Lots drawn (seed more dice)" in said
    assert "`ludograph merge` that: it unites what can stand together, and asks for the rest." in said
    assert held(other) == before


def _at(number: int, change: Callable[[bytes], bytes]) -> Callable[[Lines], Lines]:
    return lambda lines: [change(line) if at == number else line for at, line in enumerate(lines, start=1)]


ALTERED: dict[str, tuple[Callable[[Lines], Lines], int, str]] = {
    "a name": (_at(3, lambda line: line.replace(b"Emil", b"Evil")), 3, "its digest does not fit"),
    "a topic": (_at(3, lambda line: line.replace(b"players-entered", b"closed")), 3, "its digest does not fit"),
    "a version": (_at(3, lambda line: line.replace(b'"version":2', b'"version":7')), 3, "Event 2 is missing"),
    "no JSON": (_at(4, lambda line: line[:40]), 4, "the line was altered, or cut off"),
    "another value": (_at(4, lambda line: b"[1, 2]"), 4, "the line was altered, or cut off"),
    "no UTF-8": (_at(3, lambda line: line.replace(b"Emil", b"Em\xffl")), 3, ""),
    "nested deeply": (_at(3, lambda line: b'{"topic":"x","event":' + b"[" * 100_000), 3, "altered, or cut off"),
    "nowhere": (_at(3, lambda line: b'{"topic":"x","event":{"version":1}}'), 3, "to what it belongs"),
    "a line gone": (lambda lines: lines[:2] + lines[3:], 3, "Event 2 is missing"),
    "two swapped": (lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]], 3, "Event 2 is missing"),
    "one twice": (lambda lines: [*lines[:3], *lines[2:]], 4, "Event 3 is missing"),
    "the end of a match gone": (lambda lines: [*lines[:-2], lines[-1]], 8, "The last line"),
    "cut off": (lambda lines: lines[:-1], 8, "it was cut off"),
    "only the first line": (lambda lines: lines[:1], 1, "it was cut off"),
    "empty": (lambda lines: [], 1, "no file of a tournament"),
    "more behind it": (lambda lines: [*lines, lines[1]], 10, "goes on after its last line"),
    "newer": (_at(1, lambda line: line.replace(b'tournament":1', b'tournament":2')), 1, "a newer Ludograph"),
    "no version": (_at(1, lambda line: b'{"name": "x"}'), 1, "no file of a tournament"),
    "a match file": (lambda lines: [b'{"ludograph": 1, "game": "sun-bid"}'], 1, "`ludograph import` takes match files"),
    "huge": (_at(2, lambda line: b" " * 20_000_001), 2, "This line is too long"),
}


@pytest.mark.parametrize("what", ALTERED)
def test_what_was_altered_is_refused_with_its_line(cup: Ludograph, file: Path, what: str) -> None:  # noqa: F811
    change, line, why = ALTERED[what]
    lines = change(file.read_bytes().splitlines())
    file.write_bytes(b"".join(one + b"\n" for one in lines))
    other = beside(cup, "other")
    said = " ".join(other.refused("tournament", "import", file).split())
    assert f"cup.jsonl:{line}: " in said
    assert why in said
    assert said.endswith("Nothing was recorded.")
    assert not other.store.exists()


def test_line_ends_of_another_system_change_nothing(cup: Ludograph, file: Path) -> None:  # noqa: F811
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    other = beside(cup, "other")
    other("tournament", "import", file)
    assert held(other) == held(cup)


def test_a_damaged_table_is_not_exported(cup: Ludograph) -> None:  # noqa: F811
    run_sql(cup.store, "UPDATE stored_events SET state = replace(state, 'Cleo', 'Chloe') WHERE topic GLOB 'sun-bid.*'")
    out = cup.folder / "cup.jsonl"
    assert "is damaged" in cup.refused("tournament", "export", "WC", "-o", out)
    assert not out.exists()


def test_a_damaged_match_that_may_be_of_it_is_told(cup: Ludograph) -> None:  # noqa: F811
    (match,) = cup("new", "sun-bid", "Xan", "Yul").split()
    run_sql(cup.store, "UPDATE stored_events SET state = replace(state, 'Xan', 'Zed')")
    said = cup.run("tournament", "export", "WC", "-o", cup.folder / "cup.jsonl")
    assert said.exit_code == 0
    assert f"Left out, for they are damaged: {match}." in " ".join(said.stderr.split())


def test_results_and_standings_as_csv(ludograph: Ludograph) -> None:
    opened(ludograph)
    before = rows_of(ludograph("tournament", "export", "WC", "--csv", "results"))
    assert [row["points"] for row in before] == [""] * 5
    ludograph("tournament", "result", "WC", "1", "1", "Ann=12", "Ben=7")
    (match,) = ludograph(
        "new", "sun-bid", "Cleo", "Dora", "--event", "Winter Cup", "--round", "1", "--table", "2", "--seed", "7"
    ).split()
    text = ludograph("tournament", "export", "WC", "--csv", "results")
    assert text.splitlines() == [
        "round,table,seat,player,score,place,points,match,tie",
        "1,1,1,Ann,12,1,1,,",
        "1,1,2,Ben,7,2,0,,",
        f"1,2,1,Cleo,,,,{match},",
        f"1,2,2,Dora,,,,{match},",
        "1,bye,,Emil,,,1,,",
    ]
    out = ludograph.folder / "standings.csv"
    ludograph("tournament", "export", "WC", "--csv", "standings", "-o", out)
    assert out.read_text().splitlines() == [
        "place,player,points,played,byes,wins,opponents,score,withdrawn,missed,penalties",
        "1,Ann,1,1,0,1,0,12,,0,0",
        "2,Emil,1,0,1,0,0,0,,0,0",
        *(
            f"{row['place']},{row['player']},0,{row['played']},0,0,{row['opponents']},{row['score']},,0,0"
            for row in rows_of(out.read_text())[2:]
        ),
    ]


def test_results_can_be_seated_again(ludograph: Ludograph) -> None:
    opened(ludograph)
    out = ludograph.folder / "results.csv"
    ludograph("tournament", "export", "WC", "--csv", "results", "-o", out)
    ludograph("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2", "--file", out, "--again")
    assert ludograph("tournament", "export", "WC", "--csv", "results") == out.read_text()


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def test_import_says_which_command_takes_a_tournament(cup: Ludograph, file: Path) -> None:  # noqa: F811
    assert "`ludograph tournament import` takes it" in " ".join(cup.refused("import", file).split())


def test_penalties_stand_in_the_standings_that_are_exported(ludograph: Ludograph) -> None:
    opened(ludograph)
    ludograph("tournament", "penalty", "WC", "Ben", "2", "--reason", "late")
    rows = {row["player"]: row for row in rows_of(ludograph("tournament", "export", "WC", "--csv", "standings"))}
    assert (rows["Ben"]["penalties"], rows["Ann"]["penalties"]) == ("2", "0")
    lines = {line["player"]: line["penalties"] for line in ludograph.lines("tournament", "standings", "WC")}
    assert (lines["Ben"], lines["Ann"]) == (2, 0)
