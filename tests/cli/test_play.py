"""`play` records a match line by line: what is understood, what is asked for, and that nothing confirmed is lost."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ludograph.cli.table.live import LiveTable
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.store.recorder import Recorder
from tests.cli.conftest import Ludograph

pexpect = pytest.importorskip("pexpect")


def typed(ludograph: Ludograph, match: str, *lines: str, args: tuple[str, ...] = (), code: int = 0) -> str:
    """A session of these lines, which ends with the input; the code is 1 where any of them was refused."""
    done = ludograph.run("play", match, *args, input="".join(f"{line}\n" for line in lines))
    assert done.exit_code == code, done.output
    return done.stdout


def actions(ludograph: Ludograph, match: str) -> list[dict[str, Any]]:
    return [line["action"] for line in ludograph.lines("log", match) if not line["superseded"]]


@pytest.fixture
def dealt(ludograph: Ludograph) -> str:
    """A match of three in which the program draws; one player has two names."""
    ludograph("new", "sun-bid", "Ann", "Bob Lee", "Cat", "--seed", "5", "--id", "D")
    return "D"


def to_act(ludograph: Ludograph, match: str) -> str:
    (name,) = ludograph.json("show", match)["to_act"]
    return str(name)


def test_it_says_who_is_to_act_and_what_is_open(ludograph: Ludograph, recorded: str) -> None:
    told = typed(ludograph, recorded)
    assert "Step 2. Round 1 of 3: a called auction." in told
    assert "Ann: bid 9MS|6SY|5SV|2SY, pass" in told


def test_the_name_may_be_left_out_where_one_alone_can_act(ludograph: Ludograph, recorded: str) -> None:
    told = typed(ludograph, recorded, "bid 6SY", "pass")
    assert "Ann bids the Penitent (6SY)." in told
    assert actions(ludograph, recorded)[-2:] == [{"do": "bid", "card": "6SY"}, {"do": "pass"}]


@pytest.mark.parametrize("card", ["the Pact", "Pact", "the-pact", "PACT", "9ms", '"The Pact"'])
def test_cards_go_by_any_of_their_names(ludograph: Ludograph, recorded: str, card: str) -> None:
    typed(ludograph, recorded, f"ann bid {card}")
    assert actions(ludograph, recorded)[-1] == {"do": "bid", "card": "9MS"}


def test_players_with_two_names_need_no_quotes(ludograph: Ludograph, dealt: str) -> None:
    while to_act(ludograph, dealt) != "Bob Lee":
        typed(ludograph, dealt, "flip")
    typed(ludograph, dealt, "bob lee flip")
    assert ludograph.lines("log", dealt)[-1]["seat"] == "Bob Lee"


def test_a_wrong_entry_shows_three_lines_and_changes_nothing(ludograph: Ludograph, recorded: str) -> None:
    told = typed(ludograph, recorded, "bid 8MS", "bid the Packt", "bid", "Bob pass", code=1)
    assert "SB-4.1: " in told
    assert "8MS does not lie face up" in told
    assert "Legal now: bid 9MS|6SY|5SV|2SY; pass." in told
    assert '"the Packt" is no card' in told
    assert "`card` is missing" in told
    assert "SB-2.2" in told
    assert len(actions(ludograph, recorded)) == 2


@pytest.mark.parametrize("line", ["jump", "Ann jump", "Ann", "42", '"', "> 9MS", ":nonsense", "undo 7", "undo x y"])
def test_lines_that_mean_nothing_are_answered(ludograph: Ludograph, recorded: str, line: str) -> None:
    told = typed(ludograph, recorded, line, code=int(line != "undo x y"))
    assert len(told.splitlines()) > 2
    assert "Traceback" not in told


def test_a_line_that_is_not_utf8_is_left_out(ludograph: Ludograph, recorded: str) -> None:
    done = ludograph.run("play", recorded, input=b"note \xff\xfe\nbid 9MS\n")
    assert done.exit_code == 1
    assert "not UTF-8" in done.stdout
    assert len(actions(ludograph, recorded)) == 3


def test_outcomes_that_only_the_table_knows_are_asked_for(ludograph: Ludograph, recorded: str) -> None:
    told = typed(ludograph, recorded, "undo", "flip", "??", "XX", "9MS", "the Cave", "flip", "", "flip > Journey")
    assert "The card Ann flips? (Enter: drops the entry) " in told
    assert "write its face, not ??" in told
    assert "XX is no card of the Decktet." in told
    assert "the Pact (9MS) cannot come here" in told
    assert "Bob flips the Cave (7VY)" in told
    assert "The entry is dropped: nothing was recorded." in told
    drawn = [line["drawn"] for line in ludograph.lines("log", recorded) if not line["superseded"]]
    assert drawn == [["8YK"], ["7VY"], ["3MV"]]


def test_who_drops_an_entry_drops_all_of_its_line(ludograph: Ludograph, recorded: str) -> None:
    told = typed(ludograph, recorded, "undo", "flip > Journey; flip", "undo")
    assert "The entry is dropped: nothing was recorded." in told
    assert len(actions(ludograph, recorded)) == 1


def test_what_the_program_draws_is_not_asked_for(ludograph: Ludograph, dealt: str) -> None:
    told = typed(ludograph, dealt, "flip")
    assert "drops the entry" not in told
    assert "flips the" in told


def test_a_face_that_nobody_saw_may_stay_unknown(ludograph: Ludograph) -> None:
    deal = '{"excuse": 4, "aces": [["1K", "1Y"], ["1V", "1M"], ["1S", "1L"], []]}'
    file = ludograph.file("deal.json", deal)
    ludograph("new", "sorcerous-futures", "Ann", "Bob", "Cat", "Dan", "--deal", file, "--id", "S")
    entry = ("give NV NY NM NS", "?? ??", "4MS ?? ?? ?? ??", "8YK", "2SY 9LK PVLY 5ML")
    told = typed(ludograph, "S", *entry, args=("--as", "judge"))
    assert "Moons' valuation? (for Bob alone; ??: not seen; Enter: nor the rest) " in told
    assert len(actions(ludograph, "S")) == 1
    drawn = ["??", "??", "4MS", "??", "??", "??", "??", "8YK", "2SY", "9LK", "PVLY", "5ML"]
    assert ludograph.lines("log", "S", "--as", "judge")[0]["drawn"] == drawn


def test_what_the_eyes_at_the_screen_cannot_see_is_not_asked_of_them(ludograph: Ludograph) -> None:
    deal = '{"excuse": 4, "aces": [["1K", "1Y"], ["1V", "1M"], ["1S", "1L"], []]}'
    ludograph("new", "sorcerous-futures", "Ann", "Bob", "Cat", "Dan", "--deal", deal, "--id", "S")
    told = typed(ludograph, "S", "give NV NY NM NS", "8YK", "2SY 9LK PVLY 5ML")
    assert "alone" not in told
    drawn = ["??", "??", "??", "??", "??", "??", "??", "8YK", "2SY", "9LK", "PVLY", "5ML"]
    assert ludograph.lines("log", "S", "--as", "judge")[0]["drawn"] == drawn


def test_one_of_several_who_can_act_must_be_named(ludograph: Ludograph, sealed: str) -> None:
    told = typed(ludograph, sealed, "seal 3", "Cat seal 3", code=1)
    assert "Who? Bob and Cat can act now" in told
    assert len(actions(ludograph, sealed)) == 3


def test_a_secret_entry_is_not_repeated_for_the_table(ludograph: Ludograph, sealed: str) -> None:
    told = typed(ludograph, sealed, "log", "look", "help seal")
    assert "Ann seals a bid." in told
    assert "seals a bid of 7" not in told
    assert "seals a bid of 7" in typed(ludograph, sealed, "log", args=("--as", "judge"))


def test_takebacks_go_back_one_step_or_to_a_step(ludograph: Ludograph, recorded: str) -> None:
    told = typed(ludograph, recorded, "bid 9MS", "undo she meant 6SY", "bid 6SY", "undo 0", "undo")
    assert "Taken back: 1 step. The match stands again as after step 2." in told
    assert "Taken back: 3 steps. The match stands again as after step 0." in told
    assert "nothing to take back" in told
    assert "she meant 6SY" in ludograph("log", recorded, "--as", "judge")


def test_commands_answer(ludograph: Ludograph, recorded: str) -> None:
    told = typed(
        ludograph, recorded, "note a long think", "log 1", "show Bob", "help", "help bid", "rules SB-4.2", "result"
    )
    for answer in ("Noted on step 2", "Bob calls an auction", "Bidding cards", "undo [STEP] [REASON]", "Bid a card."):
        assert answer in told
    assert "SB-4.2  " in told
    assert "not over after 2 steps" in told
    assert "a long think" in ludograph("log", recorded, "--as", "judge")


def test_it_leaves_with_everything_recorded_and_says_how_to_go_on(ludograph: Ludograph, recorded: str) -> None:
    done = ludograph.run("play", recorded, input="bid 9MS\nquit\npass\n")
    assert done.exit_code == 0
    assert "Everything up to step 3 is recorded." in done.stderr
    assert f"Go on with: ludograph --store {ludograph.store} play AO26-2-5" in done.stderr
    assert len(actions(ludograph, recorded)) == 3


def test_what_goes_on_with_it_repeats_what_matters(ludograph: Ludograph, recorded: str) -> None:
    told = ludograph.run("play", recorded, "--as", "Ann", "--by", "Kim Lee", input="").stderr
    assert f"Go on with: ludograph --store {ludograph.store} play AO26-2-5 --as Ann --by 'Kim Lee'" in told


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_typed_in_and_ends_with_the_result(ludograph: Ludograph, game: str) -> None:
    """What bots played, exported as text, is recorded again by typing it; the header says the deal."""
    (line,) = ludograph.lines("simulate", game, "--seed", "2")
    text = ludograph("export", line["match"], "--format", "text")
    header, _, entries = text.partition("\n\n")
    ludograph("import", ludograph.file("match.txt", header.replace(line["match"], "again"), "", end=""))
    told = ludograph.run("play", "again", input=f"{entries}\nnever read\n").stdout
    assert f"over after {line['steps']} steps" in told
    assert ludograph.json("result", "again")["scores"] == line["scores"]
    assert f"over after {line['steps']} steps" in typed(ludograph, "again")


@contextmanager
def live(ludograph: Ludograph, match: str) -> Iterator[tuple[LiveTable, list[str]]]:
    """A session without a terminal, and what it tells."""
    recorder = Recorder(ludograph.store)
    told: list[str] = []
    try:
        found = recorder.load(recorder.find(match))
        yield LiveTable(recorder, found, TABLE, told.append, lambda question, possible: ""), told
    finally:
        recorder.close()


def test_somebody_else_recording_the_same_match_is_noticed(ludograph: Ludograph, recorded: str) -> None:
    with live(ludograph, recorded) as (session, told):
        ludograph("act", recorded, "Ann bid 6SY")
        session.enter("Ann bid 9MS")
        text = "\n".join(told)
        assert "Meanwhile somebody else recorded in this match:" in text
        assert "Ann bids the Penitent (6SY)." in text
        assert "Your entry was not recorded" in text
        session.enter("Bob bid 8MS")
    assert [action.get("card") for action in actions(ludograph, recorded)] == [None, None, "6SY", "8MS"]


def test_a_takeback_and_a_note_of_somebody_else_are_told_too(ludograph: Ludograph, recorded: str) -> None:
    with live(ludograph, recorded) as (session, told):
        ludograph("undo", recorded, "--reason", "a slip")
        ludograph("note", recorded, "1", "look here", "--public")
        session.enter("bid 9MS")
        assert "Taken back" in told[1]
        assert "look here" in told[2]


def test_an_entry_without_its_answers_is_refused_too(ludograph: Ludograph, recorded: str) -> None:
    typed(ludograph, recorded, "undo", "flip", code=1)


# On a terminal


@pytest.fixture
def terminal(ludograph: Ludograph, recorded: str) -> Iterator[Any]:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "ludograph.cli.main", "--store", str(ludograph.store), "play", recorded],
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=20,
        cwd=str(Path(__file__).parents[2]),
        env={"TERM": "xterm", "PATH": "/usr/bin:/bin", "NO_COLOR": "1", "PROMPT_TOOLKIT_NO_CPR": "1"},
    )
    child.expect("Ann>")
    yield child
    child.close(force=True)


def test_tab_completes_on_a_terminal(ludograph: Ludograph, recorded: str, terminal: Any) -> None:
    terminal.send("bid pen\t")
    terminal.expect("6SY")
    terminal.send("\r")
    terminal.expect(r"Ann bids the Penitent \(6SY\)")
    terminal.expect("Bob>")
    terminal.sendcontrol("d")
    terminal.expect("Everything up to step 3 is recorded")
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 0
    assert actions(ludograph, recorded)[-1] == {"do": "bid", "card": "6SY"}


def test_ctrl_c_loses_nothing_on_a_terminal(ludograph: Ludograph, recorded: str, terminal: Any) -> None:
    terminal.send("pass\r")
    terminal.expect("Bob>")
    terminal.send("bid 8")
    terminal.sendcontrol("c")
    terminal.expect("Everything up to step 3 is recorded")
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 130
    assert len(actions(ludograph, recorded)) == 3


def test_ctrl_c_in_a_question_drops_only_the_entry(ludograph: Ludograph, recorded: str, terminal: Any) -> None:
    terminal.send("undo\r")
    terminal.expect("Taken back")
    terminal.expect("Bob>")
    terminal.send("flip\r")
    terminal.expect("The card Bob flips")
    terminal.sendcontrol("c")
    terminal.expect("The entry is dropped")
    terminal.expect("Bob>")
    terminal.send("flip\r")
    terminal.expect("The card Bob flips")
    terminal.send("the cave\r")
    terminal.expect("Bob flips the Cave")
    assert actions(ludograph, recorded) == [{"do": "flip"}, {"do": "flip"}]


def test_tab_completes_the_answer_to_a_question(ludograph: Ludograph, recorded: str, terminal: Any) -> None:
    terminal.send("undo\r")
    terminal.expect("Taken back")
    terminal.expect("Bob>")
    terminal.send("flip\r")
    terminal.expect("The card Bob flips")
    terminal.send("the cav\t")
    terminal.expect("7VY")
    terminal.send("\r")
    terminal.expect("Bob flips the Cave")
    assert actions(ludograph, recorded) == [{"do": "flip"}, {"do": "flip"}]
