"""`history` and `--as-of`: every event of a match, and the match as it was believed after any of them."""

import json

import pytest

from tests.cli.conftest import Ludograph


@pytest.fixture
def corrected(ludograph: Ludograph) -> str:
    """A match of Sun Bid with entries, remarks, and a takeback: 7 events."""
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "1", "--id", "M")
    ludograph("act", "M", "Bob flip", "Ann flip")
    ludograph("note", "M", "a peek at the deck", "--by", "Ida")
    ludograph("note", "M", "a long think", "--public", "--by", "Ida")
    ludograph("undo", "M", "--reason", "the wrong card", "--by", "Ida")
    ludograph("act", "M", "Ann call")
    return "M"


def test_every_event_is_listed_with_its_number_for_as_of(ludograph: Ludograph, corrected: str) -> None:
    lines = ludograph.lines("history", corrected, "--as", "judge")
    assert [line["event"] for line in lines] == [1, 2, 3, 4, 5, 6, 7]
    assert [line["kind"] for line in lines] == [
        "match-started", "step", "step", "note-added", "note-added", "steps-taken-back", "step",
    ]  # fmt: skip
    assert [line["step"] for line in lines] == [0, 1, 2, 2, 2, 1, 2]
    assert (lines[5]["by"], lines[5]["reason"]) == ("Ida", "the wrong card")
    assert all(line["recorded_at"].endswith("Z") for line in lines)


def test_who_and_why_is_for_the_judge(ludograph: Ludograph, corrected: str) -> None:
    said = ludograph("history", corrected) + ludograph("history", corrected, "--json")
    assert "the wrong card" not in said
    assert "a peek at the deck" not in said
    assert "A remark for the judge." in said
    assert "a long think" in said
    line = ludograph.lines("history", corrected)[3]
    assert (line["step"], line["by"], line["reason"], line["text"]) == (None, None, None, None)


def test_people_read_it_in_lines_that_fit(ludograph: Ludograph, corrected: str) -> None:
    lines = ludograph("history", corrected, "--as", "judge").splitlines()
    assert max(map(len, lines)) <= 80
    assert "Begun: Ann, Bob." in lines[0]
    assert any("Taken back" in line for line in lines)


@pytest.mark.parametrize("command", [["show"], ["log", "--from", "0"], ["replay"]])
def test_a_match_as_of_an_event_is_what_it_was_then(ludograph: Ludograph, corrected: str, command: list[str]) -> None:
    name, *options = command
    ludograph("undo", corrected, "--to", "0", "--reason", "all of it")
    now = ludograph(name, corrected, *options, "--json", "--as-of", "3")
    earlier = Ludograph(ludograph.folder)
    earlier.store = ludograph.folder / "earlier.sqlite"
    earlier("new", "sun-bid", "Ann", "Bob", "--seed", "1", "--id", "M")
    earlier("act", "M", "Bob flip", "Ann flip")
    assert timeless(now) == timeless(earlier(name, "M", *options, "--json"))


def timeless(said: str) -> list[object]:
    """JSON lines without the times at which they were recorded."""
    return [
        {key: value for key, value in json.loads(line).items() if key != "recorded_at"} for line in said.splitlines()
    ]


def test_a_page_as_of_an_event_knows_nothing_of_what_came_later(ludograph: Ludograph, corrected: str) -> None:
    ludograph("note", corrected, "1", "a long think", "--public")
    page = ludograph("render", corrected, "-o", "-", "--as-of", "3")
    assert "a long think" in ludograph("render", corrected, "-o", "-")
    assert "a long think" not in page


def test_a_time_is_as_good_as_an_event(ludograph: Ludograph, corrected: str) -> None:
    third = ludograph.lines("history", corrected)[2]["recorded_at"]
    assert ludograph("show", corrected, "--as-of", third) == ludograph("show", corrected, "--as-of", "3")
    assert ludograph("show", corrected, "--as-of", "2999-01-01") == ludograph("show", corrected)


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("0", "There is no event 0: this match has 7 events, counted from 1."),
        ("8", "There is no event 8"),
        ("2001-01-01", "This match was not begun then"),
        ("yesterday", "yesterday is no event and no time: write the number of an event"),
        ("9" * 5000, "is no event and no time"),
    ],
)
def test_what_was_never_is_told_so(ludograph: Ludograph, corrected: str, when: str, said: str) -> None:
    assert said in ludograph.refused("show", corrected, "--as-of", when)


def test_what_once_was_cannot_be_followed(ludograph: Ludograph, corrected: str) -> None:
    assert "choose one" in ludograph.refused("replay", corrected, "--follow", "--as-of", "2", code=2)
