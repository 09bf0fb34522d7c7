-- One row per entry that a correction or a takeback took out of a match (`change` is out), or put into it (in).
-- `correction` is the version of that event; `version` and `step` name the entry in `entered.steps`. Entries that a correction
-- only decided again, and left as they were, are not among these; what `redo` brought back is.
SELECT
    s.match,
    s.game,
    coalesce(s.taken_back_by, s.amended_by) AS correction,
    'out' AS change,
    s.version,
    s.step,
    s.actor,
    s.player,
    s.verb,
    s.drawn,
    s.recorded_at
FROM history.steps AS s
ANTI JOIN entered.steps AS again
    ON again.match = s.match AND again.version = s.amended_by
    AND again.was_version = s.version AND again.was_step = s.step
UNION ALL
SELECT s.match, s.game, s.version, 'in', s.version, s.step, s.actor, s.player, s.verb, s.drawn, s.recorded_at
FROM entered.steps AS s
JOIN amendments AS a ON a.match = s.match AND a.version = s.version
WHERE s.was_version IS NULL OR a.how = 'redo'
