-- title: The pace of matches
-- about: One row per game and part of its matches, in steps, the beginning first: how long a step takes then, and what
-- share of the time of a match it is. Seconds are those from the step before, as in the report `step-times`; longer
-- breaks are left out.
-- counts: steps of players that stand, since the step, takeback or correction before them, of finished matches; leaves
-- out what the table does, the first step of a match, what a correction put in, and breaks.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only this player.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param parts: INTEGER = 5 -- Into how many parts of as many steps a match is divided.
-- param break_minutes: DOUBLE = 10 -- What takes longer is a break.
-- param at_least: DOUBLE = 0 -- Leave out steps that took fewer seconds.
-- plot: line x=part y=average_seconds by=game cases=steps
WITH timed AS (
    SELECT
        t.game,
        t.match,
        t.seconds,
        CAST(floor((t.step - 1) * greatest($parts, 1) / l.steps) AS BIGINT) + 1 AS part
    FROM step_times AS t
    JOIN match_lengths AS l ON l.match = t.match
    WHERE l.over AND t.player IS NOT NULL AND t.seconds >= $at_least AND t.seconds <= 60 * $break_minutes
        AND ($game IS NULL OR t.game = lower($game))
        AND ($event IS NULL OR lower(l.event) = lower($event))
        AND ($player IS NULL OR lower(t.player) = lower($player))
        AND ($since IS NULL OR l.day >= $since)
        AND ($until IS NULL OR l.day <= $until)
)
SELECT
    game,
    part,
    count(DISTINCT match) AS matches,
    count(*) AS steps,
    round(avg(seconds), 2) AS average_seconds,
    round(median(seconds), 2) AS median_seconds,
    round(100 * sum(seconds) / nullif(sum(sum(seconds)) OVER (PARTITION BY game), 0), 1) AS time_percent
FROM timed
GROUP BY game, part
ORDER BY game, part
