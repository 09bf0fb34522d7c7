-- One row per match: how long it was, in steps, facts and time, and how much was taken back.
-- `starting_seat` is that of who begins by the rules; `minutes` run from the first step to the last one that stands, by the
-- times at which they happened where those are written down, else by when they were recorded.
WITH counted AS (
    SELECT
        match,
        count(*) AS steps,
        coalesce(sum(facts), 0) AS facts,
        bool_and(happened_at IS NOT NULL) AS told,
        min(happened_at) AS happened_first,
        max(happened_at) AS happened_last,
        min(recorded_at) AS recorded_first,
        max(recorded_at) AS recorded_last
    FROM steps
    GROUP BY match
),
fallen AS (
    SELECT match, count(taken_back_by) AS steps FROM history.steps GROUP BY match
)
SELECT
    m.match,
    m.game,
    m.seats,
    m.over,
    m.event,
    m.round,
    coalesce(m.played_on, CAST(m.started_at AS DATE)) AS day,
    coalesce(c.steps, 0) AS steps,
    CAST(coalesce(c.facts, 0) AS BIGINT) AS facts,
    coalesce(f.steps, 0) AS steps_taken_back,
    b.seat AS starting_seat,
    CASE WHEN c.told THEN c.happened_first ELSE c.recorded_first END AS first_step_at,
    CASE WHEN c.told THEN c.happened_last ELSE c.recorded_last END AS last_step_at,
    round(epoch(last_step_at - first_step_at) / 60, 2) AS minutes
FROM matches AS m
LEFT JOIN counted AS c ON c.match = m.match
LEFT JOIN fallen AS f ON f.match = m.match
LEFT JOIN starting_players AS b ON b.match = m.match
