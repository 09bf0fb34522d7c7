"""`play` puts entries right: amend, undo and redo, each with what it does told before it is done."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import verb_of
from tests.cli.conftest import Ludograph

pexpect = pytest.importorskip("pexpect")


def typed(ludograph: Ludograph, match: str, *lines: str, args: tuple[str, ...] = ()) -> str:
    """A session of these lines, which ends with the input."""
    return ludograph.run("play", match, *args, input="".join(f"{line}\n" for line in lines)).stdout


def steps(ludograph: Ludograph, match: str) -> list[dict[str, Any]]:
    return [line for line in ludograph.lines("log", match) if not line["superseded"]]


@pytest.fixture
def played(ludograph: Ludograph, recorded: str) -> str:
    """The match of two steps with three more: Bob wins the auction, and Ann flips."""
    ludograph("act", recorded, "Ann bid 6SY", "Bob bid 8MS", "Ann flip > 2MK")
    return recorded


def test_a_wrong_card_is_put_right_where_it_stands(ludograph: Ludograph, played: str) -> None:
    told = typed(ludograph, played, "amend 3 bid the discovery")
    assert "   3  was: Ann bids the Penitent (6SY).\n      now: Ann bids the Discovery (5SV)." in told
    assert "Corrected from step 3 on, as event 7" in told
    assert steps(ludograph, played)[2]["action"] == {"do": "bid", "card": "5SV"}
    assert len(steps(ludograph, played)) == 5


def test_steps_are_put_in_and_taken_out(ludograph: Ludograph, played: str) -> None:
    typed(ludograph, played, "amend 5 remove", "amend 5 insert flip > the Cave", "amend 5 remove 5", "amend 9 pass")
    assert len(steps(ludograph, played)) == 4
    told = typed(ludograph, played, "amend 5 insert flip > the Cave")
    assert "now: Ann flips the Cave (7VY)" in told


def test_two_players_in_each_others_chairs_go_on_under_their_names(ludograph: Ludograph, played: str) -> None:
    told = typed(ludograph, played, 'amend 0 players: ["Bob", "Ann"]', "ann flip > 7VY")
    assert "now: Players: Bob and Ann." in told
    assert "Ann flips the Cave (7VY)" in told


def test_whoever_looks_is_whoever_has_that_name(ludograph: Ludograph, sealed: str) -> None:
    told = typed(ludograph, sealed, "log", 'amend 0 players: ["Zed", "Bob", "Cat"]', "log", args=("--as", "Ann"))
    first, _, then = told.partition("Corrected from the start on")
    assert "bid of 7" in first
    assert "bid of 7" not in then


def test_what_cannot_be_amended_is_a_sentence(ludograph: Ludograph, played: str) -> None:
    before = ludograph.store.read_bytes()
    told = typed(
        ludograph, played, "amend", "amend 3", "amend x pass", "amend -1 pass", "amend 9 pass", "amend 9 remove",
        "amend 3 jump", "amend 3 insert", "amend 0 x", "amend 2 remove", "amend 3 bid 7SK", "amend 3 bid 6SY", "redo",
        "redo 3", "undo -1", "undo 2.5", "undo 99",
    )  # fmt: skip
    for said in (
        "Write the step and what belongs there",
        "x is no step: `amend 12` names one",
        "-1 is no step: `amend 12`",
        "There is no step 9: the last is 5",
        "This is not understood: jump",
        "A header line is written as `key: value`",
        "Step 3 would no longer be legal: Ann bid 6SY",
        "Legal there: bid 9MS|6SY|5SV|2SY; pass.",
        "Nothing is changed: the match says just that.",
        "There is nothing to bring back",
        "`redo` stands alone",
        "-1 is no step: `undo 12`",
        "2.5 is no step",
        "There are 5 steps: name one from 0 to 4",
    ):
        assert said in " ".join(told.split()), said
    assert ludograph.store.read_bytes() == before


def test_undo_names_what_it_takes_and_redo_brings_it_back(ludograph: Ludograph, played: str) -> None:
    told = typed(ludograph, played, "undo 1 why", "redo")
    taken, _, back = told.partition("Taken back: 4 steps. The match stands again as after step 1.")
    assert "   3  Ann bids the Penitent (6SY)." in taken
    assert "   3  Ann bids the Penitent (6SY)." in back
    assert "Brought back: 4 steps." in back
    assert len(steps(ludograph, played)) == 5


def test_an_abandoned_match_goes_on_in_no_way_but_can_be_put_right(ludograph: Ludograph, played: str) -> None:
    ludograph("abandon", played, "--reason", "no time")
    told = typed(ludograph, played, "flip", "undo", "redo", "amend 3 bid 5SV")
    assert told.count("opens it again") == 3
    assert "Corrected from step 3 on" in told


def test_no_game_has_a_verb_that_amend_takes_for_its_own() -> None:
    for game in GAMES.values():
        assert not {verb_of(action.__name__) for action in game.actions} & {"insert", "remove"}


@pytest.fixture
def terminal(ludograph: Ludograph, played: str) -> Iterator[Any]:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "ludograph.cli.main", "--store", str(ludograph.store), "play", played],
        dimensions=(40, 80),
        encoding="utf-8",
        timeout=20,
        cwd=str(Path(__file__).parents[2]),
        env={"TERM": "xterm", "PATH": "/usr/bin:/bin", "NO_COLOR": "1", "PROMPT_TOOLKIT_NO_CPR": "1"},
    )
    child.expect("Bob>")
    yield child
    child.close(force=True)


def test_on_a_terminal_it_asks_before_it_is_done(ludograph: Ludograph, played: str, terminal: Any) -> None:
    for line, question in (("amend 3 bid 5SV", "Record this correction"), ("undo 1", "Take back these 4 steps")):
        for answer in ("n", "", "\x03"):
            terminal.send(f"{line}\r")
            terminal.expect(question)
            terminal.send(answer if answer == "\x03" else f"{answer}\r")
            terminal.expect("Nothing was|The entry is dropped")
            terminal.expect("Bob>")
    assert len(steps(ludograph, played)) == 5
    terminal.send("amend 3 bid 5SV\r")
    terminal.expect("Record this correction")
    terminal.send("y\r")
    terminal.expect("Corrected from step 3 on")
    terminal.expect("Bob>")
    terminal.send("undo 1\r")
    terminal.expect("Take back these 4 steps, back to step 1")
    terminal.send("yes\r")
    terminal.expect("Taken back: 4 steps")
    assert len(steps(ludograph, played)) == 1


def test_on_a_terminal_what_is_no_longer_legal_may_be_taken_back(
    ludograph: Ludograph, played: str, terminal: Any
) -> None:
    for answers, stand in ((["n"], 5), (["y", "n"], 5), (["y", "y"], 3)):
        terminal.send("amend 3 insert pass\r")
        terminal.expect("Step 3 would no longer be legal")
        for question, answer in zip(("be taken back instead", "Record this correction"), answers, strict=False):
            terminal.expect(question)
            terminal.send(f"{answer}\r")
        terminal.expect("(Bob|Ann)>")
        assert len(steps(ludograph, played)) == stand


def test_on_a_terminal_a_card_that_was_seen_is_asked_for_there_too(
    ludograph: Ludograph, played: str, terminal: Any
) -> None:
    terminal.send("amend 5 insert flip\r")
    terminal.expect("The card Ann flips")
    terminal.send("the cave\r")
    terminal.expect("no longer be legal|Record this correction")
    terminal.send("\x03")
    terminal.expect("Bob>")
    terminal.send("amend 5 flip\r")
    terminal.expect("The card Ann flips")
    terminal.send("the cave\r")
    terminal.expect("Record this correction")
    terminal.send("y\r")
    terminal.expect("Corrected from step 5 on")
    assert steps(ludograph, played)[4]["drawn"] == ["7VY"]


def test_who_acts_follows_a_deal_that_is_put_right(ludograph: Ludograph) -> None:
    ludograph("new", "fools-down", "Ann", "Bob", "Cleo", "--id", "F", "--deal", '{"first_dealer": "Ann"}')
    ludograph("act", "F", "deal", "m", "m", "wink > ?? 2f 3f 4f")
    told = typed(ludograph, "F", 'amend 0 deal {"first_dealer": "Bob"}', "log")
    assert "step 2: Cleo match -> Ann match" in told
    assert [step["seat"] for step in steps(ludograph, "F")] == ["Bob", "Ann", "Bob", "Cleo"]
    typed(ludograph, "F", "amend 0 first_dealer Cleo")
    assert [step["seat"] for step in steps(ludograph, "F")] == ["Cleo", "Bob", "Cleo", "Ann"]
    assert 'called "Zed"' in typed(ludograph, "F", "amend 0 first_dealer Zed")
    assert "ok" in ludograph("verify", "F")


def test_a_field_of_the_deal_is_put_right_in_words(ludograph: Ludograph) -> None:
    stacks = [["9MS", "6SY", "5SV", "2SY"], ["8MS", "7SK", "4MS", "3SK"]]
    deal = str({"stacks": stacks[::-1]}).replace("'", '"')
    ludograph("new", "sun-bid", "Ann", "Bob", "--id", "S", "--deal", deal)
    ludograph("act", "S", "flip > 8yk")
    told = typed(ludograph, "S", "help amend", "amend 0 stacks 9ms 6sy 5sv 2sy; 8ms 7sk 4ms 3sk")
    assert "a field of the deal: 0 stacks" in " ".join(told.split())
    assert [step["seat"] for step in steps(ludograph, "S")] == ["Ann"]
    ludograph("amend", "S", "0", f"stacks: {deal[11:-1]}", "--reason", "So.")
    assert [step["seat"] for step in steps(ludograph, "S")] == ["Bob"]


def test_a_correction_leaves_out_what_nobody_saw_as_an_entry_does(ludograph: Ludograph) -> None:
    ludograph("new", "fools-down", "Ann", "Bob", "Cleo", "--id", "F", "--deal", '{"first_dealer": "Ann"}')
    ludograph("act", "F", "deal", "m", "m", "wink 2f 3f 4f", "wink")
    typed(ludograph, "F", "amend 4 wink 7f 4s 9v")
    assert json.loads(ludograph("export", "F").splitlines()[4])["drawn"] == ["??", "7f", "4s", "9v"]
    told = " ".join(typed(ludograph, "F", "amend 4 wink 7f 4s", "wink 9s").split())
    assert "Wanted here: 3 outcomes at least; written: 2." in told
    assert "Nothing is drawn or rolled here, so no card or number comes after the action; written: 1." in told
