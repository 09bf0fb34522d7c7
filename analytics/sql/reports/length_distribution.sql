-- title: How the lengths of matches are spread
-- about: One row per game and range of steps: how many finished matches took so many.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param ranges: INTEGER = 20 -- At most so many ranges for a game.
-- plot: histogram x=from_steps y=matches by=game
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
    SELECT
        game,
        min(steps) AS lowest,
        max(steps) AS highest,
        CAST(ceil((highest - lowest + 1) / greatest(1, $ranges)) AS BIGINT) AS narrow,
        list_filter(
            generate_series(narrow, 2 * narrow + 1),
            lambda width: floor(highest / width) - floor(lowest / width) < greatest(1, $ranges)
        )[1] AS wide
    FROM chosen
    GROUP BY game
),
ranged AS (
    -- Ranges begin at multiples of their width; one range alone may have to begin at the lowest.
    SELECT game, coalesce(wide, narrow) AS width, if(wide IS NULL, lowest, 0) AS begin_at FROM spans
)
SELECT
    c.game,
    CAST(s.begin_at + floor((c.steps - s.begin_at) / s.width) * s.width AS BIGINT) AS from_steps,
    from_steps + any_value(s.width) - 1 AS to_steps,
    count(*) AS matches,
    round(100 * count(*) / sum(count(*)) OVER (PARTITION BY c.game), 1) AS matches_percent
FROM chosen AS c
JOIN ranged AS s ON s.game = c.game
GROUP BY c.game, from_steps
ORDER BY c.game, from_steps
