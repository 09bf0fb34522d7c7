-- title: Corrections one by one
-- about: One row per correction and per takeback, newest first: the first step that it changed (0 is the start), how
-- (`takeback`, or as in `amendments`), what was and what is, how many entries it took out, who had acted in the first of
-- them (or acts in the one that it put in), who corrected it and why, and how many seconds after the entry. Who and why
-- are for the judge, unless they are public.
-- counts: every correction, takeback and `redo`; `steps` leaves out entries that a correction decided again and left as
-- they were. The seconds are since the first entry that it took out; there are none where it only put some in.
-- apart: matches
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only where the first step that changed was of this player.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- needs: corrections
WITH made AS (
    SELECT match, version, at_step AS first_step, how, "by", reason, recorded_at FROM amendments
    UNION ALL
    SELECT match, version, to_step + 1, 'takeback', "by", reason, recorded_at FROM takebacks
),
changed AS (
    SELECT
        match,
        correction,
        count(*) FILTER (change = 'out') AS steps,
        arg_min_null(player, (step, change = 'in')) AS player,
        arg_min_null(verb, (step, change = 'in')) AS verb,
        arg_min(recorded_at, step) FILTER (change = 'out') AS entered_at
    FROM corrected
    GROUP BY match, correction
)
SELECT
    m.match,
    l.game,
    m.version,
    m.first_step,
    m.how,
    t.was,
    t.now,
    coalesce(c.steps, 0) AS steps,
    c.player,
    c.verb,
    m."by" AS corrected_by,
    m.reason,
    m.recorded_at AS corrected_at,
    round(epoch(m.recorded_at - c.entered_at), 1) AS seconds_after_entry
FROM made AS m
JOIN match_lengths AS l ON l.match = m.match
LEFT JOIN changed AS c ON c.match = m.match AND c.correction = m.version
LEFT JOIN correction_texts AS t ON t.match = m.match AND t.version = m.version
WHERE ($game IS NULL OR l.game = lower($game))
    AND ($event IS NULL OR lower(l.event) = lower($event))
    AND ($player IS NULL OR lower(c.player) = lower($player))
    AND ($since IS NULL OR l.day >= $since)
    AND ($until IS NULL OR l.day <= $until)
ORDER BY corrected_at DESC, m.match, m.version DESC
