"""`demo` shows a newcomer around; its match files are whole, and made by the script that stands beside them."""

import json

import pytest
from click import unstyle

from ludograph.cli.commands.demo import FILES, MATCH, SEAT
from ludograph.domain.games import GAMES
from tests.cli.conftest import Ludograph
from tests.cli.test_matches import on_terminal
from tests.make_demo_files import TABLES, Table, match_lines

HEADERS = [
    json.loads(line)
    for path in sorted(FILES.glob("*.jsonl"))
    for line in path.read_text().splitlines()
    if '"ludograph"' in line
]


def test_it_shows_the_tournament_a_seat_its_secrets_and_the_standings(ludograph: Ludograph) -> None:
    told = ludograph("demo")
    assert f"{len(TABLES)} matches of" in told
    assert f"ludograph replay {MATCH} --as {SEAT}" in told
    assert f"only {SEAT} is told" in told
    assert "seals a bid of" in told.partition("the judge: ")[2]
    assert "Evening Cup after round 2" in told
    assert "demo --keep demo.sqlite" in told
    assert "\x1b" not in told


def test_it_fits_on_two_screens(ludograph: Ludograph) -> None:
    lines = ludograph("demo").splitlines()
    assert len(lines) <= 60
    assert max(map(len, lines)) <= 120


def test_a_terminal_with_colours_shows_the_table_as_the_player_saw_it(
    ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    shown = unstyle(on_terminal(ludograph, "demo"))
    assert f"show {MATCH} --at 33 --as {SEAT}" in shown
    assert "Bid sealed, 13" in shown
    assert "sealed, ??" not in shown
    monkeypatch.setenv("NO_COLOR", "1")
    plain = on_terminal(ludograph, "demo").replace("\r\n", "\n")
    assert plain.strip() == ludograph("demo").strip()


def test_nothing_of_the_users_is_touched(ludograph: Ludograph) -> None:
    ludograph("demo")
    assert not ludograph.store.exists()


def test_the_store_can_be_kept_and_made_again(ludograph: Ludograph) -> None:
    told = ludograph("demo", "--keep", ludograph.store)
    assert f"--store {ludograph.store} replay" in told
    assert len(ludograph.lines("matches")) == len(TABLES)
    assert all(line["ok"] for line in ludograph.lines("verify", "--all"))
    assert ludograph("demo", "--keep", ludograph.store) == told


def test_what_was_shown_can_be_typed(ludograph: Ludograph) -> None:
    shown = ludograph("demo", "--keep", ludograph.store)
    assert f"   0  setup: A match of {GAMES[HEADERS[-1]['game']].title}" in ludograph("replay", HEADERS[-1]["id"])
    assert ludograph("log", MATCH, "--as", SEAT) != ludograph("log", MATCH, "--as", "judge")
    *_, last = shown.splitlines()
    assert ludograph(*last.split()[1:]).startswith(f"   0  setup: A match of {GAMES['sorcerous-futures'].title}")


def test_a_file_that_is_no_store_is_not_written_to(ludograph: Ludograph) -> None:
    path = ludograph.file("letter.txt", "Dear Ann, " * 100)
    assert "no Ludograph store" in ludograph.refused("demo", "--keep", path)
    assert path.read_text().startswith("Dear Ann")


def test_another_match_of_the_same_id_is_a_conflict(ludograph: Ludograph) -> None:
    ludograph("new", "aucteraden", "Zoe", "--id", MATCH)
    assert "Name a new file with --keep" in ludograph.refused("demo", "--keep", ludograph.store)


def test_every_match_is_whole_and_has_the_data_of_its_table(ludograph: Ludograph) -> None:
    assert sorted(header["id"] for header in HEADERS) == sorted(table.id for table in TABLES)
    assert {header["event"] for header in HEADERS} == {"Autumn Open"}
    assert {header["game"] for header in HEADERS} == {table.game for table in TABLES}
    ludograph("import", *FILES.glob("*.jsonl"))
    assert all(ludograph.json("result", header["id"])["over"] for header in HEADERS)


@pytest.mark.parametrize("table", [TABLES[0], TABLES[4]], ids=lambda table: table.id)
def test_the_script_makes_the_same_files_again(table: Table) -> None:
    path = FILES / f"autumn-open-{table.game}.jsonl"
    assert "\n".join(match_lines(table)) in path.read_text()
