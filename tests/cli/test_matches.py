"""`matches` lists what is recorded."""

import sys
from pathlib import Path

import pytest
from click import style, unstyle

from ludograph.cli.printing.ids import short_ids
from tests.cli.conftest import Ludograph
from tests.stores import run_sql

pexpect = pytest.importorskip("pexpect")

ID = "c1725477-df25-5f59-80da-ffa56f14aa2a"
"""What AO26-2-5 becomes."""


def on_terminal(ludograph: Ludograph, *args: str, columns: int = 80) -> str:
    """What a command shows in a terminal."""
    command = [sys.executable, "-m", "ludograph.cli.main", "--store", str(ludograph.store), *args]
    shown = pexpect.run(" ".join(command), cwd=str(Path(__file__).parents[2]), env=None, dimensions=(24, columns))
    return str(shown.decode())


def test_each_match_has_a_line_with_an_id_that_is_enough(ludograph: Ludograph, recorded: str) -> None:
    header, line = ludograph("matches").splitlines()
    assert header.startswith("MATCH")
    assert line.split()[:4] == [recorded, "2", "5", "sun-bid"]
    assert "Ann, Bob  Autumn Open" in line
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


@pytest.mark.parametrize(
    "text", ["AO26", "ao26-2-5", "bob", "autumn", "sun-bid", "round 2", "Table 5", ID[:8], ID.upper(), ""]
)
def test_a_match_is_found_by_anything_that_is_said_of_it(ludograph: Ludograph, recorded: str, text: str) -> None:
    ludograph("new", "aucteraden", "Max", "--id", "x", "--event", "Spring", "--round", "22", "--table", "51")
    found = [line["source"] for line in ludograph.lines("matches", *text.split())]
    assert found == [recorded] if text else [recorded, "x"]
    assert [line["source"] for line in ludograph.lines("matches", "--table", "51")] == ["x"]


def test_on_a_terminal_a_list_of_a_tournament_fits_80_columns(ludograph: Ludograph) -> None:
    ludograph("demo", "--keep", ludograph.store)
    shown = on_terminal(ludograph, "matches")
    plain = unstyle(shown)
    assert max(map(len, plain.splitlines())) <= 80
    assert "AO26-1-1  1      1      sorcerous-futures" in plain
    assert f"{style('Ann', bold=True)}, Ben, Cleo, Dora" in shown, "whoever won stands out"
    assert "\x1b" not in ludograph("matches")


def test_on_a_terminal_standings_tell_who_moved_and_draw_points(
    ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch
) -> None:
    ludograph("demo", "--keep", ludograph.store)
    shown = unstyle(on_terminal(ludograph, "tournament", "standings", "EC26"))
    first, second, *_, last = shown.splitlines()[2:]
    assert first.split()[1] == "Farah"
    assert first.endswith("\N{FULL BLOCK}" * 12)
    assert second.split()[1:3] == ["▲1", "Emil"]
    assert last.split()[1:3] == ["▼2", "Ben"]
    monkeypatch.setenv("COLUMNS", "50")
    narrow = unstyle(on_terminal(ludograph, "tournament", "standings", "EC26", columns=50))
    assert "▲" not in narrow, "as in a pipe"


def test_on_a_terminal_with_all_colours_each_game_has_its_tile(
    ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    assert " SB " not in ludograph("games")
    shown = on_terminal(ludograph, "games")
    assert style(" SB ", fg=(255, 255, 255), bg=(166, 91, 0), bold=True) in shown
    monkeypatch.setenv("NO_COLOR", "1")
    assert unstyle(on_terminal(ludograph, "games")).split() == ludograph("games").split()


def test_a_match_without_an_id_of_its_own_goes_by_the_beginning_of_its_id(ludograph: Ludograph) -> None:
    ludograph("new", "aucteraden", "Max")
    (line,) = ludograph.lines("matches")
    headings, row = ludograph("matches").splitlines()
    assert headings.split() == ["MATCH", "GAME", "STEPS", "PLAYERS"]
    assert row.startswith(f"{line['match'][:8]}  aucteraden")


def test_where_none_fits_this_is_said(ludograph: Ludograph, recorded: str) -> None:
    assert "No match fits." in ludograph.run("matches", "--over").stderr
    assert "There is no game" in ludograph.refused("matches", "--game", "chess")


def test_one_damaged_match_does_not_hide_the_others(ludograph: Ludograph, recorded: str) -> None:
    ludograph("new", "aucteraden", "Max", "--id", "x")
    run_sql(ludograph.store, "UPDATE stored_events SET state = '{}' WHERE topic = 'sun-bid.match-started'")
    result = ludograph.run("matches", "--json")
    assert len(result.stdout.splitlines()) == 1
    assert "is damaged" in result.stderr


def test_short_ids_are_as_long_as_they_must_be() -> None:
    ids = ["00000000-0000-1", "00000000-0000-2", "10000000-0000-1"]
    assert list(short_ids(ids).values()) == ["00000000-0000-1", "00000000-0000-2", "10000000"]
