-- One row per step that was taken back, with the takeback that did it first.
-- `acted` is who had acted; `entered_by` who entered the step, `taken_back_by` who took it back, as far as they said.
SELECT
    s.match,
    s.game,
    s.version,
    s.step,
    s.actor,
    s.player AS acted,
    s.verb,
    s."by" AS entered_by,
    t.version AS takeback,
    t."by" AS taken_back_by,
    t.reason,
    s.recorded_at AS entered_at,
    t.recorded_at AS taken_back_at,
    round(epoch(t.recorded_at - s.recorded_at), 1) AS seconds
FROM history.steps AS s
JOIN takebacks AS t ON t.match = s.match AND t.version = s.taken_back_by
