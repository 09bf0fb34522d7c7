-- title: Chain lengths
-- about: One row per length of the chain that counted in a suit, all suits of all finished matches. With `-p suit=M`
-- (or S, V, L, Y, K) only that suit.
-- counts: the one chain in each suit of finished matches that gave its points, its length 0 where no card of the
-- suit was laid; points are with the bonus of Aces and Crowns, without chips.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- param suit: VARCHAR = NULL -- Only this suit, by its letter.
-- plot: bars x=length y=chains
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'aucteraden' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    c.length,
    count(*) AS chains,
    round(100 * count(*) / sum(count(*)) OVER (), 1) AS chains_percent,
    any_value(c.vp) AS vp,
    round(100 * count(*) FILTER (c.with_ace) / count(*), 1) AS with_ace_percent,
    round(100 * count(*) FILTER (c.with_crown) / count(*), 1) AS with_crown_percent,
    round(avg(c.points), 2) AS average_points,
    sum(c.points)::BIGINT AS points
FROM aucteraden.chains AS c JOIN chosen USING (match)
WHERE ($player IS NULL OR lower(c.player) = lower($player)) AND ($suit IS NULL OR lower(c.suit) = lower($suit))
GROUP BY ALL
ORDER BY c.length
