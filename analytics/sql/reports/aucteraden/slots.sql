-- title: Which market slot is bought from
-- about: One row per slot of the market, 2, 1 or 0 chips (1 more for Pawns and Courts), over finished matches: does
-- paying for a card pay?
-- counts: cards bought in finished matches. A chain of one card counts as a chain, with its loss.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=slot y=bought
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'aucteraden' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    p.slot,
    count(*) AS bought,
    round(100 * count(*) / sum(count(*)) OVER (), 1) AS bought_percent,
    round(avg(p.price), 2) AS average_price,
    round(avg(p.chains), 2) AS average_chains,
    round(avg(p.points), 2) AS average_points
FROM aucteraden.purchases AS p JOIN chosen USING (match)
WHERE $player IS NULL OR lower(p.player) = lower($player)
GROUP BY p.slot
ORDER BY list_position(['left', 'middle', 'right'], p.slot)
