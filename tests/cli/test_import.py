"""`import` records match files, each match whole or not at all, and only once."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.recorder import Recorder
from tests.cli.conftest import CALL, FLIP, HEADER, Ludograph

OTHER = HEADER.replace("AO26-2-5", "other")


def lines(ludograph: Ludograph, *files: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in ludograph.run("import", *files, "--json").stdout.splitlines()]


def test_the_shape_for_programs(ludograph: Ludograph) -> None:
    file = ludograph.file("a.jsonl", HEADER, FLIP, CALL)
    (line,) = lines(ludograph, file)
    assert line == {
        "file": str(file),
        "line": 1,
        "match": line["match"],
        "steps": 2,
        "status": "recorded",
        "error": None,
    }


def test_a_line_is_printed_for_each_match_and_a_summary_on_standard_error(ludograph: Ludograph) -> None:
    result = ludograph.run("import", ludograph.file("a.jsonl", HEADER, FLIP, OTHER))
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["recorded", "recorded"]
    assert result.stderr == "2 recorded.\n"


def test_the_same_again_changes_nothing(ludograph: Ludograph, recorded: str) -> None:
    result = ludograph.run("import", ludograph.folder / "match.jsonl")
    assert result.exit_code == 0
    assert result.stdout.startswith("already")


def test_another_match_of_the_same_id_is_a_conflict(ludograph: Ludograph, recorded: str) -> None:
    (line,) = lines(ludograph, ludograph.file("b.jsonl", HEADER, FLIP.replace("8YK", "4YK")))
    assert line["status"] == "conflict"
    assert "differs at step 1" in line["error"]["message"]  # type: ignore[index]
    assert "conflict" in ludograph.refused("import", ludograph.folder / "b.jsonl")


def test_a_refusal_names_rule_and_line_and_the_other_matches_are_recorded(ludograph: Ludograph) -> None:
    bad = '{"seat": "Bob", "do": "bid", "card": "8MS"}'
    file = ludograph.file("a.jsonl", HEADER, FLIP, CALL, bad, OTHER, FLIP)
    first, second = lines(ludograph, file)
    assert (first["status"], second["status"], second["line"]) == ("refused", "recorded", 5)
    error = first["error"]
    assert isinstance(error, dict)
    assert (error["rule"], error["line"], error["column"]) == ("SB-2.2", 4, None)
    said = ludograph.refused("import", file)
    assert f"{file}:4: SB-2.2: Only the seat whose decision it is may act" in said
    assert "1 recorded already, 1 refused." in said


@pytest.mark.parametrize(
    ("content", "line", "column", "why"),
    [
        ("", None, None, "no match"),
        (HEADER[:-20], 1, None, "truncated"),
        (HEADER.replace('"ludograph": 1', '"ludograph": 7') + "\n", 1, 2, "version 7"),
        (f"{HEADER}\n{FLIP[:-5]}", 2, None, "truncated"),
        (f"{HEADER}\n{FLIP}\nnonsense\n", 3, 1, "not JSON"),
        ("hello\n", 1, 1, "begins with a header"),
        (HEADER.replace("Ann", "\\ud800") + "\n", 1, None, "Half a character"),
        (HEADER.replace('"2"', "9" * 5000) + "\n", 1, 1, "too long"),
    ],
)
def test_what_cannot_be_read_is_named_by_line_and_column(
    ludograph: Ludograph, content: str, line: int | None, column: int | None, why: str
) -> None:
    (printed,) = lines(ludograph, ludograph.file("a.jsonl", content, end=""))
    error = printed["error"]
    assert isinstance(error, dict)
    assert printed["status"] == "refused"
    assert (error["rule"], error["line"]) == (None, line)
    assert column is None or error["column"] == column
    assert why in error["message"]


def test_files_that_cannot_be_read_do_not_stop_the_others(ludograph: Ludograph) -> None:
    binary = ludograph.folder / "picture.png"
    binary.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    missing, good = ludograph.folder / "missing.jsonl", ludograph.file("a.jsonl", HEADER)
    printed = lines(ludograph, binary, missing, ludograph.folder, good)
    assert [line["status"] for line in printed] == ["refused", "refused", "refused", "recorded"]
    messages = [line["error"]["message"] for line in printed[:3]]  # type: ignore[index]
    assert [message.split(":")[-1].strip() for message in messages] == [
        "This is not UTF-8.",
        "No such file or directory.",
        "Is a directory.",
    ]


def test_a_match_with_a_byte_that_is_no_utf8_does_not_hide_the_next(ludograph: Ludograph) -> None:
    file = ludograph.folder / "a.jsonl"
    file.write_bytes(f"{HEADER}\n{FLIP}\n".encode() + b'{"note": "\xff"}\n' + f"{OTHER}\n".encode())
    first, second = lines(ludograph, file)
    assert (first["error"]["line"], first["error"]["column"]) == (3, 11)  # type: ignore[index]
    assert second["status"] == "recorded"


def test_standard_input_is_a_file_too(ludograph: Ludograph) -> None:
    result = ludograph.run("import", "-", input=f"{HEADER}\n{FLIP}\n")
    assert result.stdout.endswith("-:1\n")
    assert ludograph.json("result", "AO26-2-5")["steps"] == 1


def test_where_the_disk_is_full_it_says_what_is_recorded(ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Recorder, *matches: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(Recorder, "record", full)
    said = ludograph.refused("import", ludograph.file("a.jsonl", HEADER))
    assert said == "The disk is full. Nothing recorded. Import the same again: nothing is recorded twice.\n"


def test_several_programs_importing_the_same_files_agree(ludograph: Ludograph) -> None:
    file = ludograph.file("a.jsonl", *(HEADER.replace("AO26-2-5", f"m{number}") for number in range(30)))
    command = [sys.executable, "-m", "ludograph.cli.main", "--store", str(ludograph.store), "import", str(file)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    printed = [program.communicate()[0].splitlines() for program in running]
    assert [program.returncode for program in running] == [0] * 4
    assert sum(line.startswith("recorded") for lines in printed for line in lines) == 30
    assert len(ludograph.lines("matches")) == 30
    ludograph("verify")


def test_ctrl_c_ends_with_a_short_message(ludograph: Ludograph) -> None:
    command = [sys.executable, "-m", "ludograph.cli.main", "--store", str(ludograph.store), "import", "-"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes, env={**os.environ, "PYTHONUNBUFFERED": "1"}) as program:  # type: ignore[call-overload]
        program.stdin.write(f"{HEADER}\n{FLIP}\n{CALL.replace('call', 'sing')}\n{OTHER}\n{OTHER}\n".encode())
        program.stdin.flush()
        assert program.stdout.readline().startswith(b"refused")
        program.send_signal(signal.SIGINT)
        said = program.stderr.read().decode()
        assert program.wait() == 130
    assert said.endswith("Stopped. What was confirmed before is recorded.\n")
    assert "Traceback" not in said
