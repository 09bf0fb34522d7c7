-- title: How much there is to decide
-- about: One row per game and action: how many different entries were open to whoever did it, and how often there was
-- but one (`forced_percent`). `average_kinds` is between how many kinds of actions there was a choice, and
-- `others_percent` how often somebody else could have acted as well.
-- counts: steps that stand, of matches that go on or were abandoned too; leaves out of `choices` entries with a text
-- that may be anything, and what nobody waits for, of which `idle_percent` of the steps are. For hands that whoever
-- asks has not seen, all is open that could be.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only this player.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out actions that were done less often.
-- plot: bars x=verb y=average_choices by=game cases=steps
WITH chosen AS (
    SELECT d.*
    FROM decisions AS d
    JOIN match_lengths AS l ON l.match = d.match
    WHERE ($game IS NULL OR d.game = lower($game))
        AND ($event IS NULL OR lower(l.event) = lower($event))
        AND ($player IS NULL OR lower(d.player) = lower($player))
        AND ($since IS NULL OR l.day >= $since)
        AND ($until IS NULL OR l.day <= $until)
)
SELECT
    game,
    verb,
    count(*) AS steps,
    round(avg(choices), 2) AS average_choices,
    median(choices) AS median_choices,
    max(choices) AS most_choices,
    round(100 * count(*) FILTER (forced) / count(*), 1) AS forced_percent,
    round(avg(len(kinds)), 2) AS average_kinds,
    round(100 * count(*) FILTER (idle) / count(*), 1) AS idle_percent,
    round(100 * count(*) FILTER (others > 0) / count(*), 1) AS others_percent
FROM chosen
GROUP BY game, verb
HAVING count(*) >= $fewest
ORDER BY game, steps DESC, verb
