"""`query` and `report` answer as of a time, from what was recorded until then."""

from tests.cli.conftest import Ludograph

STANDING = "SELECT count(*) AS n FROM steps"


def test_what_was_taken_back_since_stands_again(ludograph: Ludograph, recorded: str) -> None:
    (*_, last) = ludograph.lines("history", recorded)
    ludograph("undo", recorded, "--reason", "a slip")
    assert ludograph.lines("query", STANDING) == [{"n": 1}]
    assert ludograph.lines("query", STANDING, "--as-of", last["recorded_at"]) == [{"n": 2}]
    assert ludograph.lines("query", STANDING, "--as", "Ann", "--as-of", last["recorded_at"]) == [{"n": 2}]
    assert len(ludograph.lines("report", "corrections")) == 1
    assert ludograph.lines("report", "corrections", "--as-of", last["recorded_at"]) == []


def test_an_event_or_no_time_is_told_what_to_give(ludograph: Ludograph, recorded: str) -> None:
    assert "Event 3 would be another one in each match" in ludograph.refused("query", STANDING, "--as-of", "3")
    assert "soon is no time: write it as" in ludograph.refused("report", "games", "--as-of", "soon")


def test_before_anything_was_recorded_it_says_so(ludograph: Ludograph, recorded: str) -> None:
    refused = ludograph.refused("query", STANDING, "--as-of", "2020-02-29")
    assert "Nothing was recorded yet at 2020-02-29T23:59:59Z: the first event was recorded at" in refused
