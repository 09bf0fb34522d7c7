"""`replay` steps through a match on a terminal and prints all of it when piped, as an observer knows it."""

import re
import sys
from pathlib import Path
from subprocess import run

import pytest

from ludograph.domain.games import GAMES
from tests.cli.conftest import Ludograph

ROOT = Path(__file__).parents[2]
pexpect = pytest.importorskip("pexpect")


def played(ludograph: Ludograph, game: str, *args: str) -> str:
    """A whole match between bots."""
    (line,) = ludograph.lines("simulate", game, "--seed", "4", *args)
    return str(line["match"])


def test_piped_it_prints_every_step(ludograph: Ludograph, recorded: str) -> None:
    lines = ludograph("replay", recorded).splitlines()
    assert lines[0].startswith("   0  setup: A match of Sun Bid for 2 players.")
    assert any(line.startswith("   1  Ann flips the Betrayal (8YK)") for line in lines)
    assert any(line.startswith("   2  Bob calls an auction") for line in lines)


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


def test_only_a_terminal_can_follow(ludograph: Ludograph, recorded: str) -> None:
    assert "--follow shows the match on a terminal" in ludograph.refused("replay", recorded, "--follow", code=2)


def test_the_screen_is_loaded_only_where_there_is_one() -> None:
    """It costs a third of a second."""
    code = (
        "import sys; from ludograph.cli.commands import log, replay, show; from ludograph.cli.table import live; "
        "from ludograph.replay.sentences import step_sentences; "
        "sys.exit('textual' in sys.modules)"
    )
    assert run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


# On a terminal


class Terminal:
    """`replay` on a terminal of 80 columns and 24 rows."""

    def __init__(self, ludograph: Ludograph, *args: str, **env: str) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "ludograph.cli.main", "--store", str(ludograph.store), "replay", *args],
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=20,
            cwd=str(ROOT),
            env={"TERM": "xterm", "PATH": "/usr/bin:/bin", **env},
        )

    def sees(self, text: str) -> str:
        """Waits for a text; what came before it."""
        self.child.expect(re.escape(text))
        return str(self.child.before)

    def presses(self, keys: str) -> None:
        self.child.send(keys)

    def ends(self) -> int:
        """Waits for the end: the exit code."""
        self.child.expect(pexpect.EOF)
        self.child.wait()
        return int(self.child.exitstatus)


@pytest.fixture
def match(ludograph: Ludograph) -> str:
    return played(ludograph, "sun-bid", "--players", "Ann,Bob", "--seats", "2")


def test_keys_work_on_a_terminal(ludograph: Ludograph, match: str) -> None:
    terminal = Terminal(ludograph, match, "--as", "Ann")
    terminal.sees("step 0 of")
    terminal.presses("g12\r")
    terminal.sees("Step 12")
    terminal.presses("?")
    terminal.sees("Escape goes back")
    terminal.presses("q")
    assert terminal.ends() == 0


def test_a_variation_that_is_kept_is_told_as_a_command_when_one_quits(ludograph: Ludograph, match: str) -> None:
    terminal = Terminal(ludograph, match, "--as", "judge", "--from", "8")
    terminal.sees("step 8 of")
    terminal.presses("i")
    terminal.sees("Which move")
    terminal.presses("1\r")
    terminal.sees("i next move")
    terminal.presses("k")
    terminal.sees("is printed when you quit")
    terminal.presses("q")
    terminal.sees(f"fork {match} --at 8 --do ")
    assert terminal.ends() == 0
    assert len(ludograph.lines("matches", "--forks")) == 1, "nothing is recorded"


def test_two_tables_go_on_beside_each_other_on_a_terminal(ludograph: Ludograph, match: str) -> None:
    ludograph("fork", match, "--at", "8", "--bots", "random", "--seed", "1", "--id", "f")
    terminal = Terminal(ludograph, match, "--beside", "f", "--as", "Ann")
    terminal.sees("apart since step")
    terminal.presses("\x1b[D")
    terminal.sees("the same so far")
    terminal.presses("q")
    assert terminal.ends() == 0


def test_ctrl_c_ends_it_on_a_terminal(ludograph: Ludograph, match: str) -> None:
    terminal = Terminal(ludograph, match)
    terminal.sees("step 0 of")
    terminal.presses("\x03")
    assert terminal.ends() == 130
    assert "Traceback" not in terminal.child.before


def test_without_colour_no_colour_is_written(ludograph: Ludograph, match: str) -> None:
    colours = re.compile(r"\x1b\[[0-9;]*\b(?:3[0-7]|4[0-7]|9[0-7]|38;|48;)[0-9;]*m")
    for env, wanted in (({"NO_COLOR": "1"}, False), ({}, True)):
        terminal = Terminal(ludograph, match, "--from", "9", **env)
        seen = terminal.sees("Suns")
        assert bool(colours.search(seen)) is wanted
        terminal.presses("q")
        terminal.ends()


def test_a_dumb_terminal_gets_lines(ludograph: Ludograph, match: str) -> None:
    terminal = Terminal(ludograph, match, TERM="dumb")
    terminal.sees("   1  ")
    assert terminal.ends() == 0


def test_a_match_is_followed_while_it_is_recorded(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "2", "--id", "live")
    terminal = Terminal(ludograph, "live", "--follow", NO_COLOR="1")
    terminal.sees("following")
    ludograph("act", "live", "Bob flip", "Ann flip")
    terminal.sees("2 Ann flips")
    ludograph("undo", "live", "--reason", "wrong card")
    terminal.sees("Steps were taken back")
    terminal.presses("q")
    assert terminal.ends() == 0
