"""How `play` begins and ends: the tables that are open, coming back, the agreement of the players, the way on."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.cli.test_play import typed

pexpect = pytest.importorskip("pexpect")

STACKS = '{"stacks": [["9MS", "6SY", "5SV", "2SY"], ["8MS", "7SK", "4MS", "3SK"]]}'


@contextmanager
def terminal(ludograph: Ludograph, *args: str) -> Iterator[Any]:
    """`play` as somebody runs it at a terminal."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "ludograph.cli.main", "--store", str(ludograph.store), "play", *args],
        dimensions=(40, 100),
        encoding="utf-8",
        timeout=20,
        cwd=str(Path(__file__).parents[2]),
        env={"TERM": "xterm", "PATH": "/usr/bin:/bin", "NO_COLOR": "1", "PROMPT_TOOLKIT_NO_CPR": "1"},
    )
    try:
        yield child
    finally:
        child.close(force=True)


@pytest.fixture
def tables(ludograph: Ludograph) -> Ludograph:
    """Two matches that go on, and one that is over."""
    ludograph("simulate", "sun-bid", "--seats", "2", "--seed", "1", "--players", "Gus,Hal")
    ludograph("new", "sun-bid", "Ann", "Bob", "--deal", STACKS, "--id", "first table", "--event", "WC", "--table", "1")
    ludograph("new", "sun-bid", "Cat", "Dan", "--deal", STACKS, "--event", "WC", "--table", "2")
    return ludograph


def test_without_a_terminal_each_open_table_is_listed_with_a_command_that_goes_on(tables: Ludograph) -> None:
    lines = tables("play").splitlines()
    assert [line.partition("  # ")[2] for line in lines] == [
        "WC, table 1; sun-bid: Ann, Bob; no steps",
        "WC, table 2; sun-bid: Cat, Dan; no steps",
    ]
    for line, name in zip(lines, ("Ann", "Cat"), strict=True):
        words = shlex.split(line, comments=True)
        assert words[:3] == ["ludograph", "--store", str(tables.store)]
        assert f"{name} flips" in tables.run(*words[3:], input="8yk\n").stdout


def test_where_none_is_open_it_says_how_to_start_one(ludograph: Ludograph, over: str) -> None:
    assert "play GAME PLAYER ..." in ludograph.refused("play")


@pytest.mark.parametrize(("answer", "player"), [("2", "Cat"), ("dan", "Cat"), ("table 1", "Ann"), ("fir", "Ann")])
def test_on_a_terminal_one_is_picked_by_number_or_name(tables: Ludograph, answer: str, player: str) -> None:
    with terminal(tables) as child:
        child.expect("Which table")
        child.send(f"wc\r{answer}\r")
        child.expect("wc fits 2 of them")
        child.expect(f"{player}>")


def test_coming_back_shows_the_last_steps_and_how_it_stands(ludograph: Ludograph) -> None:
    ludograph("new", "fools-down", "Ann", "Bob", "--deal", '{"first_dealer": "Ann"}', "--id", "F")
    assert "The last steps" not in typed(ludograph, "F")
    typed(ludograph, "F", "deal", "8", "d", "deal")
    told = typed(ludograph, "F")
    assert "   1  " not in told
    for said in ("The last steps:", "   2  Ann wagers 8.", "   3  Bob", "   4  ", "Chips: Ann 100, Bob 97."):
        assert said in told


def test_the_way_on_leads_there(tables: Ludograph) -> None:
    (_, second) = tables.lines("matches", "--running")
    told = tables.run("play", second["match"], input="").stderr
    words = shlex.split(told.partition("Go on with: ")[2])
    assert len(words[-1]) == 8
    assert tables.run(*words[1:], input="").exit_code == 0


def test_what_the_table_does_is_shown_as_it_is_typed(ludograph: Ludograph) -> None:
    ludograph("new", "conundruze", "Ann", "Bob", "--deal", '{"caster": "Bob"}', "--id", "C", "-o", "betting=chips")
    cards = " ".join(f"{rank}{suit}" for rank in range(1, 7) for suit in "fv")
    told = typed(ludograph, "C", "ann 11 12 1s 2s", "bob 11 12 3s 4s", "duck", cards)
    assert "is entered as `table deal`." in told


def test_at_the_end_each_player_is_asked_and_a_step_can_still_be_taken_back(ludograph: Ludograph, over: str) -> None:
    last = ludograph.lines("log", over)[-1]
    entry = f"{last['seat']} {last['action']['do']} {last['action'].get('card', '')}"
    with terminal(ludograph, over) as child:
        child.expect(r"Points: Ann \d+.*Bob \d+.*Is it right\?")
        child.expect("Ann agrees")
        child.send("undo\r")
        child.expect("Taken back: 1 step")
        child.send(f"{entry}\r")
        child.expect("Ann agrees")
        child.send("y\r")
        child.expect("Bob agrees")
        child.send("\r")
        child.expect("Agreed to the result: Ann")
        child.expect(r"confirm \S+ --as Bob")
        child.expect(pexpect.EOF)
    assert ludograph.json("result", over)["confirmed"] == ["Ann"]
    with terminal(ludograph, over) as child:
        child.expect("Bob agrees")
        child.send("skip\r")
        child.expect(pexpect.EOF)


def test_what_is_no_answer_at_the_end_is_asked_again_and_commands_are_done(ludograph: Ludograph, over: str) -> None:
    steps = len(ludograph.lines("log", over))
    with terminal(ludograph, over) as child:
        child.expect("Ann agrees")
        for typed, told in (
            ("zzz", "`zzz` is no answer here"),
            ("help", r"`undo \[STEP\]`"),
            ("note a fine end", "Noted on step"),
            ("log 1", r"Bob|Ann"),
        ):
            child.send(f"{typed}\r")
            child.expect(told)
            child.expect("Ann agrees")
        child.send(f"u {steps - 2}\r")
        child.expect("Taken back: 2 steps")
        child.send("redo\r")
        child.expect("Ann agrees")
        child.send("n\r")
        child.expect("Bob agrees")
        child.send("quit\r")
        child.expect("Agreed to the result: nobody yet")
        child.expect(pexpect.EOF)
    assert ludograph.json("result", over)["confirmed"] == []


def test_without_a_terminal_nobody_is_asked_and_the_hint_can_be_entered(ludograph: Ludograph, over: str) -> None:
    done = ludograph.run("play", over, input="")
    assert "agrees?" not in done.output
    words = shlex.split(done.stderr.partition("says so with: ")[2])
    assert words[-2:] == ["--as", "Ann"]
    assert ludograph.run(*words[1:]).exit_code == 0
