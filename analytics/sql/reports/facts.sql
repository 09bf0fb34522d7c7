-- title: What happens most
-- about: One row per game and kind of fact, over what stands: how often it happens and in how many matches. A fact
-- that hardly ever happens is a rule that hardly ever comes into play.
-- counts: facts that stand, those of the setup too, of every match; leaves out what was taken back or put right.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: bars x=fact y=average_per_match by=game
WITH chosen AS (
    SELECT match, game
    FROM match_lengths
    WHERE ($game IS NULL OR game = lower($game))
        AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since)
        AND ($until IS NULL OR day <= $until)
),
recorded AS (
    SELECT game, count(*) AS matches FROM chosen GROUP BY game
)
SELECT
    f.game,
    f.fact,
    count(*) AS times,
    count(DISTINCT f.match) AS matches,
    round(100 * count(DISTINCT f.match) / any_value(r.matches), 1) AS matches_percent,
    round(count(*) / any_value(r.matches), 2) AS average_per_match
FROM facts AS f
JOIN chosen AS c ON c.match = f.match
JOIN recorded AS r ON r.game = f.game
GROUP BY f.game, f.fact
ORDER BY f.game, times DESC, f.fact
