"""What came out of the store, parsed: temporary tables of starts, steps, facts, corrections and takebacks."""

from functools import cache
from typing import Final

from ludograph.analytics.tables.columns import text_literal
from ludograph.analytics.tables.definitions import Table, actions_of, facts_of
from ludograph.domain.games import GAMES
from ludograph.domain.match.events import (
    TOPICS,
    DealEntered,
    Event,
    MatchForked,
    MatchStarted,
    StepsAmended,
    StepsTakenBack,
)

OTHERS: Final = ", ".join(text_literal(kind) for kind in TOPICS.values())
STEP: Final = (
    '{"number":"INTEGER","actor":"INTEGER","action":"JSON","facts":["JSON"],"drawn":["JSON"],'
    '"shuffled":["VARCHAR"],"recorded_at":"TIMESTAMPTZ","happened_at":"TIMESTAMPTZ","note":"VARCHAR","by":"VARCHAR"}'
)
START: Final = (
    '{"rules_version":"INTEGER","players":["VARCHAR"],"event":"VARCHAR","round":"VARCHAR","table":"VARCHAR",'
    '"played_on":"VARCHAR","options":"JSON","deal":"JSON","facts":["JSON"]}'
)
SOURCE: Final = '{"source":"VARCHAR","seed":"VARCHAR","by":"VARCHAR","recorded_at":"TIMESTAMPTZ"}'
WAS: Final = '{"was":{"event":"INTEGER","step":"INTEGER"}}'


def of_kind(event: type[Event], structure: str) -> str:
    """The SQL for the events of a kind that is neither a step nor a start, with `b` as their JSON says it."""
    return (
        f"SELECT match, version, game, position, recorded_at, from_json_strict(state, '{structure}') AS b FROM others "
        f"WHERE kind = {text_literal(TOPICS[event])}"
    )


TAKEBACK: Final = '{"to":"INTEGER","reason":"VARCHAR","by":"VARCHAR"}'
AMENDED: Final = (
    '{"at":"INTEGER","how":"VARCHAR","reason":"VARCHAR","public":"BOOLEAN","by":"VARCHAR","start":"JSON",'
    '"steps":["JSON"]}'
)
DEALT: Final = '{"start":"JSON"}'
"""A deal that was entered: how the match has begun since."""
LEAVE_FORKS_OUT: Final = (
    f"""INSERT INTO internal.forks
    SELECT CAST(match AS UUID) FROM incoming_events WHERE kind = {text_literal(TOPICS[MatchForked])}""",
)
"""A fork begins with an event of its own kind, before all others of it."""
ARRIVE: Final = (
    """CREATE TEMP VIEW arrived AS
    SELECT CAST(match AS UUID) AS match, CAST(version AS INTEGER) AS version, game, kind, position, state
    FROM incoming_events AS e
    WHERE NOT EXISTS (SELECT 1 FROM internal.forks AS f WHERE f.match = CAST(e.match AS UUID))""",
    """CREATE TEMP TABLE heads AS
    SELECT CAST(match AS UUID) AS match, CAST(events AS INTEGER) AS events, CAST(steps AS INTEGER) AS steps,
        over = 1 AS over, result FROM incoming_heads AS h
    WHERE NOT EXISTS (SELECT 1 FROM internal.forks AS f WHERE f.match = CAST(h.match AS UUID))""",
)
"""What came out of the store, with the types that it has here."""

