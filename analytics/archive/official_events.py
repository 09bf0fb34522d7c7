"""SQL for what was recorded about matches besides their steps: notes, agreements, rulings, ends, and results."""

from collections.abc import Iterator
from typing import Final

from duckdb import DuckDBPyConnection

from ludograph.analytics.extract.staging import of_kind
from ludograph.analytics.tables.columns import text_literal
from ludograph.domain.match.events import (
    TOPICS,
    ConfirmationWithdrawn,
    MatchAbandoned,
    MatchReopened,
    NoteAdded,
    RecordKept,
    ResultConfirmed,
    RulingMade,
    RulingWithdrawn,
)

NOTE: Final = '{"step":"INTEGER","text":"VARCHAR","public":"BOOLEAN","by":"VARCHAR"}'
CONFIRMATION: Final = '{"seat":"INTEGER","by":"VARCHAR"}'
RULING: Final = (
    '{"text":"VARCHAR","step":"INTEGER","cites":"VARCHAR","adjust":[["BIGINT"]],"forfeit":["INTEGER"],'
    '"private":"BOOLEAN","by":"VARCHAR"}'
)
ENDED: Final = '{"reason":"VARCHAR","public":"BOOLEAN","by":"VARCHAR"}'
RULING_GONE: Final = '{"number":"INTEGER","reason":"VARCHAR","public":"BOOLEAN","by":"VARCHAR"}'
CONFIRMATION_GONE: Final = '{"seat":"INTEGER","reason":"VARCHAR","public":"BOOLEAN","by":"VARCHAR"}'
KEPT: Final = '{"other":"VARCHAR","parted_at":"INTEGER","reason":"VARCHAR","by":"VARCHAR"}'

RECORDED: Final = (
    f"""INSERT INTO notes BY NAME
    SELECT match, version, b.step, b.text, b.public, b.by, recorded_at, b.step AS step_now
    FROM ({of_kind(NoteAdded, NOTE)})""",
    f"""INSERT INTO rulings BY NAME
    SELECT match, version, b.step, b.text, b.cites,
        list_transform(b.adjust, lambda one: struct_pack(seat := CAST(one[1] AS INTEGER), points := one[2])) AS adjust,
        b.forfeit, b.private, b.by, recorded_at, b.step AS step_now,
        (SELECT count(*) FROM rulings AS r WHERE r.match = o.match)
            + row_number() OVER (PARTITION BY match ORDER BY version) AS number
    FROM ({of_kind(RulingMade, RULING)}) AS o""",
    f"""INSERT INTO withdrawals BY NAME
    SELECT match, version, b.number AS ruling, NULL AS seat, b.reason, b.public, b.by, recorded_at
    FROM ({of_kind(RulingWithdrawn, RULING_GONE)})
    UNION ALL SELECT match, version, NULL, b.seat, b.reason, b.public, b.by, recorded_at
    FROM ({of_kind(ConfirmationWithdrawn, CONFIRMATION_GONE)})""",
    f"""INSERT INTO abandonments BY NAME
    SELECT match, version, abandoned, b.reason, b.public, b.by, recorded_at
    FROM (
        SELECT *, true AS abandoned FROM ({of_kind(MatchAbandoned, ENDED)})
        UNION ALL SELECT *, false FROM ({of_kind(MatchReopened, ENDED)})
    ) ORDER BY position""",
    f"""INSERT INTO records_kept BY NAME
    SELECT match, version, b.parted_at, b.other, b.reason, b.by, recorded_at FROM ({of_kind(RecordKept, KEPT)})""",
    f"""INSERT INTO confirmations BY NAME
    SELECT c.match, c.version, c.b.seat, t.players[nullif(greatest(c.b.seat, 0), 0)] AS player, c.b.by, c.recorded_at,
        false AS void
    FROM ({of_kind(ResultConfirmed, CONFIRMATION)}) AS c
    LEFT JOIN entered.starts AS t
        ON t.match = c.match AND c.version >= t.version AND (t.amended_by IS NULL OR c.version < t.amended_by)""",
)

AGREE: Final = """UPDATE confirmations SET void = NOT c.stands, void_by = CASE WHEN NOT c.stands THEN c.first_cut END
    FROM (
        SELECT n.match, n.version, min(u.version) AS first_cut,
            bool_and(n.newest AND coalesce(list_contains(n.agreed, n.seat), false)) AS stands
        FROM (
            SELECT c.*, version = max(version) OVER (PARTITION BY match, seat) AS newest,
                TRY_CAST((h.result -> '$.confirmed') AS INTEGER[]) AS agreed
            FROM confirmations AS c JOIN heads AS h USING (match)
        ) AS n
        JOIN (SELECT match, version FROM takebacks UNION ALL SELECT match, version FROM amendments
            WHERE how <> 'rename') AS u
            ON u.match = n.match AND u.version > n.version
        GROUP BY n.match, n.version
    ) AS c WHERE confirmations.match = c.match AND confirmations.version = c.version"""
"""What was agreed to before a correction or a takeback stands where the head says so: it may have been brought back."""

