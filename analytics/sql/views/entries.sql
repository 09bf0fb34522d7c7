-- One row per step that somebody entered, whatever corrections and `redo` made of it since: those only decided it again.
-- `fell` says whether it was taken back later, also after a correction or `redo`; `fell_first` whether a takeback was
-- about it, as the first step that it removed. `acted` is who had acted, `entered_by` who entered it, as far as they said.
WITH RECURSIVE fallen AS (
    SELECT
        match,
        version,
        step,
        was_version,
        was_step,
        step = min(step) OVER (PARTITION BY match, taken_back_by) AS led
    FROM history.steps
    WHERE taken_back_by IS NOT NULL
    UNION
    SELECT e.match, e.version, e.step, e.was_version, e.was_step, f.led
    FROM fallen AS f
    JOIN entered.steps AS e ON e.match = f.match AND e.version = f.was_version AND e.step = f.was_step
),
marked AS (
    SELECT match, version, step, bool_or(led) AS led FROM fallen GROUP BY match, version, step
)
SELECT
    s.match,
    s.game,
    s.version,
    s.step,
    s.actor,
    s.player AS acted,
    s.verb,
    s."by" AS entered_by,
    s.recorded_at AS entered_at,
    m.step IS NOT NULL AS fell,
    coalesce(m.led, false) AS fell_first
FROM entered.steps AS s
LEFT JOIN marked AS m ON m.match = s.match AND m.version = s.version AND m.step = s.step
WHERE s.was_version IS NULL
