-- title: What rows come to
-- about: One row per row of a castle, 1 being the top pair, which is chosen when the castle is dealt. A row of nothing
-- is a pair (or, rarely, two cards that cancel out); below nothing there are Jesters, Dragons or two Fools in it.
-- counts: castles that were scored; a match in which totals do not count leaves out those of players who ducked.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=castle_row y=average_points cases=castles
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'conundruze' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
laid AS (
    SELECT c.match, unnest(c.rows) AS points, generate_subscripts(c.rows, 1) AS castle_row
    FROM conundruze.castles AS c JOIN chosen USING (match)
    WHERE $player IS NULL OR lower(c.player) = lower($player)
)
SELECT
    castle_row,
    count(*) AS castles,
    round(avg(points), 2) AS average_points,
    round(100 * count(*) FILTER (points = 0) / count(*), 1) AS nothing_percent,
    round(100 * count(*) FILTER (points < 0) / count(*), 1) AS below_nothing_percent,
    round(100 * count(*) FILTER (points BETWEEN 1 AND 9) / count(*), 1) AS one_to_nine_percent,
    round(100 * count(*) FILTER (points >= 10) / count(*), 1) AS ten_or_more_percent,
    min(points) AS lowest,
    max(points) AS highest
FROM laid
GROUP BY ALL
ORDER BY castle_row
