-- title: How long players take
-- about: One row per game and player: the seconds from the step before to each of theirs, by the times at which steps
-- happened where those are written down, else by when they were recorded. Longer breaks are counted apart; a first
-- step has no time. Steps that came in one go, such as those of bots and imports, are left out with `at_least`. A
-- tenth of the steps took `slow_tenth_from_seconds` or longer.
-- counts: steps of players that stand, since the step, takeback or correction before them; leaves out what the table
-- does, the first step of a match, and what a correction put in. `steps`, times and minutes leave out breaks, `fewest`
-- counts them.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only this player.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param break_minutes: DOUBLE = 10 -- What takes longer is a break.
-- param at_least: DOUBLE = 0 -- Leave out steps that took fewer seconds.
-- param fewest: INTEGER = 1 -- Leave out players with fewer steps.
-- plot: bars x=player y=median_seconds by=game cases=steps
WITH timed AS (
    SELECT t.game, t.player, t.seconds, t.seconds > 60 * $break_minutes AS is_break
    FROM step_times AS t
    JOIN match_lengths AS l ON l.match = t.match
    WHERE t.seconds >= $at_least AND t.player IS NOT NULL
        AND ($game IS NULL OR t.game = lower($game))
        AND ($event IS NULL OR lower(l.event) = lower($event))
        AND ($player IS NULL OR lower(t.player) = lower($player))
        AND ($since IS NULL OR l.day >= $since)
        AND ($until IS NULL OR l.day <= $until)
)
SELECT
    game,
    player,
    count(*) FILTER (NOT is_break) AS steps,
    round(avg(seconds) FILTER (NOT is_break), 2) AS average_seconds,
    round(median(seconds) FILTER (NOT is_break), 2) AS median_seconds,
    round(quantile_cont(seconds, 0.9) FILTER (NOT is_break), 2) AS slow_tenth_from_seconds,
    round(max(seconds) FILTER (NOT is_break), 2) AS longest_seconds,
    round(sum(seconds) FILTER (NOT is_break) / 60, 1) AS minutes_in_all,
    count(*) FILTER (is_break) AS breaks
FROM timed
GROUP BY game, player
HAVING count(*) >= $fewest
ORDER BY game, average_seconds DESC NULLS LAST, player
