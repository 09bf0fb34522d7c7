-- One row per step that stands: how many seconds passed since what was done in the match before it.
-- That is the step before, or the takeback or correction if there was one in between. `clock` says by which times:
-- `happened` where both are written down, else `recorded`. The first step has no seconds, nor has one that a correction
-- put in; one that a correction left as it was has those of when it was first entered.
WITH RECURSIVE kept AS (
    SELECT match, step AS now, was_version, was_step FROM steps WHERE was_version IS NOT NULL
    UNION ALL
    SELECT k.match, k.now, e.was_version, e.was_step
    FROM kept AS k
    JOIN entered.steps AS e ON e.match = k.match AND e.version = k.was_version AND e.step = k.was_step
    WHERE e.was_version IS NOT NULL
),
first_entered AS (
    SELECT match, now, min(was_version) AS version FROM kept GROUP BY match, now
),
done AS (
    SELECT match, version, step, NOT superseded AS stands, recorded_at, happened_at, game, actor, player, verb
    FROM entered.steps ANTI JOIN amendments USING (match, version)
    UNION ALL BY NAME
    SELECT match, version, recorded_at FROM takebacks
    UNION ALL BY NAME
    SELECT match, version, recorded_at FROM amendments
),
timed AS (
    SELECT
        *,
        CASE
            WHEN happened_at IS NOT NULL AND lag(happened_at) OVER same_match IS NOT NULL THEN 'happened'
            ELSE 'recorded'
        END AS clock,
        epoch(
            CASE
                WHEN clock = 'happened' THEN happened_at - lag(happened_at) OVER same_match
                ELSE recorded_at - lag(recorded_at) OVER same_match
            END
        ) AS seconds
    FROM done
    WINDOW same_match AS (PARTITION BY match ORDER BY version)
)
SELECT match, game, step, actor, player, verb, clock, seconds FROM timed WHERE stands
UNION ALL
SELECT s.match, s.game, s.step, s.actor, s.player, s.verb, coalesce(t.clock, 'recorded'), t.seconds
FROM steps AS s
SEMI JOIN amendments AS a ON a.match = s.match AND a.version = s.version
LEFT JOIN first_entered AS f ON f.match = s.match AND f.now = s.step
LEFT JOIN timed AS t ON t.match = f.match AND t.version = f.version AND t.step IS NOT NULL
