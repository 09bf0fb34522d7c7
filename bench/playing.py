"""Whole random matches of a game, played in memory; the same for the same numbers."""

from datetime import UTC, datetime
from random import Random
from uuid import UUID

from domain.game import Action, Game
from domain.match import Match, Setting, Stamp, start_match

STAMP = Stamp(datetime(2026, 11, 20, 18, tzinfo=UTC), "5a" * 16)


def started(game: Game, number: int, id: UUID | None = None) -> Match:
    """A match with as many players as there may be, dealt by the program."""
    players = tuple(f"Player {seat}" for seat in range(1, game.seats[-1] + 1))
    setting = Setting(players, game.options(), None, f"bench {number}")
    return start_match(game, id or UUID(int=number), setting, STAMP)


def played(game: Game, number: int, id: UUID | None = None) -> Match:
    """A match played to its end."""
    match, random = started(game, number, id), Random(number)
    while (move := random_move(match, random)) is not None:
        match = match.play(*move, STAMP)
    return match


def random_move(match: Match, random: Random) -> tuple[int, Action] | None:
    """Any seat's any choice for which somebody waits; None when the match is over."""
    seats = range(1, len(match.players) + 1)
    state = match.state
    blocks = [(seat, block) for seat in seats for block in match.game.choices(state, seat) if not block.idle]
    if not blocks:
        return None
    seat, block = random.choice(blocks)
    return seat, block.action(**{name: random.choice(values) for name, values in block.values.items()})


def matches_of(game: Game, actions: int) -> int:
    """How many matches make about that many actions."""
    number = count = 0
    while count < actions:
        count += len(played(game, number).steps)
        number += 1
    return number
