"""Whole random matches of a game, played in memory; the same for the same numbers."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from uuid import UUID

from ludograph.domain.bots.moves import Bots, play_match, play_out
from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.play import Played
from ludograph.domain.match.aggregate import Match, Setting, Stamp, start_match

STAMP = Stamp(datetime(2026, 11, 20, 18, tzinfo=UTC), "5a" * 16)


def started(game: Game, number: int, id: UUID | None = None) -> Match:
    """A match with as many players as there may be, dealt by the program."""
    players = tuple(f"Player {seat}" for seat in range(1, game.seats[-1] + 1))
    setting = Setting(players, game.options(), None, f"bench {number}")
    return start_match(game, id or UUID(int=number), setting, STAMP)


def played(game: Game, number: int, id: UUID | None = None) -> Match:
    """A match played to its end."""
    match = started(game, number, id)
    return play_match(bots_for(match, number), match, lambda: STAMP)


def played_out(game: Game, number: int) -> Iterator[Played]:
    """Each step of a match played to its end in memory alone: nothing is encoded, sealed and kept for a store."""
    match = started(game, number)
    assert match.start.seed is not None
    return play_out(bots_for(match, number), match.state, match.start.seed)


def bots_for(match: Match, number: int) -> Bots:
    """The players of the match of that number."""
    return Bots(match.game, len(match.players), Random(number))


def matches_of(game: Game, actions: int) -> int:
    """How many matches make about that many actions."""
    number = count = 0
    while count < actions:
        count += len(played(game, number).steps)
        number += 1
    return number
