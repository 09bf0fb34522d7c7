"""Events into tables: a batch of them at a time, each kind by SQL that follows from its table's description."""

from collections.abc import Callable, Iterator
from typing import Final

from duckdb import DuckDBPyConnection

from ludograph.analytics.archive.official_events import official_events_sql
from ludograph.analytics.archive.seated_bots import note_bots
from ludograph.analytics.archive.variant_names import name_variants
from ludograph.analytics.derived.decks import lay_out
from ludograph.analytics.extract.source import Batch
from ludograph.analytics.extract.staging import ARRIVE, LEAVE_FORKS_OUT, PARSE, staged_sql, tables_by_kind
from ludograph.analytics.tables.columns import quoted, structure_for, text_literal
from ludograph.analytics.tables.definitions import STARTED, Table, start_table, tables_of
from ludograph.analytics.tables.schema import stored_in
from ludograph.domain.games import GAMES

END: Final = "MatchEnded"
"""The fact of every game with which a match is over."""
FALL: Final = (
    """CREATE TEMP TABLE fallen AS
    SELECT s.match, s.version, s.step, any_value(s.game) AS game, min(u.version) AS fallen_by,
        arg_min(u.amends, u.version) AS amends
    FROM (
        SELECT match, version, step, game FROM entered.steps WHERE NOT superseded
        UNION ALL SELECT match, version, 0, game FROM entered.starts WHERE NOT superseded
    ) AS s
    JOIN cuts AS u ON u.match = s.match AND u.version > s.version AND u.first <= s.step
    GROUP BY s.match, s.version, s.step""",
    """UPDATE entered.steps AS steps SET superseded = true, taken_back_by = CASE WHEN NOT f.amends THEN f.fallen_by END,
        amended_by = CASE WHEN f.amends THEN f.fallen_by END
    FROM fallen AS f WHERE steps.match = f.match AND steps.version = f.version AND steps.step = f.step""",
    """UPDATE entered.starts AS starts SET superseded = true, amended_by = f.fallen_by FROM fallen AS f
    WHERE starts.match = f.match AND starts.version = f.version AND f.step = 0""",
)
"""What stood before may have been taken back or put right since."""

COMMON: Final = (
    """INSERT INTO matches BY NAME
    SELECT match, game, b.rules_version, '' AS variant, b.players, len(b.players) AS seats, b.event, b.round,
        b."table" AS at_table, TRY_CAST(b.played_on AS DATE) AS played_on, source.source, source.seed, source."by",
        recorded_at AS started_at, recorded_at, 1 AS events, 0 AS steps, false AS over, 'running' AS status,
        CAST(json_extract_string(state, '$.origin.match') AS UUID) AS fork_of,
        CAST(json_extract_string(state, '$.origin.step') AS INTEGER) AS fork_step
    FROM begun WHERE source IS NOT NULL""",
    """INSERT INTO entered.starts BY NAME
    SELECT match, version, game, b.rules_version, b.players, b.event, b.round, b."table" AS at_table,
        TRY_CAST(b.played_on AS DATE) AS played_on, b.options, b.deal, recorded_at, superseded, amended_by
    FROM began ORDER BY position""",
    "DELETE FROM seats WHERE match IN (SELECT match FROM begun WHERE source IS NULL)",
    """INSERT INTO seats BY NAME
    SELECT match, generate_subscripts(b.players, 1) AS seat, unnest(b.players) AS player, NULL AS bot
    FROM (FROM began WHERE NOT superseded ORDER BY position)""",
    """UPDATE matches SET rules_version = b.rules_version, players = b.players, seats = len(b.players), event = b.event,
        round = b.round, at_table = b."table", played_on = TRY_CAST(b.played_on AS DATE)
    FROM began AS s WHERE matches.match = s.match AND s.source IS NULL AND NOT s.superseded""",
    """INSERT INTO entered.steps BY NAME
    SELECT s.match, s.game, s.version, s.step, b.actor, t.players[nullif(b.actor, 0)] AS player, s.kind AS verb,
        len(b.facts) AS facts, list_transform(b.drawn, lambda one: one ->> '$') AS drawn,
        list_transform(b.drawn, lambda one: if(json_type(one) = 'VARCHAR', 'card', 'number')) AS drawn_kinds,
        b.shuffled, s.recorded_at, b.happened_at, b.by, b.note, s.superseded,
        s.taken_back_by, s.amended_by, s.was_version, s.was_step
    FROM stepped AS s
    LEFT JOIN entered.starts AS t
        ON t.match = s.match AND s.version >= t.version AND (t.amended_by IS NULL OR s.version < t.amended_by)
    ORDER BY s.position, s.step""",
    """INSERT INTO takebacks BY NAME
    SELECT match, version, b."to" AS to_step, b.reason, b.by, recorded_at FROM undone""",
    """INSERT INTO amendments BY NAME
    SELECT match, version, b.at AS at_step, b.how, b.reason, b.public, b.by, recorded_at, len(b.steps) AS steps,
        len(list_filter(b.steps, lambda one: json_extract_string(one, '$.was') IS NULL)) AS entered,
        greatest(b.at - 1, 0) + len(b.steps) AS last_step
    FROM amended""",
    """UPDATE matches SET recorded_at = n.newest FROM (
        SELECT match, max(recorded_at) AS newest FROM (
            SELECT match, recorded_at FROM parsed UNION ALL SELECT match, recorded_at FROM others) GROUP BY match) AS n
    WHERE matches.match = n.match AND n.newest > matches.recorded_at""",
    f"""UPDATE matches SET first_over_at = n.first FROM (
        SELECT t.match, arg_min(coalesce(a.recorded_at, p.recorded_at), t.version) AS first
        FROM staged AS t
        JOIN parsed AS p ON p.match = t.match AND p.version = t.version AND p.step = t.step
        LEFT JOIN amended AS a ON a.match = t.match AND a.version = t.version
        WHERE t.kind IN ({", ".join(text_literal(f"{game}:{END}") for game in GAMES)}) GROUP BY t.match) AS n
    WHERE matches.match = n.match AND matches.first_over_at IS NULL""",
)
"""The tables that all games share.

When a match was first over is set once: a step in a correction keeps the time at which it was entered, so that of the
correction is taken.
"""
ONE_THREAD: Final = "SET threads = 1"
"""For what is so small that handing it to another thread takes longer than doing it."""
ALL_THREADS: Final = "RESET threads"
SHARED: Final = 0.5
"""How much of the work is done when the tables of single games are begun, roughly."""
TEMPORARY: Final = (
    "VIEW stepped", "VIEW began", "TABLE heads", "TABLE others", "TABLE amended", "TABLE dealt", "TABLE undone",
    "TABLE cuts", "TABLE begun", "TABLE parsed", "TABLE fell", "TABLE staged", "TABLE fallen", "VIEW arrived",
)  # fmt: skip


