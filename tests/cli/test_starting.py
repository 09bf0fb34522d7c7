"""Real cards from the first minute: on a terminal `new --written` and `play GAME PLAYER...` ask how they lay."""

import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ludograph.cli.table.deal_questions import DealQuestions
from ludograph.cli.table.questions import EntryCancelled
from ludograph.domain.exchange.real_cards import RealCards
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.decks.decktet import DECKTET
from ludograph.domain.kernel.game import JUDGE, TABLE
from tests.cli.conftest import Ludograph
from tests.worlds import NAMES

pexpect = pytest.importorskip("pexpect")
Spawn = Callable[..., Any]
SCENARIOS = Path(__file__).parents[1] / "scenarios"
STARTS = {game: json.loads((SCENARIOS / game / "real-cards.json").read_text()) for game in GAMES}
"""How a match of each game begins with real cards: players, answers, the deal that they make, the first actions."""
GIVEN: dict[str, tuple[int, list[str], dict[str, Any]]] = {
    game: (start["players"], start["answers"], start["deal"]) for game, start in STARTS.items()
}
FIRST: dict[str, list[str]] = {game: start["first"] for game, start in STARTS.items()}
MARKET = "The market from left to right: 2SY 7SK 4VL."
"""What is told of the deal of Aucteraden: the card turned up last lies on the left."""


def asked(
    game: str,
    seats: int,
    answers: Sequence[str],
    options: dict[str, Any] | None = None,
    given: dict[str, Any] | None = None,
    eyes: Observer = JUDGE,
) -> tuple[dict[str, Any], list[str], list[str]]:
    """The deal that these answers make, the questions, and what else was told."""
    left = list(answers)
    questions: list[str] = []
    told: list[str] = []

    def ask(question: str, possible: Callable[[], Sequence[str]]) -> str:
        questions.append(question)
        assert possible()
        if not left:
            raise EntryCancelled
        return left.pop(0)

    players = NAMES[:seats]
    deal = DealQuestions(RealCards(GAMES[game], players, options or {}), ask, told.append, eyes).deal(given or {})
    assert not left
    return deal, questions, told


@pytest.mark.parametrize("game", GAMES)
def test_answers_make_the_deal(game: str) -> None:
    seats, answers, deal = GIVEN[game]
    made, questions, told = asked(game, seats, answers)
    assert (made, told) == (deal, [MARKET] if game == "aucteraden" else [])
    assert all("? " in question and len(question) < 80 for question in questions)


def test_with_four_players_who_has_the_excuse_has_no_aces() -> None:
    answers = ["Dan", "1K 1Y", "1V 1M", "1S 1L"]
    deal, questions, _ = asked("sorcerous-futures", 4, answers)
    assert deal == {"excuse": 4, "aces": [["1K", "1Y"], ["1V", "1M"], ["1S", "1L"], []]}
    assert questions[:2] == ["Who has the Excuse? ", "Ann's Aces, two cards? "]
    assert "Dan's Aces" not in " ".join(questions)
    deal, questions, _ = asked("sorcerous-futures", 4, answers[1:], {"excuse_seat": 4})
    assert deal["excuse"] == "Dan"


def test_a_stack_is_named_by_one_of_its_cards_and_the_last_one_follows() -> None:
    deal, questions, told = asked("sun-bid", 3, ["2SY", "4ms psvk"])
    assert [stack[0] for stack in deal["stacks"]] == ["NS", "PSVK", "TSLK"]
    assert (len(questions), told) == (2, [])


@pytest.mark.parametrize(
    ("game", "seats", "wrong", "said"),
    [
        ("fools-down", 2, "Zed", 'No player of this match is called "Zed".'),
        ("fools-down", 2, "", "Everybody at the table sees this"),
        ("conundruze", 2, "Ann Bob", 'No player of this match is called "Ann Bob"'),
        ("aucteraden", 1, "4VL 7SK", "3 cards at least belong here, not 2."),
        ("aucteraden", 1, "4VL 7SK 2SY 8MS", "AU-1.3"),
        ("aucteraden", 1, "", "Everybody at the table sees this"),
        ("aucteraden", 1, "4VL 7SK XX", "is no card of the Decktet"),
        ("aucteraden", 1, "4VL 7SK ??", "write it, not ??"),
        ("sun-bid", 2, "1M", "That is in none of 9MS 6SY 5SV 2SY; 8MS 7SK 4MS 3SK."),
        ("sun-bid", 2, "", "Everybody at the table sees this"),
    ],
)
def test_an_answer_that_cannot_be_is_asked_for_again(game: str, seats: int, wrong: str, said: str) -> None:
    deal, questions, told = asked(game, seats, [wrong, *GIVEN[game][1]])
    assert deal == GIVEN[game][2]
    assert questions[0] == questions[1]
    assert said in "\n".join(told)


