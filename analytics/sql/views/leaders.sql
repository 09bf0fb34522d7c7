-- One row per interval of steps of a match in which the same player was ahead alone; made when first asked.
-- While several are level nobody is, and nobody is who is out of the match. `new` says whether another was ahead alone before: then the lead has changed.
WITH alone AS (
    SELECT match, game, step, any_value(seat) FILTER (ahead_alone) AS seat
    FROM worth_changes
    GROUP BY match, game, step
),
turned AS (
    SELECT
        *,
        seat IS DISTINCT FROM lag(seat) OVER (PARTITION BY match ORDER BY step) AS turns
    FROM alone
),
begun AS (
    SELECT
        match,
        game,
        seat,
        step AS from_step,
        lead(step) OVER (PARTITION BY match ORDER BY step) - 1 AS until
    FROM turned
    WHERE turns
)
SELECT
    b.match,
    b.game,
    b.seat,
    s.player,
    b.from_step,
    coalesce(b.until, m.steps) AS to_step,
    coalesce(b.seat <> lag(b.seat) OVER (PARTITION BY b.match ORDER BY b.from_step), false) AS new
FROM begun AS b
JOIN matches AS m ON m.match = b.match
JOIN seats AS s ON s.match = b.match AND s.seat = b.seat
WHERE b.seat IS NOT NULL
