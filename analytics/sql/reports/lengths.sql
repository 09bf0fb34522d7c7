-- title: How long matches are
-- about: One row per game and number of players, over finished matches: their steps, facts and minutes. Minutes run
-- from the first step to the last, by the times at which they happened where those are written down, else by when
-- they were recorded: after an import of old records only the former mean anything.
-- counts: finished matches, and the steps and facts that stand, without the facts of the setup; `steps_taken_back`
-- counts a step each time it was taken back. A match without steps has no minutes.
-- apart: seats
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only matches in which this player plays.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out what was seen in fewer matches.
SELECT
    game,
    seats AS players,
    count(*) AS matches,
    round(avg(steps), 2) AS average_steps,
    min(steps) AS fewest_steps,
    median(steps) AS median_steps,
    max(steps) AS most_steps,
    round(avg(steps / seats), 2) AS average_steps_per_player,
    round(avg(facts), 2) AS average_facts,
    round(median(minutes), 1) AS median_minutes,
    round(max(minutes), 1) AS most_minutes,
    CAST(sum(steps_taken_back) AS BIGINT) AS steps_taken_back
FROM match_lengths
WHERE over
    AND ($game IS NULL OR game = lower($game))
    AND ($event IS NULL OR lower(event) = lower($event))
    AND ($since IS NULL OR day >= $since)
    AND ($until IS NULL OR day <= $until)
    AND ($player IS NULL OR match IN (SELECT match FROM participations WHERE lower(player) = lower($player)))
GROUP BY game, seats
HAVING count(*) >= $fewest
ORDER BY game, seats
