"""`matches` lists what is recorded."""

import sqlite3

from cli.printing.ids import short_ids
from tests.cli.conftest import Ludograph


def test_each_match_has_a_line_with_an_id_that_is_enough(ludograph: Ludograph, recorded: str) -> None:
    header, line = ludograph("matches").splitlines()
    assert header.startswith("MATCH")
    assert "Autumn Open, round 2, table 5" in line
    assert "Ann, Bob" in line
    assert ludograph.json("show", line.split()[0])["game"] == "sun-bid"


def test_the_shape_for_programs(ludograph: Ludograph, recorded: str) -> None:
    (line,) = ludograph.lines("matches")
    assert (line["source"], line["players"], line["steps"], line["over"]) == ("AO26-2-5", ["Ann", "Bob"], 2, False)
    assert len(line["match"]) == 36


def test_filters_leave_out_what_does_not_fit(ludograph: Ludograph, recorded: str) -> None:
    for name in ("x", "y"):
        ludograph("new", "aucteraden", "Max", "--id", name)

    def found(*filters: str) -> list[str]:
        return [line["source"] for line in ludograph.lines("matches", *filters)]

    assert found() == ["AO26-2-5", "x", "y"]
    assert found("--game", "aucteraden", "--limit", "1") == ["y"]
    assert found("--player", "bob") == ["AO26-2-5"]
    assert found("--event", "autumn open", "--round", "2") == ["AO26-2-5"]
    assert found("--round", "3") == []
    assert found("--over") == []
    assert found("--running", "--player", "Max") == ["x", "y"]


def test_where_none_fits_this_is_said(ludograph: Ludograph, recorded: str) -> None:
    assert "No match fits." in ludograph.run("matches", "--over").stderr
    assert "There is no game" in ludograph.refused("matches", "--game", "chess")


def test_one_damaged_match_does_not_hide_the_others(ludograph: Ludograph, recorded: str) -> None:
    ludograph("new", "aucteraden", "Max", "--id", "x")
    with sqlite3.connect(ludograph.store) as store:
        store.execute("UPDATE stored_events SET state = '{}' WHERE topic = 'sun-bid.match-started'")
    store.close()
    result = ludograph.run("matches", "--json")
    assert len(result.stdout.splitlines()) == 1
    assert "is damaged" in result.stderr


def test_short_ids_are_as_long_as_they_must_be() -> None:
    ids = ["00000000-0000-1", "00000000-0000-2", "10000000-0000-1"]
    assert list(short_ids(ids).values()) == ["00000000-0000-1", "00000000-0000-2", "10000000"]
