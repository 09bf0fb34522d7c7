"""A match that began without its deal: its state is None, and its game one in which nothing can be done yet."""

from functools import cache
from typing import Any, Final, NoReturn

from msgspec.structs import replace

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Game, Refused, Result
from ludograph.domain.kernel.scene import Scene
from ludograph.domain.match.events import AnyStarted

AWAITED: Final = "awaiting the deal"
"""The phase of a match whose deal was not entered yet."""


def game_of(start: AnyStarted, game: Game | None = None) -> Game:
    """The game of a match as far as it has begun: that of its deal, or the one that waits for it."""
    game = game or GAMES[start.game]
    return game if start.deal is not None else _waiting(game.id, len(start.players))


@cache
def _waiting(game_id: str, seats: int) -> Game:
    """A game whose state is None: nothing is open to anybody, nothing lies on the table, and it is not over."""

    # So nobody who asks a game for something has to know that there may be no state.
    def turn(state: Any, seat: int, verb: str) -> NoReturn:
        raise Refused(None, "The deal of this match is awaited: nothing can be done before.")

    return replace(
        GAMES[game_id],
        turn=turn,
        choices=lambda state, seat: (),
        openings=lambda state: (),
        follow=lambda state, chance: None,
        result=lambda state: Result(False, (None,) * seats, ()),
        scene=lambda state: Scene(AWAITED.capitalize(), ()),
        cards=lambda state: ((), (), 0),
        coins=None,
        worth=None,
    )