def test_cards_that_the_game_refuses_are_asked_for_again_with_its_rule() -> None:
    seats, answers, deal = GIVEN["sorcerous-futures"]
    aces, row, crowns = answers[:3], answers[3], answers[4:7]
    wrong = [*aces, "NM NS", row, "NM", *crowns, "8YK ?? ?? ?? ?? ?? ??", "2VL", ""]
    made, questions, told = asked("sorcerous-futures", seats, wrong)
    assert made == deal
    assert [text.partition(":")[0] for text in told] == ["SF-1.5", "SF-1.4", "SF-1.5", "SF-1.5"]
    assert questions[-3:] == [questions[-1]] * 3


@pytest.mark.parametrize("wrong", ["", "1V", "1V 1V", "1M 1L", "8YK 2SY", "1M 1S 1V 1L 1Y 1K"])
def test_aces_that_cannot_be_are_asked_for_again_at_once_of_that_seat_alone(wrong: str) -> None:
    seats, answers, deal = GIVEN["sorcerous-futures"]
    made, questions, told = asked("sorcerous-futures", seats, [answers[0], wrong, *answers[1:]])
    assert made == deal
    assert questions[:3] == ["Ann's Aces, two cards? ", *["Bob's Aces, two cards? "] * 2]
    assert len(told) == 1
    assert "1V 1L 1Y 1K." in told[0] or "cannot be left out" in told[0]


def test_undo_goes_back_one_seat_also_from_the_next_field() -> None:
    seats, answers, deal = GIVEN["sorcerous-futures"]
    made, questions, _ = asked("sorcerous-futures", seats, [*answers[:3], "undo", *answers[2:]])
    assert made == deal
    assert [question.partition("'")[0] for question in questions[2:5]] == [
        "Cat", "The first row, five cards? ", "Cat"
    ]  # fmt: skip


def test_commas_and_semicolons_stand_between_cards_and_the_beginning_of_a_name_is_enough() -> None:
    made, _, told = asked("aucteraden", 1, ["4vl, the castle; 2sy"])
    assert (made, told) == ({"drawn": ["4VL", "7SK", "2SY"]}, [MARKET])
    assert asked("conundruze", 3, ["b"])[0] == {"caster": 2}


def test_commands_are_understood_before_the_match_begins() -> None:
    told = asked("aucteraden", 1, ["look", "log", ":help", "4VL 7SK 2SY"])[2]
    assert told[:2] == ["Nothing was told yet.", "No step is recorded yet: the match has not begun."]
    for word in ("quit", "exit"):
        with pytest.raises(EntryCancelled):
            asked("aucteraden", 1, [word])


def test_a_hand_that_is_too_short_is_asked_for_again_alone() -> None:
    seats, answers, deal = GIVEN["hand-of-the-hanataz"]
    made, questions, told = asked("hand-of-the-hanataz", seats, ["Cat", "", "7f 4s", *answers[2:]])
    assert made == deal
    assert "five cards for each seat" in told[0]
    assert questions[2] == questions[3] == "Bob's hand, five cards? (Enter: not seen) "


def test_undo_goes_back_to_the_question_before_and_help_says_more() -> None:
    seats, answers, deal = GIVEN["hand-of-the-hanataz"]
    wrong = ["Ann", "help", "undo", "Cat", "7f ?? ?? ?? ??", "undo"]
    made, _, told = asked("hand-of-the-hanataz", seats, [*wrong, *answers[1:]])
    assert made == deal
    assert told[0].startswith("The hand of each seat, seat 1 first. A card goes by its code or its name: 10w or")
    assert "`undo` goes back to the question before" in told[0]
    made, _, _ = asked("sun-bid", 3, ["NS", "undo", "PSVK", "NS"])
    assert [stack[0] for stack in made["stacks"]] == ["PSVK", "NS", "TSLK"]


def test_what_is_given_is_not_asked_for() -> None:
    assert asked("conundruze", 2, [], given={"rolls": [3, 12]}) == ({"rolls": [3, 12]}, [], [])
    deal, questions, _ = asked("hand-of-the-hanataz", 3, ["Ann"], given={"hands": "??"})
    assert deal == {"starter": 1, "hands": "??"}
    assert questions == ["Who starts the first hand? "]


def test_what_not_everybody_sees_is_asked_only_of_eyes_that_see_it() -> None:
    assert asked("hand-of-the-hanataz", 3, ["Cat"], eyes=TABLE) == (
        {"starter": 3},
        ["Who starts the first hand? "],
        [],
    )
    deal, questions, _ = asked("hand-of-the-hanataz", 3, ["Cat", "undo", "Ann", "7f 4s Wv Rf 2w"], eyes=2)
    assert deal == {"starter": 1, "hands": [None, ["7f", "4s", "Wv", "Rf", "2w"], None]}
    assert questions[1::2] == ["Bob's hand, five cards? (Enter: not seen) "] * 2


def test_what_was_told_can_be_looked_at() -> None:
    answers = ["Dan", "1K 1Y", "look", "1V 1M", "1S 1L"]
    _, _, told = asked("sorcerous-futures", 4, answers)
    assert told == ["Who has the Excuse: Dan.\nAnn's Aces, two cards: 1K 1Y."]
    seats, given, _ = GIVEN["hand-of-the-hanataz"]
    told = asked("hand-of-the-hanataz", seats, ["look", *given])[2]
    assert told == ["Nothing was told yet."]


