-- title: What has been played
-- about: One row per game, also those that nobody has played: matches, players, steps, and when.
-- counts: every match; `steps` are those that stand, `steps_taken_back` counts a step each time it was taken back.
-- Players whose names differ only in small and capital letters are one.
-- apart: matches
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only matches in which this player plays.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: bars x=game y=matches
WITH chosen AS (
    SELECT l.*
    FROM match_lengths AS l
    WHERE ($event IS NULL OR lower(l.event) = lower($event))
        AND ($since IS NULL OR l.day >= $since)
        AND ($until IS NULL OR l.day <= $until)
        AND ($player IS NULL OR l.match IN (SELECT match FROM participations WHERE lower(player) = lower($player)))
),
people AS (
    SELECT c.game, count(DISTINCT lower(s.player)) AS players
    FROM chosen AS c
    JOIN seats AS s ON s.match = c.match
    GROUP BY c.game
)
SELECT
    g.game,
    g.title,
    count(c.match) AS matches,
    count(c.match) FILTER (c.over) AS matches_over,
    coalesce(any_value(p.players), 0) AS players,
    CAST(coalesce(sum(c.steps), 0) AS BIGINT) AS steps,
    CAST(coalesce(sum(c.steps_taken_back), 0) AS BIGINT) AS steps_taken_back,
    min(c.day) AS first_played,
    max(c.day) AS last_played
FROM games AS g
LEFT JOIN chosen AS c ON c.game = g.game
LEFT JOIN people AS p ON p.game = g.game
GROUP BY g.game, g.title
ORDER BY matches DESC, g.game
