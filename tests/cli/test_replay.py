"""`replay` steps through a match on a terminal and prints all of it when piped, as an observer knows it."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.game import JUDGE, TABLE
from domain.games import GAMES
from domain.match import Match
from domain.recorder import Recorder
from replay.player import Player, Size, cut
from tests.cli.conftest import Ludograph

pexpect = pytest.importorskip("pexpect")


def loaded(ludograph: Ludograph, name: str) -> Match:
    recorder = Recorder(ludograph.store)
    try:
        return recorder.load(recorder.find(name))
    finally:
        recorder.close()


def played(ludograph: Ludograph, game: str, *args: str) -> str:
    """A whole match between bots."""
    (line,) = ludograph.lines("simulate", game, "--seed", "4", *args)
    return str(line["match"])


def test_piped_it_prints_every_step(ludograph: Ludograph, recorded: str) -> None:
    lines = ludograph("replay", recorded).splitlines()
    assert lines[0].startswith("   0  setup: A match of Sun Bid for 2 players.")
    assert any(line.startswith("   1  Ann: Ann flips the Betrayal (8YK)") for line in lines)
    assert any(line.startswith("   2  Bob: Bob calls an auction") for line in lines)


def test_it_begins_where_it_is_told_to(ludograph: Ludograph, recorded: str) -> None:
    assert ludograph("replay", recorded, "--from", "2").startswith("   2  Bob")
    assert "0 to 2" in ludograph.refused("replay", recorded, "--from", "3")
    assert "No player of this match is called Zoe" in ludograph.refused("replay", recorded, "--as", "Zoe")


def test_tables_are_drawn_on_request(ludograph: Ludograph, recorded: str) -> None:
    assert "Bidding cards" not in ludograph("replay", recorded, "--from", "1")
    assert ludograph("replay", recorded, "--from", "1", "--tables").count("Bidding cards") == 4


@pytest.mark.parametrize("game", GAMES)
def test_json_is_the_log_with_the_state(ludograph: Ludograph, game: str) -> None:
    match = played(ludograph, game)
    replayed = ludograph.lines("replay", match, "--as", "1", "--from", "1")
    states = [line.pop("state") for line in replayed]
    assert replayed == ludograph.lines("log", match, "--as", "1")
    shown = ludograph.json("show", match, "--as", "1")["state"]
    assert {key: states[-1][key] for key in shown} == shown


def test_a_seat_is_not_told_what_another_sealed(ludograph: Ludograph, sealed: str) -> None:
    assert "seals a bid of 7" in ludograph("replay", sealed, "--as", "Ann")
    assert "seals a bid of 7" not in ludograph("replay", sealed, "--as", "Bob")


# Keys


@pytest.fixture
def player(ludograph: Ludograph) -> Player:
    return Player(loaded(ludograph, played(ludograph, "sun-bid", "--seats", "3")), TABLE)


def press(player: Player, *keys: str) -> int:
    for key in keys:
        player.press(key)
    return player.at


def test_arrows_step_and_stop_at_both_ends(player: Player) -> None:
    last = len(player.match.steps)
    assert press(player, "right", "right", "left") == 1
    assert press(player, "left", "left", "left") == 0
    assert press(player, "end", "right") == last
    assert press(player, "home") == 0


def test_g_goes_to_a_step(player: Player) -> None:
    assert press(player, "g", "1", "3", "backspace", "2", "enter") == 12
    assert press(player, "g", "7", "escape", "right") == 13
    assert press(player, "g", "9", "9", "9", "9", "enter") == len(player.match.steps)
    assert press(player, "g", "enter") == len(player.match.steps)


def test_brackets_go_to_the_same_seat(player: Player) -> None:
    at = press(player, "g", "9", "enter")
    actor = player.match.steps[at - 1].actor
    forth = press(player, "]")
    assert forth > at
    assert player.match.steps[forth - 1].actor == actor
    assert all(step.actor != actor for step in player.match.steps[at : forth - 1])
    assert press(player, "[") == at


def test_pages_are_rounds_where_a_game_has_rounds(player: Player) -> None:
    begins = press(player, "pagedown")
    assert player.timeline[begins].state.round == 2
    assert player.timeline[begins - 1].state.round == 1
    assert press(player, "pageup") == 0
    assert press(player, "end", "pagedown") == len(player.match.steps)


def test_pages_are_ten_steps_where_it_has_none(ludograph: Ludograph) -> None:
    player = Player(loaded(ludograph, played(ludograph, "aucteraden")), TABLE)
    assert press(player, "pagedown") == 10
    assert press(player, "pageup") == 0


def test_o_looks_through_the_eyes_of_the_next(player: Player) -> None:
    seen = [player.observer]
    for _ in range(5):
        press(player, "o")
        seen.append(player.observer)
    assert seen == [TABLE, 1, 2, 3, JUDGE, TABLE]
    press(player, "O")
    assert player.observer == JUDGE


@pytest.mark.parametrize("size", [Size(80, 24), Size(40, 10), Size(20, 6), Size(200, 60)])
@pytest.mark.parametrize("game", GAMES)
def test_every_screen_fits(ludograph: Ludograph, game: str, size: Size) -> None:
    player = Player(loaded(ludograph, played(ludograph, game)), 1)
    for key in ("", "?", "?", "s", "s", "down", "g"):
        player.press(key)
        for at in range(0, len(player.match.steps) + 1, 7):
            player.go(at)
            lines = player.screen(size, color=False).split("\n")
            assert len(lines) == size.height
            assert max(map(len, lines)) <= size.width


def test_a_long_table_is_scrolled(player: Player) -> None:
    size = Size(80, 16)
    first = player.screen(size, color=False)
    assert "more lines" in first
    press(player, *["down"] * 99)
    last = player.screen(size, color=False)
    assert "lines above" in last
    assert "more lines" not in last.split("──────\n")[0]
    press(player, *["up"] * 99)
    assert player.screen(size, color=False) == first


def test_colour_is_only_colour(player: Player) -> None:
    colored = player.screen(Size(60, 20), color=True)
    assert "\x1b[" in colored
    plain = player.screen(Size(60, 20), color=False)
    assert re.sub("\x1b\\[[0-9;]*m", "", colored) == plain


def test_cutting_keeps_colours_whole() -> None:
    assert cut("\x1b[1mabcdef\x1b[0m", 4) == "\x1b[1mabc\x1b[0m…"
    assert cut("abcd", 4) == "abcd"


# On a terminal


@pytest.fixture
def terminal(ludograph: Ludograph) -> Iterator[Any]:
    match = played(ludograph, "sun-bid", "--players", "Ann,Bob", "--seats", "2")
    child = pexpect.spawn(
        sys.executable,
        ["-m", "cli.main", "--store", str(ludograph.store), "replay", match, "--as", "Ann"],
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=20,
        cwd=str(Path(__file__).parents[2]),
        env={"TERM": "xterm", "PATH": "/usr/bin:/bin", "NO_COLOR": "1", "PROMPT_TOOLKIT_NO_CPR": "1"},
    )
    child.expect("step 0 of")
    yield child
    child.close(force=True)


def test_keys_work_on_a_terminal(terminal: Any) -> None:
    terminal.send("g12\r")
    terminal.expect("12")
    terminal.send("?")
    terminal.expect("Any k")
    terminal.send("qq")
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 0


def test_ctrl_c_ends_it_on_a_terminal(terminal: Any) -> None:
    terminal.sendcontrol("c")
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 130
    assert "Traceback" not in terminal.before
