-- title: Where in the square cards are laid
-- about: One row per cell of the final square, counted from its upper left corner: how often it was filled, how late,
-- and how many chains its card served in. Squares that stayed narrower than 4 by 4 count from their own edge.
-- counts: cards laid in finished matches. A chain of one card counts as a chain, with its loss.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: heat x=column y=row by=in_chain_percent of=cards
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'aucteraden' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    p."column",
    p."row",
    count(*) AS cards,
    round(avg(p.purchase), 2) AS average_purchase,
    round(100 * count(*) FILTER (p.chains > 0) / count(*), 1) AS in_chain_percent,
    round(avg(p.chains), 2) AS average_chains,
    round(avg(p.points), 2) AS average_points
FROM aucteraden.purchases AS p JOIN chosen USING (match)
WHERE p."column" IS NOT NULL AND ($player IS NULL OR lower(p.player) = lower($player))
GROUP BY ALL
ORDER BY p."row", p."column"
