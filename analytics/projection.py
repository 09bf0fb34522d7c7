"""Events into tables: a batch of them at a time, each kind by SQL that follows from its table's description."""

from collections.abc import Callable, Iterator
from typing import Final

from duckdb import DuckDBPyConnection

from analytics.columns import literal, quoted, structure_for
from analytics.schema import place_of
from analytics.source import Batch
from analytics.tables import STARTED, Table, actions_of, facts_of, start_of, tables_of
from domain.records.events import TOPICS, MatchStarted, NoteAdded, StepsTakenBack

OTHERS: Final = ", ".join(literal(kind) for kind in TOPICS.values())
STEP: Final = (
    '{"number":"INTEGER","actor":"INTEGER","action":"JSON","facts":["JSON"],"drawn":["VARCHAR"],'
    '"shuffled":["VARCHAR"],"recorded_at":"TIMESTAMPTZ","happened_at":"TIMESTAMPTZ","note":"VARCHAR","by":"VARCHAR"}'
)
START: Final = (
    '{"rules_version":"INTEGER","players":["VARCHAR"],"event":"VARCHAR","round":"VARCHAR","table":"VARCHAR",'
    '"played_on":"VARCHAR","source":"VARCHAR","seed":"VARCHAR","by":"VARCHAR","recorded_at":"TIMESTAMPTZ",'
    '"facts":["JSON"]}'
)
TAKEBACK: Final = '{"to":"INTEGER","reason":"VARCHAR","by":"VARCHAR","recorded_at":"TIMESTAMPTZ"}'
NOTE: Final = '{"step":"INTEGER","text":"VARCHAR","public":"BOOLEAN","by":"VARCHAR","recorded_at":"TIMESTAMPTZ"}'

ARRIVE: Final = (
    """CREATE TEMP VIEW arrived AS
    SELECT CAST(match AS UUID) AS match, CAST(version AS INTEGER) AS version, game, kind, position, state
    FROM incoming_events""",
    """CREATE TEMP TABLE stands AS
    SELECT CAST(match AS UUID) AS match, CAST(events AS INTEGER) AS events, CAST(steps AS INTEGER) AS steps,
        over = 1 AS over, result FROM incoming_heads""",
)
"""What came out of the store, with the types that it has here."""

PARSE: Final = (
    f"""CREATE TEMP TABLE starts AS
    SELECT match, version, game, position, state, b FROM (
        SELECT *, from_json_strict(state, '{START}') AS b FROM arrived WHERE kind = {literal(TOPICS[MatchStarted])})""",
    f"""CREATE TEMP TABLE undone AS
    SELECT match, version, b FROM (
        SELECT *, from_json_strict(state, '{TAKEBACK}') AS b FROM arrived
        WHERE kind = {literal(TOPICS[StepsTakenBack])})""",
    f"""CREATE TEMP TABLE noted AS
    SELECT match, version, b FROM (
        SELECT *, from_json_strict(state, '{NOTE}') AS b FROM arrived WHERE kind = {literal(TOPICS[NoteAdded])})""",
    f"""CREATE TEMP TABLE parsed AS
    SELECT match, version, game, kind, position, from_json_strict(state, '{STEP}') AS b FROM arrived
    WHERE kind NOT IN ({OTHERS})""",
    """CREATE TEMP TABLE fell AS
    SELECT s.match, s.version, min(u.version) AS taken_back_by FROM parsed AS s
    JOIN undone AS u ON u.match = s.match AND u.version > s.version AND u.b."to" < s.b.number
    GROUP BY s.match, s.version""",
    """CREATE TEMP VIEW stepped AS
    SELECT s.*, f.taken_back_by, f.taken_back_by IS NOT NULL AS superseded
    FROM parsed AS s LEFT JOIN fell AS f ON f.match = s.match AND f.version = s.version""",
    """CREATE TEMP TABLE told AS
    SELECT *, substr(fact, 10, strpos(substr(fact, 10), '"') - 1) AS kind FROM (
        SELECT match, version, b.number AS step, b.actor AS actor, superseded, game, position,
            unnest(b.facts) AS fact, generate_subscripts(b.facts, 1) AS nr FROM stepped
        UNION ALL
        SELECT match, version, 0, 0, false, game, position,
            unnest(b.facts), generate_subscripts(b.facts, 1) FROM starts)
    ORDER BY game, kind, position, nr""",
)
"""What the events say, as far as all games share it; a fact is a row of its own; its JSON begins `{"fact":"Name"`."""

