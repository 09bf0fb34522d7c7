"""Which players of matches were bots, by the remarks that say so: the column `bot` of the table of seats."""

from typing import Final

from duckdb import DuckDBPyConnection

from ludograph.domain.match.seated_bots import BEGINNING, bots_in_remark

REMARKS: Final = """SELECT CAST(n.match AS VARCHAR), n.text, t.players
    FROM notes AS n
    JOIN entered.starts AS t
        ON t.match = n.match AND n.version >= t.version AND (t.amended_by IS NULL OR n.version < t.amended_by)
    WHERE n.step = 0 AND n.public AND starts_with(n.text, ?)
        AND n.match IN (SELECT match FROM begun UNION SELECT match FROM others)
    ORDER BY n.match, n.version"""
"""What is said of matches that have begun, or of which something was said, with their players as they were called."""
TELL: Final = """UPDATE seats SET bot = told.bot
    FROM (SELECT unnest(?::UUID[]) AS match, unnest(?::INTEGER[]) AS seat, unnest(?::VARCHAR[]) AS bot) AS told
    WHERE seats.match = told.match AND seats.seat = told.seat"""


def note_bots(connection: DuckDBPyConnection) -> None:
    """Notes of a batch who is a bot; where several remarks say it of a seat, by the newest."""
    found: dict[tuple[str, int], str] = {}
    for match, text, players in connection.execute(REMARKS, [BEGINNING]).fetchall():
        found |= {(match, seat): bot for seat, bot in bots_in_remark(players, text).items()}
    if found:
        matches, seats = zip(*found, strict=True)
        connection.execute(TELL, [list(matches), list(seats), list(found.values())])
