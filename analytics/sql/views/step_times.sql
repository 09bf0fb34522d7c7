-- One row per step that stands: how many seconds passed since the step before it.
-- `clock` says by which times: `happened` where both are written down, else `recorded`; the first step has none.
SELECT
    s.match,
    s.game,
    s.step,
    s.actor,
    s.player,
    s.verb,
    CASE
        WHEN s.happened_at IS NOT NULL AND lag(s.happened_at) OVER same_match IS NOT NULL THEN 'happened'
        ELSE 'recorded'
    END AS clock,
    epoch(
        CASE
            WHEN clock = 'happened' THEN s.happened_at - lag(s.happened_at) OVER same_match
            ELSE s.recorded_at - lag(s.recorded_at) OVER same_match
        END
    ) AS seconds
FROM steps AS s
WHERE NOT s.superseded
WINDOW same_match AS (PARTITION BY s.match ORDER BY s.step)
