"""However much is written, it is read once, refused with a sentence that says the limit, and quoted in a few words."""

import json
import sqlite3
from contextlib import closing
from time import perf_counter
from uuid import UUID

import pytest

from ludograph.domain.notation import limits
from ludograph.domain.store.recorder import Recorder
from tests.cli.conftest import FLIP, HEADER, Ludograph
from tests.counting import calls_of

TEXT_HEADER = (
    "ludograph: 1",
    "game: sun-bid",
    'players: ["Ann", "Bob"]',
    'deal: {"stacks": [["9MS", "6SY", "5SV", "2SY"], ["8MS", "7SK", "4MS", "3SK"]]}',
    "",
)
SHORT = 700
"""Characters in the longest message there may be about one line."""


def refusal(ludograph: Ludograph, *content: str) -> str:
    """What `import` says of the only match of a file."""
    result = ludograph.run("import", "--json", ludograph.file("large", *content))
    assert result.exit_code == 1, result.output
    (line,) = (json.loads(line) for line in result.stdout.splitlines())
    message: str = line["error"]["message"]
    assert len(message) < SHORT
    return message


def test_surplus_words_cost_a_few_calls_each_and_only_the_first_are_quoted(ludograph: Ludograph) -> None:
    lines = {count: (*TEXT_HEADER, "Ann flip" + " word" * count) for count in (400, 4_000)}
    few, many = (calls_of(refusal, ludograph, *line) for line in lines.values())
    assert many < 12 * few
    said = refusal(ludograph, *lines[4_000])
    assert "4000 words too many" in said
    assert said.count("word") < 20


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Ann flip" + " word" * 6_000, "too many words here: a line holds at most 5,000"),
        ("Ann flip > " + "8YK " * 6_000, "too many words here: a line holds at most 5,000"),
        ("Ann flip > " + "8" * 200, "a card or a number of up to 100 characters"),
        ("Ann flip " + "x" * 1_000_001, "a line holds at most 1,000,000 bytes"),
        ('Ann flip > 8YK {"note": "' + "x" * 10_001 + '"}', "up to 10,000 characters"),
        ('Ann flip > 8YK {"by": "' + "x" * 201 + '"}', "up to 200 characters"),
        ("9" * 5_000 + " flip > 8YK", "no player of this match|nobody in this match"),
        ('Ann flip > 8YK {"note": ' + "[" * 50 + "]" * 50 + "}", "nested too deeply: at most 32"),
    ],
)
def test_a_line_of_text_has_limits(ludograph: Ludograph, line: str, says: str) -> None:
    said = refusal(ludograph, *TEXT_HEADER, line)
    assert any(one in said for one in says.split("|")), said


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"seat": "Ann", "do": "flip", "drawn": ["8YK"] * 5_001}, "at most 5,000"),
        ({"seat": "Ann", "do": "flip", "shuffled": ["8YK"] * 5_001}, "at most 5,000"),
        ({"seat": "Ann", "do": "flip", "drawn": [["8YK"] * 50]}, "up to 100 characters"),
        ({"seat": "Ann", "do": "flip", "note": "x" * 10_001}, "up to 10,000 characters"),
        ({"seat": "Ann", "do": "flip", "x" * 5_000: 1}, "means nothing here"),
        ({"seat": "Ann", "do": "flip", "drawn": [10**41]}, "at most 40 digits"),
    ],
)
def test_a_line_of_json_has_limits(ludograph: Ludograph, line: dict[str, object], says: str) -> None:
    assert says in refusal(ludograph, HEADER, json.dumps(line))


def test_a_header_has_limits(ludograph: Ludograph) -> None:
    assert "at most 1,000,000 bytes" in refusal(ludograph, HEADER.replace("Ann", "A" * 1_000_000))
    assert "nested too deeply" in refusal(ludograph, HEADER.replace('"2"', "[" * 5_000 + "]" * 5_000))
    assert "at most 1,000,000 bytes" in refusal(ludograph, "ludograph: 1", "event: " + "x" * 1_000_000)
    assert "at most 30,000 lines" in refusal(ludograph, "ludograph: 1", *["event: x"] * 30_001)


def test_what_is_said_has_a_limit(ludograph: Ludograph) -> None:
    ludograph("new", "last-years-magic", "Ann", "Bob", "--seed", "5", "--id", "P")
    said = ludograph.refused("act", "P", f'Ann say "{"x" * 10_001}"')
    assert "at most 10,000 characters" in said
    assert len(said) < SHORT