MOVE: Final = (
    """CREATE TEMP TABLE remarked AS
    SELECT match, version, step FROM notes SEMI JOIN cuts USING (match) WHERE step > 0
    UNION ALL SELECT match, version, step FROM rulings SEMI JOIN cuts USING (match) WHERE step > 0""",
    """CREATE TEMP TABLE entries AS
    SELECT match, version, step, superseded, coalesce(taken_back_by, amended_by) AS fallen_by, was_version, was_step
    FROM entered.steps WHERE match IN (SELECT match FROM remarked)""",
    """CREATE TEMP TABLE moved AS
    WITH RECURSIVE carried AS (
        SELECT r.match, r.version AS remark, e.version, e.step, e.superseded
        FROM remarked AS r JOIN entries AS e
            ON e.match = r.match AND e.step = r.step AND e.version < r.version
            AND (e.fallen_by IS NULL OR e.fallen_by > r.version)
        UNION ALL
        SELECT c.match, c.remark, e.version, e.step, e.superseded
        FROM carried AS c JOIN entries AS e
            ON e.match = c.match AND e.was_version = c.version AND e.was_step = c.step
    )
    SELECT match, remark AS version, max(step) FILTER (NOT superseded) AS step_now FROM carried
    GROUP BY match, remark""",
    *(
        f"UPDATE {table} SET step_now = m.step_now FROM moved AS m "
        f"WHERE {table}.match = m.match AND {table}.version = m.version"
        for table in ("notes", "rulings")
    ),
    "DROP TABLE moved",
    "DROP TABLE entries",
    "DROP TABLE remarked",
)
"""A remark stays with its entry, where a correction gave that another number."""

RULED: Final = (
    """UPDATE rulings SET withdrawn_by = w.version FROM withdrawals AS w
    WHERE rulings.match = w.match AND rulings.number = w.ruling AND rulings.withdrawn_by IS NULL""",
    """UPDATE confirmations SET void = true, void_by = e.version FROM (
        WITH ends AS (
            SELECT match, unnest([version, withdrawn_by]) AS version, NULL AS seat
            FROM rulings SEMI JOIN heads USING (match) WHERE len(adjust) > 0 OR len(forfeit) > 0
            UNION ALL SELECT match, version, seat FROM withdrawals SEMI JOIN heads USING (match) WHERE ruling IS NULL
        )
        SELECT c.match, c.version AS agreed, min(e.version) AS version
        FROM confirmations AS c
        JOIN ends AS e ON e.match = c.match AND e.version > c.version AND (e.seat IS NULL OR e.seat = c.seat)
        GROUP BY c.match, c.version
    ) AS e
    WHERE confirmations.match = e.match AND confirmations.version = e.agreed
        AND (confirmations.void_by IS NULL OR confirmations.void_by > e.version)""",
)
"""Rulings that hold no more; and agreements are void by the first ruling after them, made or withdrawn, that gives or
takes points or has somebody forfeit, or where whoever agreed withdrew that."""

ENDS: Final = (
    """UPDATE matches SET events = h.events, steps = h.steps, over = h.over,
        status = CASE WHEN h.abandoned THEN 'abandoned' WHEN h.over THEN 'over' ELSE 'running' END
    FROM (
        SELECT *, coalesce((
            SELECT arg_max(a.abandoned, a.version) FROM abandonments AS a WHERE a.match = heads.match
        ), false) AS abandoned FROM heads
    ) AS h
    WHERE matches.match = h.match""",
    "DELETE FROM results WHERE match IN (SELECT match FROM heads)",
    """INSERT INTO results BY NAME
    SELECT h.match, t.seat, t.player, CAST(nullif(h.scores[t.seat], '??') AS BIGINT) AS score,
        h.scores[t.seat] IS NOT DISTINCT FROM '??' AS unknown,
        list_contains(h.winners, t.seat) AS won,
        CASE WHEN h.final IS NULL THEN score ELSE TRY_CAST(h.final_scores[t.seat] AS BIGINT) END AS final_score,
        CASE WHEN h.final IS NULL THEN won ELSE list_contains(h.final_winners, t.seat) END AS final_won,
        h.places[t.seat] AS place
    FROM (
        SELECT match, list_transform(CAST(result -> '$.scores' AS JSON[]), lambda one: one ->> '$') AS scores,
            TRY_CAST(result -> '$.winners' AS INTEGER[]) AS winners, result -> '$.final' AS final,
            list_transform(CAST(result -> '$.final.scores' AS JSON[]), lambda one: one ->> '$') AS final_scores,
            TRY_CAST(result -> '$.final.winners' AS INTEGER[]) AS final_winners,
            list_transform(CAST(result -> '$.final.places' AS JSON[]), lambda one: TRY_CAST(one AS INTEGER)) AS places
        FROM heads WHERE over AND result IS NOT NULL
    ) AS h
    JOIN seats AS t ON t.match = h.match ORDER BY h.match, t.seat""",
)
"""Where matches stand, and how they ended, as their heads say."""

RULING_KINDS: Final = (RulingMade, RulingWithdrawn, ResultConfirmed, ConfirmationWithdrawn)
KINDS: Final = ", ".join(
    text_literal(TOPICS[kind]) for kind in (*RULING_KINDS, NoteAdded, MatchAbandoned, MatchReopened, RecordKept)
)


def official_events_sql(connection: DuckDBPyConnection) -> Iterator[str]:
    """The SQL for the events of a batch; what there is nothing for is left out, for most batches have none of it."""
    if _any(connection, f"FROM others WHERE kind IN ({KINDS})"):
        yield from RECORDED
    if _any(connection, "FROM cuts"):
        yield from MOVE
    kinds = ", ".join(text_literal(TOPICS[one]) for one in RULING_KINDS)
    said = f"(SELECT match FROM confirmations UNION ALL SELECT match FROM others WHERE kind IN ({kinds}))"
    if _any(connection, f"FROM {said} SEMI JOIN heads USING (match)"):
        yield AGREE
        yield from RULED
    yield from ENDS


def _any(connection: DuckDBPyConnection, rows: str) -> bool:
    return connection.execute(f"SELECT 1 {rows} LIMIT 1").fetchone() is not None
