"""Bots play any game from its choices, the same for the same random numbers, and end what has no end."""

from random import Random
from typing import Any
from uuid import UUID

import pytest
from msgspec import Struct

from ludograph.domain.bots.moves import Bots, play_match, play_out
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.chance import Drawing
from ludograph.domain.kernel.game import Action, Choice, Result
from ludograph.domain.kernel.play import begin
from ludograph.domain.match.aggregate import Match, Setting, start_match
from tests.worlds import NAMES, stamp


def match_of(game_id: str, seed: str) -> Match:
    game = GAMES[game_id]
    setting = Setting(NAMES[: game.seats[-1]], game.options(), None, seed)
    return start_match(game, UUID(int=1), setting, stamp())


@pytest.mark.parametrize("game_id", GAMES)
def test_a_match_is_played_to_its_end(game_id: str) -> None:
    match = match_of(game_id, "a")
    played = play_match(Bots(match.game, len(match.players), Random(1)), match, stamp)
    assert match.game.result(played.state).over


@pytest.mark.parametrize("game_id", GAMES)
def test_in_memory_the_same_happens_as_in_a_record(game_id: str) -> None:
    match = match_of(game_id, "b")
    seats = len(match.players)
    recorded = play_match(Bots(match.game, seats, Random(2)), match, stamp)
    state = begin(match.game, match.game.options(), seats, None, Drawing("b", 0)).state
    facts = [done.facts for done in play_out(Bots(match.game, seats, Random(2)), state, "b")]
    assert facts == [step.facts for step in recorded.steps]


def test_other_random_numbers_make_another_match() -> None:
    match = match_of("sun-bid", "c")
    one, other = (play_match(Bots(match.game, 4, Random(n)), match, stamp) for n in (1, 2))
    assert one.steps != other.steps


class Wait(Action, frozen=True):
    pass


class Pay(Action, frozen=True):
    amount: int = 0


class Chat(Action, frozen=True):
    def decide(self, state: Any, seat: int, chance: Any) -> Any:
        return ()


class Finish(Action, frozen=True):
    def decide(self, state: Any, seat: int, chance: Any) -> Any:
        yield Ended()


class Ended(Struct, frozen=True):
    def apply(self, state: str) -> str:
        return "over"


class Endless(Struct, frozen=True):
    """A game that goes on until somebody finishes it; just enough of one for bots."""

    busy: tuple[Choice, ...] = (Choice(Wait),)
    idle: tuple[Choice, ...] = (Choice(Finish, idle=True), Choice(Chat, idle=True))

    def choices(self, state: str, seat: int) -> tuple[Choice, ...]:
        return self.idle if state == "over" else (*self.busy, *self.idle)

    def all_choices(self, state: str, seats: int) -> list[tuple[int, Choice]]:
        return [(seat, choice) for seat in range(seats + 1) for choice in self.choices(state, seat)]

    def turn(self, state: str, seat: int, verb: str) -> None: ...

    def follow(self, state: str, chance: object) -> None: ...

    def cards(self, state: str) -> tuple[tuple[str, ...], tuple[str, ...], int]:
        return (), (), 0

    @property
    def coins(self) -> None: ...

    @property
    def faults(self) -> "Endless":
        return self

    def result(self, state: str) -> Result:
        return Result(state == "over", (None,), ())


def bots_for(game: Any, seed: int = 3, **manner: Any) -> Bots:
    return Bots(game, 1, Random(seed), **manner)


def kinds(bots: Bots, steps: range) -> list[type[Action]]:
    return [type(move.action) for step in steps if (move := bots.move("on", step))]


def test_what_nobody_waits_for_is_done_rarely() -> None:
    done = kinds(bots_for(Endless(), limit=10_000), range(2_000))
    assert 0 < done.count(Chat) < 120
    assert done.count(Finish) == 0


def test_a_match_without_an_end_is_ended_at_the_limit() -> None:
    bots = bots_for(Endless(), limit=10)
    assert kinds(bots, range(10, 12)) == [Finish, Finish]
    assert bots.move("over", 11) is None


def test_a_match_that_cannot_be_ended_is_left_after_twice_the_limit() -> None:
    bots = bots_for(Endless(idle=()), limit=10)
    assert kinds(bots, range(10, 30)) == [Wait] * 10


def test_thrifty_bots_pay_little() -> None:
    def paid(thrift: float) -> Any:
        game = Endless((Choice(Pay, {"amount": range(101)}),), ())
        bots = bots_for(game, 4, thrift=thrift)
        moves: Any = [bots.move("on", step) for step in range(500)]
        return sum(move.action.amount for move in moves) / len(moves)

    assert paid(1) > 40
    assert paid(5) < 25
