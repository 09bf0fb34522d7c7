-- title: Auction prices against realised worth
-- about: One row per card. Prices, what the card's suits and the buyer's Crown paid in the end, and the profit (worth
-- and bonus less the price). `paid_off_percent` says how often the card brought more than it cost.
-- counts: cards sold in all matches, also those that are not finished; averages of worth, bonus and profit, and
-- `paid_off_percent`, leave out cards of which they depend on a valuation or Crown that nobody saw.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- param format: VARCHAR = NULL -- Only `open` or `closed` auctions.
-- param fewest: INTEGER = 1 -- Leave out cards that were sold fewer times than this.
-- plot: bars x=card y=average_profit cases=sold
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sorcerous-futures' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    p.card,
    p.name,
    count(*) AS sold,
    p.opening_bid,
    round(avg(p.price), 2) AS average_price,
    round(avg(p.worth), 2) AS average_worth,
    round(avg(p.bonus), 2) AS average_bonus,
    round(avg(p.profit), 2) AS average_profit,
    round(100 * count(*) FILTER (p.profit > 0) / nullif(count(p.profit), 0), 1) AS paid_off_percent
FROM sorcerous_futures.purchases AS p JOIN chosen USING (match)
WHERE ($player IS NULL OR lower(p.player) = lower($player)) AND ($format IS NULL OR lower(p.format) = lower($format))
GROUP BY ALL
HAVING count(*) >= $fewest
ORDER BY average_profit DESC NULLS LAST, p.card
