"""Ratings of players in games of many, worked out from the places they came to, match after match."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from openskill.models import PlackettLuceRating

ALL_GAMES: Final = "all games"
"""What stands for a rating over all games together."""
PLAYED: Final = """
    SELECT p.game, p.match, p.day, l.last_step_at AS at_time, p.player, p.place
    FROM participations AS p JOIN match_lengths AS l ON l.match = p.match
    WHERE p.place IS NOT NULL
    ORDER BY p.day, at_time, p.match, p.seat
"""
HISTORY: Final = """
    CREATE OR REPLACE TEMP TABLE rating_history (
        game VARCHAR, match UUID, day DATE, player VARCHAR, matches INTEGER, mu DOUBLE, sigma DOUBLE, rating DOUBLE
    )
"""
NEWEST: Final = """
    CREATE OR REPLACE TEMP TABLE ratings AS
    SELECT game, player, mu, sigma, rating, matches, day AS last_played FROM rating_history
    QUALIFY row_number() OVER (PARTITION BY game, player ORDER BY matches DESC) = 1
"""
Row = tuple[Any, ...]


def rate(connection: "DuckDBPyConnection") -> None:
    """Makes the tables `rating_history` (a row for each player of each match) and `ratings` (the newest of each).

    Plackett-Luce as the openskill library has it; the rating is mu - 3 sigma, what a player is worth almost surely.
    """
    import pyarrow as pa

    played = connection.sql(PLAYED).to_arrow_table()
    rows = list(_history(list(zip(*(column.to_pylist() for column in played.columns), strict=True))))
    connection.execute(HISTORY)
    names = ("game", "match", "day", "player", "matches", "mu", "sigma", "rating")
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    types = (pa.string(), pa.string(), pa.date32(), pa.string(), pa.int32(), *[pa.float64()] * 3)
    arrays = [pa.array(column, type) for column, type in zip(columns, types, strict=True)]
    connection.register("rated", pa.table(arrays, names=names))
    connection.execute(
        "INSERT INTO rating_history SELECT game, CAST(match AS UUID), * EXCLUDE (game, match) FROM rated"
    )
    connection.unregister("rated")
    connection.execute(NEWEST)


def _history(played: Sequence[Row]) -> Iterator[Row]:
    """What everybody's rating was after each match, in each game and over all of them."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[tuple[str, str], tuple[PlackettLuceRating, int]] = {}
    for match, group in groupby(played, key=itemgetter(1)):
        rows = list(group)
        names = [row[4] for row in rows]
        for game in (rows[0][0], ALL_GAMES):
            before = [known.get((game, name), (model.rating(), 0)) for name in names]
            after = model.rate([[rating] for rating, _ in before], ranks=[float(row[5]) for row in rows])
            for name, (rating,), (_, matches) in zip(names, after, before, strict=True):
                known[game, name] = rating, matches + 1
                yield game, str(match), rows[0][2], name, matches + 1, rating.mu, rating.sigma, rating.ordinal()