def project(
    connection: DuckDBPyConnection, batch: Batch, progress: Callable[[float], None], *, forks: bool = False
) -> None:
    """Puts a batch into the tables, within the transaction that is open; says how much of that is done.

    Forks are left out unless `forks` takes them along.
    """
    connection.execute(ALL_THREADS)  # an earlier batch may have gone wrong before it came to that
    connection.register("incoming_events", batch.events)
    connection.register("incoming_heads", batch.heads)
    shared = (*(() if forks else LEAVE_FORKS_OUT), *ARRIVE, *PARSE, staged_sql(), *FALL, *COMMON)
    for at, statement in enumerate(shared):
        connection.execute(statement)
        progress(SHARED * at / len(shared))
    # Which decks there are follows from the starts of matches, which have been parsed by now.
    lay_out(connection)
    own = [*official_events_sql(connection), *_own(connection)]
    connection.execute(ONE_THREAD)
    for at, statement in enumerate(own):
        connection.execute(statement)
        progress(SHARED + (1 - SHARED) * at / len(own))
    note_bots(connection)
    name_variants(connection)
    connection.execute(ALL_THREADS)
    for made in TEMPORARY:
        connection.execute(f"DROP {made}")
    connection.unregister("incoming_events")
    connection.unregister("incoming_heads")


def _own(connection: DuckDBPyConnection) -> Iterator[str]:
    """The SQL for the tables of games, as far as there is anything for them."""
    for (game,) in _rows(connection, "SELECT DISTINCT game FROM begun"):
        table = start_table(game)
        # A start without a source is one that was put right: it takes the place of the one before.
        yield f"DELETE FROM {stored_in(table)} WHERE match IN (SELECT match FROM begun WHERE source IS NULL)"
        current = f"game = {text_literal(game)} AND NOT superseded"
        yield _insert(table, f"(SELECT match, state AS body FROM began WHERE {current} ORDER BY position)")
    for (kind,) in _rows(connection, "SELECT DISTINCT kind FROM staged"):
        yield _insert(tables_by_kind()[kind], f"staged WHERE kind = {text_literal(kind)}")
    for (game,) in _rows(connection, "SELECT DISTINCT game FROM fallen"):
        for table in tables_of(game):
            if table.name != STARTED:
                yield (
                    f"UPDATE {stored_in(table)} AS t SET superseded = true FROM fallen AS f "
                    "WHERE t.match = f.match AND t.version = f.version AND t.step = f.step AND NOT t.superseded"
                )


def _insert(table: Table, rows: str) -> str:
    """Rows of keys and a `body`, which is JSON, into a table of a game; deals leave out what they do not have."""
    place = stored_in(table)
    keys = ", ".join(column.name for column in table.columns[: len(table.columns) - len(table.own)])
    if not table.own:
        return f"INSERT INTO {place} SELECT {keys} FROM {rows}"
    parse = "from_json" if table.name == STARTED else "from_json_strict"
    values = ", ".join(column.value("b") for column in table.own)
    parsed = f"SELECT *, {parse}(body, {text_literal(structure_for(table.own))}) AS b FROM {rows}"
    return f"INSERT INTO {place} SELECT {keys}, {values} FROM ({parsed})"


def _rows(connection: DuckDBPyConnection, sql: str) -> list[tuple[str, ...]]:
    return connection.execute(f"{sql} ORDER BY ALL").fetchall()


__all__ = ["project", "quoted"]
