-- title: What each card is worth buying
-- about: One row per card, over finished matches: how often it was turned up and bought, its average price, the number
-- of chains that it served in, and its share of their points (each card of a chain has the same share).
-- counts: cards turned up in finished matches; prices, chains and points are of those bought. A chain of one card
-- counts as a chain, with its loss.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- param fewest: INTEGER = 1 -- Leave out cards that were turned up fewer times than this.
-- plot: bars x=card y=average_points cases=bought
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'aucteraden' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
mine AS (
    SELECT chosen.match FROM chosen JOIN seats USING (match) WHERE $player IS NULL OR lower(player) = lower($player)
),
seen AS (
    SELECT card, any_value(name) AS name, count(*) AS turned_up, count(*) FILTER (fate = 'bought') AS bought,
        count(*) FILTER (fate = 'pushed') AS pushed
    FROM aucteraden.turned_up JOIN mine USING (match) GROUP BY card
),
used AS (
    SELECT card, avg(price) AS price, avg(chains) AS chains, avg(points) AS points,
        count(*) FILTER (chains = 0) AS idle, count(*) AS bought
    FROM aucteraden.purchases JOIN mine USING (match) GROUP BY card
)
SELECT
    seen.card,
    seen.name,
    seen.turned_up,
    seen.bought,
    round(100 * seen.bought / seen.turned_up, 1) AS bought_percent,
    round(100 * seen.pushed / seen.turned_up, 1) AS pushed_out_percent,
    round(used.price, 2) AS average_price,
    round(used.chains, 2) AS average_chains,
    round(100 * used.idle / nullif(used.bought, 0), 1) AS in_no_chain_percent,
    round(used.points, 2) AS average_points
FROM seen LEFT JOIN used USING (card)
WHERE seen.turned_up >= $fewest
ORDER BY average_points DESC NULLS LAST, seen.card
