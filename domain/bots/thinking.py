"""A bot's move thought out in another process: what it needs to know, as values that can be sent there."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ludograph.domain.bots.moves import Move
from ludograph.domain.bots.opponents import awaited_sight, luck, seed_of
from ludograph.domain.bots.roster import bot_called
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Seat
from ludograph.domain.lab.search import Sight
from ludograph.domain.match.aggregate import Match


class BotTask(NamedTuple):
    """A bot that is awaited, and what its seat knows of the match: neither a game nor what is open can be sent."""

    bot: str
    game: str
    seats: int
    seat: Seat
    view: Any
    step: int
    seed: str


def awaited_bot(match: Match, bots: Mapping[Seat, str]) -> BotTask | None:
    """The first of the bots of a match that is awaited; None where only people are, or nobody."""
    sight = awaited_sight(match, bots)
    if sight is None:
        return None
    return BotTask(bots[sight.seat], match.game.id, sight.seats, sight.seat, sight.view, sight.step, seed_of(match))


def thought_out(task: BotTask) -> Move:
    """What the bot does, which is what it does at a table in this process: only of bots that need not be told steps."""
    game = GAMES[task.game]
    choices = game.choices(task.view, task.seat)
    sight = Sight(game, task.seats, task.seat, task.view, choices, task.step)
    return Move(task.seat, bot_called(task.bot).choose(sight, luck(task.seed, sight)).action)
