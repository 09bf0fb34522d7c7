-- title: How much is played
-- about: One row per game and month (or week, day, ...): how many matches began in it, how many of them are over, and
-- how many steps and players they have; from the first in which the game was played, with those in which it was not.
-- counts: every match, by the day it was played on where that is written down, else the day of its start, and the steps
-- that stand; players whose names differ only in small and capital letters are one.
-- apart: matches
-- param period: ENUM('day', 'week', 'month', 'quarter', 'year') = 'month' -- How long a period is.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only matches in which this player plays.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: line x=period y=matches by=game
WITH counted AS (
    SELECT
        CAST(date_trunc(CAST($period AS VARCHAR), p.day) AS DATE) AS period,
        p.game,
        count(DISTINCT p.match) AS matches,
        count(DISTINCT p.match) FILTER (p.over) AS matches_over,
        count(DISTINCT lower(p.player)) AS players,
        CAST(sum(l.steps / p.seats) AS BIGINT) AS steps
    FROM participations AS p
    JOIN match_lengths AS l ON l.match = p.match
    WHERE ($game IS NULL OR p.game = lower($game))
        AND ($event IS NULL OR lower(p.event) = lower($event))
        AND ($since IS NULL OR p.day >= $since)
        AND ($until IS NULL OR p.day <= $until)
        AND ($player IS NULL OR p.match IN (SELECT match FROM participations WHERE lower(player) = lower($player)))
    GROUP BY ALL
),
spans AS (
    SELECT game, min(period) AS first_period, (SELECT max(period) FROM counted) AS last_period
    FROM counted GROUP BY game
),
periods AS (
    SELECT game, CAST(unnest(generate_series(
        first_period, last_period, CAST('1 ' || CAST($period AS VARCHAR) AS INTERVAL)
    )) AS DATE) AS period
    FROM spans
)
SELECT
    period,
    game,
    coalesce(c.matches, 0) AS matches,
    coalesce(c.matches_over, 0) AS matches_over,
    coalesce(c.players, 0) AS players,
    coalesce(c.steps, 0) AS steps
FROM periods LEFT JOIN counted AS c USING (period, game)
ORDER BY period, game