PARSE: Final = (
    f"""CREATE TEMP TABLE others AS
    SELECT match, version, game, kind, position, state,
        CAST(json_extract_string(state, '$.recorded_at') AS TIMESTAMPTZ) AS recorded_at
    FROM arrived WHERE kind IN ({OTHERS})""",
    f"""CREATE TEMP TABLE amended AS
    {of_kind(StepsAmended, AMENDED)}""",
    f"""CREATE TEMP TABLE dealt AS
    {of_kind(DealEntered, DEALT)}""",
    f"""CREATE TEMP TABLE undone AS
    {of_kind(StepsTakenBack, TAKEBACK)}""",
    """CREATE TEMP TABLE cuts AS
    SELECT match, version, b."to" + 1 AS first, false AS amends FROM undone
    UNION ALL SELECT match, version, b.at, true FROM amended
    UNION ALL SELECT match, version, 0, true FROM dealt""",
    f"""CREATE TEMP TABLE begun AS
    SELECT match, version, game, position, recorded_at, state, from_json_strict(state, '{START}') AS b,
        from_json_strict(state, '{SOURCE}') AS source
    FROM others WHERE kind IN ({text_literal(TOPICS[MatchStarted])}, {text_literal(TOPICS[MatchForked])})""",
    f"""INSERT INTO begun
    SELECT match, version, game, position, recorded_at, b.start, from_json_strict(b.start, '{START}'), NULL
    FROM amended WHERE b.start IS NOT NULL""",
    f"""INSERT INTO begun
    SELECT match, version, game, position, recorded_at, b.start, from_json_strict(b.start, '{START}'), NULL
    FROM dealt""",
    f"""CREATE TEMP TABLE parsed AS
    SELECT match, version, game, kind, position, b.number AS step, b.recorded_at AS recorded_at,
        NULL::INTEGER AS was_version, NULL::INTEGER AS was_step, b
    FROM (SELECT *, from_json_strict(state, '{STEP}') AS b FROM arrived WHERE kind NOT IN ({OTHERS}))""",
    f"""INSERT INTO parsed
    SELECT match, version, game, json_extract_string(b.action, '$.do'), position, b.number,
        coalesce(b.recorded_at, recorded_at), w.was.event, w.was.step, b
    FROM (
        SELECT match, version, game, position, recorded_at, from_json_strict(one, '{STEP}') AS b,
            from_json_strict(one, '{WAS}') AS w
        FROM (SELECT * EXCLUDE (b), unnest(b.steps) AS one FROM amended)
    )""",
    """CREATE TEMP TABLE fell AS
    SELECT s.match, s.version, s.step, min(u.version) AS fallen_by, arg_min(u.amends, u.version) AS amends
    FROM (SELECT match, version, step FROM parsed UNION ALL SELECT match, version, 0 FROM begun) AS s
    JOIN cuts AS u ON u.match = s.match AND u.version > s.version AND u.first <= s.step
    GROUP BY s.match, s.version, s.step""",
    """CREATE TEMP VIEW stepped AS
    SELECT s.*, f.fallen_by IS NOT NULL AS superseded, CASE WHEN NOT f.amends THEN f.fallen_by END AS taken_back_by,
        CASE WHEN f.amends THEN f.fallen_by END AS amended_by
    FROM parsed AS s LEFT JOIN fell AS f ON f.match = s.match AND f.version = s.version AND f.step = s.step""",
    """CREATE TEMP VIEW began AS
    SELECT s.*, f.fallen_by IS NOT NULL AS superseded, f.fallen_by AS amended_by
    FROM begun AS s LEFT JOIN fell AS f ON f.match = s.match AND f.version = s.version AND f.step = 0""",
)
"""What the events say, as far as all games share it."""


@cache
def tables_by_kind() -> dict[str, Table]:
    """The tables of all actions and facts, by the kinds that are written in `staged`."""
    actions = {f"{game}.{verb}": table for game in GAMES for verb, table in actions_of(game).items()}
    return actions | {f"{game}:{fact}": table for game in GAMES for fact, table in facts_of(game).items()}


@cache
def staged_sql() -> str:
    """The SQL for `staged`: every action and fact is a row of its own, those of a kind one after the other.

    The JSON of a fact begins `{"fact":"Name"`. Kinds are numbers to DuckDB, which makes them quick to sort and to find;
    one that is not known is an error.
    """
    kinds = ", ".join(map(text_literal, tables_by_kind()))
    return f"""CREATE TEMP TABLE staged AS
    SELECT match, version, step, nr, actor, superseded, body, CAST(name AS ENUM({kinds})) AS kind FROM (
        SELECT match, version, step, 0 AS nr, b.actor AS actor, superseded, position, b.action AS body,
            game || '.' || kind AS name FROM stepped
        UNION ALL
        SELECT * EXCLUDE (game), game || ':' || substr(body, 10, strpos(substr(body, 10), '"') - 1) AS name FROM (
            SELECT match, version, step, generate_subscripts(b.facts, 1) AS nr, b.actor AS actor, superseded, position,
                unnest(b.facts) AS body, game FROM stepped
            UNION ALL
            SELECT match, version, 0, generate_subscripts(b.facts, 1), 0, superseded, position, unnest(b.facts), game
            FROM began))
    ORDER BY kind, position, step, nr"""
