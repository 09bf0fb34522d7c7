-- title: How the lengths of matches are spread
-- about: One row per game and range of steps: how many finished matches took so many.
-- counts: finished matches and the steps that stand in them; ranges without any match are left out, and begin at
-- multiples of their width, as narrow as they may be.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param ranges: INTEGER = 20 -- At most so many ranges for a game.
-- plot: histogram x=from_steps y=matches to=to_steps by=game
WITH chosen AS (
    SELECT game, steps
    FROM match_lengths
    WHERE over
        AND ($game IS NULL OR game = lower($game))
        AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since)
        AND ($until IS NULL OR day <= $until)
),
spans AS (
    SELECT game, ranges_of(min(steps), max(steps), $ranges) AS ranges FROM chosen GROUP BY game
)
SELECT
    c.game,
    range_from(c.steps, s.ranges) AS from_steps,
    from_steps + any_value(s.ranges.width) - 1 AS to_steps,
    count(*) AS matches,
    round(100 * count(*) / sum(count(*)) OVER (PARTITION BY c.game), 1) AS matches_percent
FROM chosen AS c
JOIN spans AS s ON s.game = c.game
GROUP BY c.game, from_steps
ORDER BY c.game, from_steps