# On a terminal


@pytest.fixture
def spawn(ludograph: Ludograph) -> Iterator[Spawn]:
    children = []

    def start(*args: str, columns: int = 120) -> Any:
        child = pexpect.spawn(
            sys.executable,
            ["-m", "ludograph.cli.main", "--store", str(ludograph.store), *args],
            dimensions=(24, columns),
            encoding="utf-8",
            timeout=20,
            cwd=str(Path(__file__).parents[2]),
            env={"TERM": "xterm", "PATH": "/usr/bin:/bin", "NO_COLOR": "1", "PROMPT_TOOLKIT_NO_CPR": "1"},
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)


def test_new_asks_with_completion_and_starts(ludograph: Ludograph, spawn: Spawn) -> None:
    child = spawn("new", "hand-of-the-hanataz", "Ann", "Bob", "Cat", "--written", "--id", "H")
    child.expect("Who starts the first hand")
    child.send("Ca\t")
    child.expect("t")  # the rest of the name, however the line is drawn again
    child.send("\r")
    child.expect("Ann's hand, five cards")
    child.send("7f 4s Wv Rf 2w\r")
    child.expect("Bob's hand")
    child.send("\r")
    child.expect("Cat's hand")
    child.send("\r")
    child.expect(pexpect.EOF)
    shown = ludograph.json("show", "H", "--as", "Ann")
    assert shown["to_act"] == ["Cat"]
    assert sorted(shown["state"]["players"]["Ann"]["hand"]) == sorted(["7f", "4s", "Wv", "Rf", "2w"])


def test_play_starts_a_match_and_goes_on_recording_it(ludograph: Ludograph, spawn: Spawn) -> None:
    child = spawn("play", "sun-bid", "Ann", "Bob", "--id", "S")
    child.expect("Ann's stack")
    child.send("9ms\r")
    child.expect("Ann>")
    child.send("flip > 8YK\r")
    child.expect("Ann flips the Betrayal")
    child.expect("Bob>")
    child.sendcontrol("d")
    child.expect("Everything up to step 1 is recorded")
    assert len(ludograph.lines("log", "S")) == 1


def test_a_question_that_is_wider_than_the_screen_is_divided_between_words(spawn: Spawn) -> None:
    child = spawn("new", "sun-bid", "Ann", "Bob", "Cat", "Dan", "--written", columns=40)
    child.expect("Ann's stack")
    child.expect(r"5SV\)")
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", child.before)
    assert "\n" in shown
    assert not set(re.findall(r"[A-Z0-9]+", shown)) - set(DECKTET.by_code)


@pytest.mark.parametrize("key", ["c", "d"])
def test_whoever_leaves_while_asked_starts_nothing(ludograph: Ludograph, spawn: Spawn, key: str) -> None:
    child = spawn("new", "fools-down", "Ann", "Bob", "--written")
    child.expect("Who deals first")
    child.sendcontrol(key)
    child.expect("No match was started.")
    child.expect(pexpect.EOF)
    assert not ludograph.store.exists() or not ludograph.lines("matches")


# Without one


def test_whoever_says_it_later_starts_at_once_and_play_asks_first(ludograph: Ludograph, spawn: Spawn) -> None:
    child = spawn("new", "sun-bid", "Ann", "Bob", "--written", "--id", "m")
    child.expect("stack")
    child.sendline("later")
    child.expect("Its deal is awaited")
    child.expect(pexpect.EOF)
    assert ludograph.json("show", "m")["phase"] == "awaiting the deal"
    child = spawn("play", "m")
    child.expect("awaited: say how the cards lay")
    child.expect("stack")
    child.sendline("later")
    child.expect("is still awaited")
    child.expect(pexpect.EOF)
    child = spawn("play", "m")
    child.expect("stack")
    child.sendline("the desert")
    child.sendline("9ms")
    child.expect("Step 0")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    assert ludograph.json("show", "m")["to_act"] == ["Ann"]


@pytest.mark.parametrize("game", GAMES)
def test_without_a_terminal_nothing_is_asked(ludograph: Ludograph, game: str) -> None:
    seats, _, deal = GIVEN[game]
    players = NAMES[:seats]
    result = ludograph.run("new", game, *players, "--written", input="")
    assert "? " not in result.stdout
    ludograph("new", game, *players, "--written", "--deal", json.dumps(deal), "--id", "G")
    for observer in ("table", "judge", *players):
        shown = ludograph.json("show", "G", "--as", observer)
        assert shown["step"] == 0
        assert shown["to_act"]
    told = ludograph("play", game, *players, "--deal", json.dumps(deal), input="help\n")
    assert "Step 0." in told


@pytest.mark.parametrize("game", GAMES)
def test_the_first_actions_are_entered_with_what_was_seen(ludograph: Ludograph, game: str) -> None:
    seats, _, deal = GIVEN[game]
    ludograph("new", game, *NAMES[:seats], "--deal", json.dumps(deal), "--id", "G")
    ludograph("act", "G", *FIRST[game])
    assert len(ludograph.lines("log", "G")) == len(FIRST[game])
