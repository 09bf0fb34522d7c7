"""Bots of others: programs that read and write lines, are told what their seat sees, and cannot hold a match up."""

import json
import shlex
import sys
from pathlib import Path
from random import Random

import pytest

from ludograph.domain.bots.bot import Seating
from ludograph.domain.bots.contest import BotSeats
from ludograph.domain.bots.messages import Message, start_message, step_message
from ludograph.domain.bots.program import ProgramBot
from ludograph.domain.bots.roster import UnknownBot, bot_called
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import conceal
from ludograph.domain.lab.search import Sight
from ludograph.domain.lab.seat_record import SeatStep
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.views import concealed, concealed_start
from ludograph.replay.shapes.log import log_json
from tests.twins import twins_of
from tests.worlds import STAMP, all_games, random_match, random_start

EXAMPLE = Path(__file__).parents[2] / "docs" / "bots" / "low_bot.py"
PYTHON = shlex.quote(sys.executable)


def messages(match: Match, seat: int) -> list[Message]:
    """All that a program is told at that seat."""
    start = concealed_start(match.start, seat)
    told = [start_message(Seating(match.game, match.players, seat, start.options, start.deal, start.facts))]
    for step in match.steps:
        seen = concealed(step, seat)
        told.append(step_message(SeatStep(step.number, step.actor, seen.action, seen.drawn, seen.facts), match.players))
    return told


@pytest.mark.parametrize("game", all_games())
def test_a_program_is_told_what_the_log_says_to_its_seat(game: str) -> None:
    match = random_match(GAMES[game], Random(f"{game}/programs"), 40)
    start, *steps = messages(match, 1)
    logged = list(log_json(match, 1, lambda step: True))
    assert (start["deal"], start["facts"]) == (logged[0]["deal"], logged[0]["facts"])
    for told, line in zip(steps, logged[1:], strict=True):
        assert {key: value for key, value in told.items() if key != "type"} == {key: line[key] for key in [*told][1:]}


@pytest.mark.parametrize("game", all_games())
def test_what_a_seat_has_not_seen_is_not_sent(game: str) -> None:
    random = Random(f"{game}/sent")
    for _ in range(20):
        match = random_match(GAMES[game], random, 20)
        for twins in twins_of(match, random):
            for seat in [seat for seat in twins.blind if seat > 0]:
                assert json.dumps(messages(twins.one, seat)) == json.dumps(messages(twins.other, seat))
                return


@pytest.mark.parametrize("game", all_games())
def test_the_example_plays_every_game(game: str) -> None:
    match = random_start(GAMES[game], Random(f"{game}/example"))
    seats = BotSeats(match, [f"exec:{PYTHON} {EXAMPLE}", *["random"] * (len(match.players) - 1)], "x", limit=60)
    try:
        while (move := seats.move(match.state, len(match.steps))) is not None and len(match.steps) < 60:
            match = match.play(*move, STAMP)
            seats.told(len(match.steps), move.seat, match.steps[-1])
    finally:
        seats.close()
    assert len(match.steps) > 5
    assert seats.efforts[0].faults == 0


def answered(program: str, times: int = 1, seconds: float = 5.0) -> list[bool]:
    """Whether each answer of a program in Python was at fault, in the first decision of a match of Aucteraden."""
    match = random_match(GAMES["aucteraden"], Random(1), 0)
    start = concealed_start(match.start, 1)
    bot = ProgramBot(f"{PYTHON} -c {shlex.quote(program)}", seconds)
    bot.begin(Seating(match.game, match.players, 1, start.options, start.deal, start.facts))
    view = match.view(1)
    sight = Sight(match.game, 1, 1, view, match.game.choices(view, 1), 0)
    try:
        chosen = [bot.choose(sight, Random(1)) for _ in range(times)]
    finally:
        bot.close()
    assert all(one.action in [conceal(one.action, 1, 1)] for one in chosen)
    return [one.faulty for one in chosen]


ANSWERING = "import sys,json,time\nfor line in sys.stdin:\n if json.loads(line)['type'] == 'decide':\n  "


def test_an_answer_that_is_open_is_taken() -> None:
    assert answered(ANSWERING + 'print(\'{"do": "discard"}\', flush=True)', 2) == [False, False]


@pytest.mark.parametrize(
    "answer", ["discard", "{}", '{"do": "buy", "card": "??"}', '{"do": 3}', '{"do": "discard", "x": 1}', "[1]", ""]
)
def test_an_answer_that_is_not_open_is_counted(answer: str) -> None:
    assert answered(ANSWERING + f"print({answer!r}, flush=True)") == [True]


def test_a_program_that_ends_or_never_answers_holds_nothing_up() -> None:
    assert answered("pass", 3) == [True] * 3
    assert answered("import sys\nfor line in sys.stdin: pass", 2, 0.2) == [True] * 2


def test_a_late_answer_is_no_answer_to_the_next_question() -> None:
    slow_once = ANSWERING.replace("for line", "late=[1]\nfor line") + (
        'print(\'{"do": "late"}\' if late else \'{"do": "discard"}\', flush=True) if not late else time.sleep(1.5)'
        ' or print(\'{"do": "late"}\', flush=True) or late.clear()'
    )
    first, *others = answered(slow_once, 3, 1.0)
    assert first
    assert others[-1] is False


def test_a_program_that_is_not_there_is_no_bot() -> None:
    for wrong in ("exec:", "exec:no-such-program-here x", "exec:'unfinished"):
        with pytest.raises(UnknownBot):
            bot_called(wrong)
