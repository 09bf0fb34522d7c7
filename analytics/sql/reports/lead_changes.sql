-- title: How often the lead changes
-- about: One row per game and number of players: how often another player came to be ahead alone, in what counts after
-- each step (the view `leaders`). While several are level nobody is ahead; who is ahead again after that has not taken
-- the lead from anybody. `level_percent` is the share of the time, in steps, in which nobody was ahead alone.
-- counts: finished matches of two or more players; what counts is what the players have, or are expected to have by
-- whoever asks, to a tenth, so that results after rulings do not matter here.
-- apart: seats
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out what was seen in fewer matches.
-- plot: bars x=players y=average_changes by=game cases=matches
WITH chosen AS (
    SELECT DISTINCT match, game, seats
    FROM participations
    WHERE over AND seats > 1
        AND ($game IS NULL OR game = lower($game))
        AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since)
        AND ($until IS NULL OR day <= $until)
),
counted AS (
    SELECT
        c.match,
        c.game,
        c.seats,
        count(*) FILTER (l.new) AS changes,
        count(DISTINCT l.seat) AS leaders,
        coalesce(sum(l.to_step - l.from_step + 1), 0) / (any_value(m.steps) + 1) AS led
    FROM chosen AS c
    JOIN matches AS m ON m.match = c.match
    LEFT JOIN leaders AS l ON l.match = c.match
    GROUP BY c.match, c.game, c.seats
)
SELECT
    game,
    seats AS players,
    count(*) AS matches,
    round(avg(changes), 2) AS average_changes,
    median(changes) AS median_changes,
    max(changes) AS most_changes,
    round(100 * count(*) FILTER (changes = 0) / count(*), 1) AS without_percent,
    round(avg(leaders), 2) AS average_leaders,
    round(100 * avg(1 - led), 1) AS level_percent
FROM counted
GROUP BY game, seats
HAVING count(*) >= $fewest
ORDER BY game, players
