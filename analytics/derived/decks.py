"""The cards that matches are played with: which there are follows from the options and the number of players."""

from collections import Counter
from contextlib import suppress
from typing import Any, Final

import pyarrow as pa
from duckdb import DuckDBPyConnection
from msgspec import MsgspecError, json

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.chance import Drawing
from ludograph.domain.kernel.play import begin

NEW: Final = """SELECT DISTINCT game, len(b.players), CAST(b.options AS VARCHAR) AS options FROM begun
    ANTI JOIN decks AS d ON d.game = begun.game AND d.seats = len(b.players) AND d.options = CAST(b.options AS VARCHAR)
    WHERE b.players IS NOT NULL AND b.options IS NOT NULL ORDER BY ALL"""


def lay_out(connection: DuckDBPyConnection) -> None:
    """Puts the decks of a batch into their table, as far as they are not there; what cannot be set up has none."""
    rows: list[dict[str, Any]] = []
    for game, seats, options in connection.execute(NEW).fetchall():
        key = {"game": game, "seats": seats, "options": options}
        with suppress(MsgspecError, ValueError, LookupError):
            deck = deck_of(game, seats, options)
            rows += [{**key, "card": card, "copies": copies} for card, copies in sorted(deck.items())]
    if rows:
        connection.register("new_decks", pa.Table.from_pylist(rows))
        connection.execute("INSERT INTO decks BY NAME FROM new_decks")
        connection.unregister("new_decks")


def deck_of(game_id: str, seats: int, options: str) -> Counter[str]:
    """How often each card is in a game of so many players with these options, which are JSON."""
    game = GAMES[game_id]
    begun = begin(game, json.decode(options, type=game.options), seats, None, Drawing("", 0))
    deck, _, _ = game.cards(begun.state)
    return Counter(map(str, deck))
