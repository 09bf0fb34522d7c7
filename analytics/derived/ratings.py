"""Ratings of players in games of many, worked out from the places they came to, match after match."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from ludograph.domain.match.ratings import PlayerRatings

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

RATED: Final = ("rating_history", "ratings")
PLAYED: Final = """
    SELECT CAST(dense_rank() OVER (ORDER BY c.number) AS INTEGER) AS of_all,
        p.game, p.match, c.day, c.first_over_at AS at_time, p.seat, p.player, CAST(p.place AS DOUBLE) AS place
    FROM participations AS p JOIN chronology AS c ON c.match = p.match
    WHERE p.place IS NOT NULL
"""
ROWS: Final = "SELECT game, match, day, at_time, seat, player, place FROM {played} ORDER BY of_all, seat"
CHANGED: Final = """SELECT min(of_all) FROM (
    (FROM playing EXCEPT FROM internal.rated) UNION ALL (FROM internal.rated EXCEPT FROM playing))"""
"""From which match on others were played than those from which the ratings were worked out."""
KNOWN: Final = """SELECT game, player, skill, uncertainty, match_number FROM internal.rating_history
    QUALIFY row_number() OVER (PARTITION BY game, player ORDER BY match_number DESC) = 1"""
NEWEST: Final = """
    SELECT game, player, rating, skill, uncertainty, match_number AS matches, day AS last_played FROM {history}
    QUALIFY row_number() OVER (PARTITION BY game, player ORDER BY match_number DESC) = 1 ORDER BY game, player
"""
Row = tuple[Any, ...]


def fill_ratings(connection: "DuckDBPyConnection") -> None:
    """Fills `rating_history` (a row for each player of each match) and `ratings` (the newest of each).

    Plackett-Luce as the openskill library has it; the rating is mu - 3 sigma, what a player is worth almost surely.
    They are gone on with where nothing before has changed: a new match costs what one match costs.
    """
    connection.execute(f"CREATE OR REPLACE TEMP TABLE playing AS {PLAYED}")
    ((first,),) = connection.execute(CHANGED).fetchall()
    if first is not None:
        for table in ("rated", "rating_history"):
            connection.execute(f"DELETE FROM internal.{table} WHERE of_all >= ?", [first])
        known = _known(connection)
        fresh = f"(FROM playing WHERE of_all >= {first})"
        _rate(connection, ROWS.format(played=fresh), "internal.rating_history", known, first)
        connection.execute(f"INSERT INTO internal.rated BY NAME FROM {fresh}")
    connection.execute("INSERT INTO main.rating_history BY NAME FROM internal.rating_history")
    connection.execute(f"INSERT INTO main.ratings BY NAME {NEWEST.format(history='internal.rating_history')}")
    connection.execute("DROP TABLE playing")


def _known(connection: "DuckDBPyConnection") -> PlayerRatings:
    """What everybody is rated, in each game and over all, and after how many matches."""
    ratings = PlayerRatings()
    for game, player, skill, uncertainty, matches in connection.execute(KNOWN).fetchall():
        ratings.put(game, player, skill, uncertainty, matches)
    return ratings


def _rate(connection: "DuckDBPyConnection", played: str, table: str, known: PlayerRatings, first: int) -> None:
    """Puts what these matches do to ratings into a table of their history; the first has that number of all."""
    import pyarrow as pa

    found = connection.sql(played).to_arrow_table()
    rows = list(_history(list(zip(*(column.to_pylist() for column in found.columns), strict=True)), known, first))
    names = (
        "game",
        "match",
        "day",
        "seat",
        "player",
        "match_number",
        "of_all",
        "rating_before",
        "rating",
        "skill",
        "uncertainty",
    )
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    types = (
        pa.string(),
        pa.string(),
        pa.date32(),
        pa.int32(),
        pa.string(),
        pa.int32(),
        pa.int32(),
        *[pa.float64()] * 4,
    )
    arrays = [pa.array(column, type) for column, type in zip(columns, types, strict=True)]
    connection.register("rated", pa.table(arrays, names=names))
    connection.execute(f"INSERT INTO {table} BY NAME FROM rated")
    connection.unregister("rated")


def rate_apart(connection: "DuckDBPyConnection", chosen: str, tables: Mapping[str, str]) -> None:
    """Makes temporary tables of the ratings that follow from chosen matches alone, called as `tables` says."""
    for table, name in tables.items():
        connection.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS FROM main.{table} LIMIT 0")
    history, played = f"temp.{tables['rating_history']}", f"{PLAYED} AND p.match IN (SELECT match FROM temp.{chosen})"
    _rate(connection, ROWS.format(played=f"({played})"), history, PlayerRatings(), 1)
    connection.execute(f"INSERT INTO temp.{tables['ratings']} BY NAME {NEWEST.format(history=history)}")


def ratings_for_now(connection: "DuckDBPyConnection") -> None:
    """Sees to it that the ratings can be asked: where the archive does not keep them, they are made for this time."""
    if connection.execute("SELECT 1 FROM internal.made WHERE name = 'ratings'").fetchall():
        return
    for table in RATED:
        connection.execute(f"CREATE OR REPLACE TEMP TABLE {table} AS FROM main.{table} LIMIT 0")
    _rate(connection, ROWS.format(played=f"({PLAYED})"), "temp.rating_history", PlayerRatings(), 1)
    connection.execute(f"INSERT INTO temp.ratings BY NAME {NEWEST.format(history='temp.rating_history')}")


def _history(played: Sequence[Row], known: PlayerRatings, first: int) -> Iterator[Row]:
    """What everybody's rating was before and after each match, in each game and over all of them."""
    for number, (match, group) in enumerate(groupby(played, key=itemgetter(1)), start=first):
        rows = list(group)
        for one in known.take(rows[0][0], [row[5] for row in rows], [float(row[6]) for row in rows]):
            worth = (one.before, one.after, one.skill, one.uncertainty)
            yield one.game, str(match), rows[0][2], rows[one.seat][4], one.player, one.matches, number, *worth