def test_a_match_that_is_too_long_does_not_hide_the_next(ludograph: Ludograph) -> None:
    file = ludograph.file("many.jsonl", HEADER, *[FLIP] * limits.LINES, HEADER.replace("AO26-2-5", "next"))
    result = ludograph.run("import", "--json", file)
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert "at most 30,000 lines" in first["error"]["message"]
    assert second["status"] == "recorded"


def test_a_line_that_is_too_long_does_not_hide_the_next_match(ludograph: Ludograph) -> None:
    file = ludograph.file("long.jsonl", HEADER, '{"note": "' + "x" * limits.LINE, HEADER.replace("AO26-2-5", "next"))
    first, second = ludograph.run("import", "--json", file).stdout.splitlines()
    assert "at most 1,000,000 bytes" in first
    assert json.loads(second)["status"] == "recorded"


def test_remarks_and_reasons_have_a_limit(ludograph: Ludograph, recorded: str) -> None:
    assert "at most 10,000 characters" in ludograph.refused("note", recorded, "x" * 10_001)
    assert "at most 10,000 characters" in ludograph.refused("undo", recorded, "--reason", "x" * 10_001)


def test_a_line_of_standard_input_has_a_limit(ludograph: Ludograph, recorded: str) -> None:
    said = ludograph.refused("act", recorded, "-", input="Ann pass " + "x" * limits.LINE)
    assert "Line 1: This line is too long" in said


def test_a_match_takes_no_more_than_it_can_hold(
    ludograph: Ludograph, recorded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "EVENTS", 3)
    monkeypatch.setattr(limits, "RESERVED", 0)
    ludograph("note", recorded, "the last remark")
    assert "nothing can be added" in ludograph.refused("note", recorded, "one too many")
    assert "nothing can be added" in ludograph.refused("act", recorded, "Ann pass")


def test_a_match_is_found_as_fast_among_many_as_among_few(ludograph: Ludograph, recorded: str) -> None:
    few = _looking_up(ludograph)
    with closing(sqlite3.connect(ludograph.store)) as store, store:
        store.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) "
            "INSERT INTO heads SELECT printf('%032x', i), 1, '', 'sun-bid', 0, 0, NULL FROM n"
        )
    assert _looking_up(ludograph) < 20 * few, "a table that is read from end to end takes thousands of times as long"


def _looking_up(ludograph: Ludograph) -> float:
    """The shortest of several times that it takes to ask for matches that are not there."""
    times = []
    with Recorder(ludograph.store) as recorder:
        for number in range(1, 50):
            begun = perf_counter()
            assert not recorder.has(UUID(int=number << 64))
            times.append(perf_counter() - begun)
    return min(times)


@pytest.mark.parametrize(
    ("header", "says"),
    [
        (("ludograph: 1", "game: sun-bid", r'players: ["\ud800", "Bob"]'), "Half a character"),
        (("ludograph: 1", "game: sun-bid", r'event: "\udfff"', 'players: ["Ann", "Bob"]'), "Half a character"),
        (("ludograph: 1", "game: sun-bid", 'options: {"a": 1, "a": 2}'), "`a` stands here twice"),
        (("ludograph: 1", "game: sun-bid", 'deal: {"stacks": [{"b": 1, "b": 1}]}'), "`b` stands here twice"),
        (("ludograph: 1", "game: sun-bid", "options: NaN"), "NaN is no JSON"),
    ],
)
def test_a_header_in_text_is_read_as_strictly_as_one_in_json(
    ludograph: Ludograph, header: tuple[str, ...], says: str
) -> None:
    file = ludograph.file("a.txt", *header, "", *TEXT_HEADER)
    result = ludograph.run("import", "--json", file)
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert says in first["error"]["message"]
    assert first["error"]["line"] == 3
    assert second["status"] == "recorded"


def test_the_last_events_of_a_match_are_kept_for_play(ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remarks leave room for steps, takebacks and what officials decide."""
    monkeypatch.setattr(limits, "EVENTS", 12)
    monkeypatch.setattr(limits, "RESERVED", 8)
    match = ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "1").strip()
    for _ in range(4):
        ludograph("note", match, "a remark")
    assert "takes no more remarks" in ludograph.refused("note", match, "one more")
    ludograph("act", match, "Bob flip")
    ludograph("undo", match, "--reason", "a slip")
    ludograph("rule", match, "A warning.", "--by", "Eve")
    ludograph("abandon", match, "--reason", "It is late.")
