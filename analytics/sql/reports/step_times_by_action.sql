-- title: What takes long
-- about: One row per game and verb: the seconds from the step before, read as in the report `step-times`.
-- counts: steps that stand, of players and of the table, since the step, takeback or correction before them; leaves out
-- breaks, the first step of a match, and what a correction put in.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only this player.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param break_minutes: DOUBLE = 10 -- Leave out what takes longer.
-- param at_least: DOUBLE = 0 -- Leave out steps that took fewer seconds.
-- param fewest: INTEGER = 1 -- Leave out what was done less often.
-- plot: bars x=verb y=median_seconds by=game cases=steps
SELECT
    t.game,
    t.verb,
    count(*) AS steps,
    round(avg(t.seconds), 2) AS average_seconds,
    round(median(t.seconds), 2) AS median_seconds,
    round(quantile_cont(t.seconds, 0.9), 2) AS slow_tenth_from_seconds,
    round(max(t.seconds), 2) AS longest_seconds
FROM step_times AS t
JOIN match_lengths AS l ON l.match = t.match
WHERE t.seconds BETWEEN $at_least AND 60 * $break_minutes
    AND ($game IS NULL OR t.game = lower($game))
    AND ($event IS NULL OR lower(l.event) = lower($event))
    AND ($player IS NULL OR lower(t.player) = lower($player))
    AND ($since IS NULL OR l.day >= $since)
    AND ($until IS NULL OR l.day <= $until)
GROUP BY t.game, t.verb
HAVING count(*) >= $fewest
ORDER BY t.game, average_seconds DESC, t.verb