COMMON: Final = (
    """INSERT INTO matches BY NAME
    SELECT s.match, s.game, b.rules_version, b.players, len(b.players) AS seats, b.event, b.round,
        b."table" AS at_table, TRY_CAST(b.played_on AS DATE) AS played_on, b.source, b.seed, b.by,
        b.recorded_at AS started_at, b.recorded_at, 1 AS events, 0 AS steps, false AS over FROM starts AS s""",
    """INSERT INTO seats BY NAME
    SELECT match, generate_subscripts(b.players, 1) AS seat, unnest(b.players) AS player FROM starts""",
    """INSERT INTO steps BY NAME
    SELECT s.match, s.game, s.version, b.number AS step, b.actor, t.player, s.kind AS verb, len(b.facts) AS facts,
        b.drawn, b.shuffled, b.recorded_at, b.happened_at, b.by, b.note, superseded, taken_back_by
    FROM stepped AS s LEFT JOIN seats AS t ON t.match = s.match AND t.seat = b.actor""",
    """INSERT INTO takebacks BY NAME
    SELECT match, version, b."to" AS to_step, b.reason, b.by, b.recorded_at FROM undone""",
    """INSERT INTO notes BY NAME
    SELECT match, version, b.step, b.text, b.public, b.by, b.recorded_at FROM noted""",
    """UPDATE matches SET events = h.events, steps = h.steps, over = h.over FROM stands AS h
    WHERE matches.match = h.match""",
    """UPDATE matches SET recorded_at = n.newest FROM (
        SELECT match, max(at_time) AS newest FROM (
            SELECT match, b.recorded_at AS at_time FROM parsed UNION ALL SELECT match, b.recorded_at FROM undone
            UNION ALL SELECT match, b.recorded_at FROM noted) GROUP BY match) AS n
    WHERE matches.match = n.match AND n.newest > matches.recorded_at""",
    "DELETE FROM results WHERE match IN (SELECT match FROM stands)",
    """INSERT INTO results BY NAME
    SELECT h.match, t.seat, t.player,
        CAST(nullif(json_extract_string(h.scores, '$[' || (t.seat - 1) || ']'), '??') AS BIGINT) AS score,
        json_extract_string(h.scores, '$[' || (t.seat - 1) || ']') IS NOT DISTINCT FROM '??' AS unknown,
        list_contains(TRY_CAST(h.winners AS INTEGER[]), t.seat) AS won
    FROM (SELECT match, result -> '$.scores' AS scores, result -> '$.winners' AS winners FROM stands
        WHERE over AND result IS NOT NULL) AS h
    JOIN seats AS t ON t.match = h.match ORDER BY h.match, t.seat""",
    """CREATE TEMP TABLE fallen AS
    SELECT s.match, s.version, any_value(s.game) AS game, min(u.version) AS taken_back_by
    FROM steps AS s JOIN undone AS u ON u.match = s.match AND u.version > s.version AND u.b."to" < s.step
    WHERE NOT s.superseded GROUP BY s.match, s.version""",
    """UPDATE steps SET superseded = true, taken_back_by = f.taken_back_by FROM fallen AS f
    WHERE steps.match = f.match AND steps.version = f.version""",
)
"""The tables that all games share; what stood before may have been taken back since."""
SHARED: Final = 0.5
"""How much of the work is done when the tables of single games are begun, roughly."""
TEMPORARY: Final = (
    "VIEW stepped", "TABLE stands", "TABLE starts", "TABLE undone", "TABLE noted", "TABLE parsed", "TABLE fell",
    "TABLE told", "TABLE fallen", "VIEW arrived",
)  # fmt: skip


def project(connection: DuckDBPyConnection, batch: Batch, progress: Callable[[float], None]) -> None:
    """Puts a batch into the tables, within the transaction that is open; says how much of that is done."""
    connection.register("incoming_events", batch.events)
    connection.register("incoming_heads", batch.heads)
    for at, statement in enumerate((*ARRIVE, *PARSE, *COMMON)):
        connection.execute(statement)
        progress(SHARED * at / len((*ARRIVE, *PARSE, *COMMON)))
    own = list(_own(connection))
    for at, statement in enumerate(own):
        connection.execute(statement)
        progress(SHARED + (1 - SHARED) * at / len(own))
    for made in TEMPORARY:
        connection.execute(f"DROP {made}")
    connection.unregister("incoming_events")
    connection.unregister("incoming_heads")


def _own(connection: DuckDBPyConnection) -> Iterator[str]:
    """The SQL for the tables of games, as far as there is anything for them."""
    for (game,) in _rows(connection, "SELECT DISTINCT game FROM starts"):
        yield _insert(start_of(game), f"SELECT match, state AS body FROM starts WHERE game = {literal(game)}", "match")
    for game, kind in _rows(connection, "SELECT DISTINCT game, kind FROM parsed"):
        yield _insert(
            actions_of(game)[kind],
            "SELECT match, version, b.number AS step, b.actor AS actor, superseded, "
            f"b.action AS body FROM stepped WHERE game = {literal(game)} AND kind = {literal(kind)}",
            "match, version, step, actor, superseded",
        )
    for game, kind in _rows(connection, "SELECT DISTINCT game, kind FROM told"):
        yield _insert(
            facts_of(game)[kind],
            "SELECT match, version, step, nr, actor, superseded, fact AS body FROM told "
            f"WHERE game = {literal(game)} AND kind = {literal(kind)}",
            "match, version, step, nr, actor, superseded",
        )
    for (game,) in _rows(connection, "SELECT DISTINCT game FROM fallen"):
        for table in tables_of(game):
            if table.name != STARTED:
                place = place_of(table.schema, table.name)
                yield (
                    f"UPDATE {place} AS t SET superseded = true FROM fallen AS f "
                    "WHERE t.match = f.match AND t.version = f.version"
                )


def _insert(table: Table, rows: str, keys: str) -> str:
    """Rows of keys and a `body`, which is JSON, into a table of a game; deals leave out what they do not have."""
    place = place_of(table.schema, table.name)
    if not table.own:
        return f"INSERT INTO {place} SELECT {keys} FROM ({rows})"
    parse = "from_json" if table.name == STARTED else "from_json_strict"
    values = ", ".join(column.value("b") for column in table.own)
    parsed = f"SELECT *, {parse}(body, {literal(structure_for(table.own))}) AS b FROM ({rows})"
    return f"INSERT INTO {place} SELECT {keys}, {values} FROM ({parsed})"


def _rows(connection: DuckDBPyConnection, sql: str) -> list[tuple[str, ...]]:
    return connection.execute(f"{sql} ORDER BY ALL").fetchall()


__all__ = ["project", "quoted"]
