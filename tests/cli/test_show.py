"""`show` is the table as somebody knows it."""

import json

from tests.cli.conftest import Ludograph
from tests.places import of_file


def test_the_table_is_drawn_with_what_is_open_to_whom(ludograph: Ludograph, recorded: str) -> None:
    shown = ludograph("show", recorded)
    assert "── Ann: to act ──" in shown
    assert "[8YK]" in shown
    assert "Ann may: bid 9MS|6SY|5SV|2SY; pass" in shown
    assert "\x1b" not in shown


def test_the_shape_for_programs(ludograph: Ludograph, recorded: str) -> None:
    shown = ludograph.json("show", recorded)
    assert shown["observer"] == "table"
    assert (shown["step"], shown["steps"], shown["phase"], shown["to_act"]) == (2, 2, "auction", ["Ann"])
    assert shown["choices"] == {"Ann": [{"do": "bid", "card": ["9MS", "6SY", "5SV", "2SY"]}, {"do": "pass"}]}
    assert shown["state"]["pool"] == ["8YK"]
    assert "options" not in shown["state"]


def test_an_earlier_step_is_shown_as_it_was(ludograph: Ludograph, recorded: str) -> None:
    assert ludograph.json("show", recorded, "--at", "0")["state"]["pool"] == []
    assert "There is no step 3" in ludograph.refused("show", recorded, "--at", "3")
    assert "There is no step -1" in ludograph.refused("show", recorded, "--at", "-1")


def test_each_sees_what_they_were_told(ludograph: Ludograph, sealed: str) -> None:
    def bid(observer: str) -> int | None:
        return ludograph.json("show", sealed, "--as", observer)["state"]["auction"]["bids"]["Ann"]  # type: ignore[no-any-return]

    assert [bid(observer) for observer in ("Ann", "1", "judge", "Bob", "table")] == [7, 7, 7, None, None]


def test_everybody_is_told_who_is_to_act(ludograph: Ludograph, sealed: str) -> None:
    for observer in ("Ann", "Bob", "table", "judge"):
        assert ludograph.json("show", sealed, "--as", observer)["to_act"] == ["Bob", "Cat"]


def test_an_unknown_observer_is_answered_with_those_there_are(ludograph: Ludograph, recorded: str) -> None:
    assert "--as takes Ann, Bob, a seat number" in ludograph.refused("show", recorded, "--as", "Zed")
    assert "No player of this match" in ludograph.refused("show", recorded, "--as", "3")


def test_matches_are_named_by_any_beginning_that_fits_one(ludograph: Ludograph) -> None:
    ids = [ludograph("new", "sun-bid", "Ann", "Bob").strip() for _ in range(17)]
    assert ludograph.json("show", ids[0][:12])["match"] == ids[0]
    twice = next(id[0] for id in ids if sum(other[0] == id[0] for other in ids) > 1)
    assert f"{twice} fits " in ludograph.refused("show", twice)
    assert "There is no match zz" in ludograph.refused("show", "zz")


def test_of_a_store_that_is_not_there_this_is_said(ludograph: Ludograph) -> None:
    assert "Nothing is recorded yet" in ludograph.refused("show", "x")


@of_file
def test_a_file_that_is_no_store_is_left_alone(ludograph: Ludograph) -> None:
    ludograph.store.write_text("my diary " * 100)
    assert "is no Ludograph store" in ludograph.refused("show", "x")
    assert ludograph.store.read_text().startswith("my diary")


def test_json_is_one_line(ludograph: Ludograph, recorded: str) -> None:
    assert len(ludograph("show", recorded, "--json").splitlines()) == 1
    assert json.loads(ludograph("show", recorded, "--json"))["players"] == ["Ann", "Bob"]
