"""In which variant matches were played, by the options with which they began: the column `variant` of their table."""

from typing import Final

from duckdb import DuckDBPyConnection

from ludograph.analytics.tables.variants import variant_name

FOUND: Final = """SELECT DISTINCT game, CAST(b.options AS VARCHAR) FROM began WHERE NOT superseded"""
NAME: Final = """UPDATE matches SET variant = named.variant
    FROM began AS s, (
        SELECT unnest(?::VARCHAR[]) AS game, unnest(?::VARCHAR[]) AS options, unnest(?::VARCHAR[]) AS variant) AS named
    WHERE matches.match = s.match AND NOT s.superseded
        AND named.game = s.game AND named.options = CAST(s.b.options AS VARCHAR)"""


def name_variants(connection: DuckDBPyConnection) -> None:
    """Names the variant of each match that began in a batch, or whose options were put right in it."""
    found = connection.execute(FOUND).fetchall()
    if found:
        games, options = zip(*found, strict=True)
        connection.execute(NAME, [list(games), list(options), [variant_name(*one) for one in found]])
