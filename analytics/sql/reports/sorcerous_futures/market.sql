-- title: How prices move during a match
-- about: One row per auction, the first to the twentieth: as gold runs out, cards should become cheaper; those bought
-- late are the bargains if they do so too fast. `average_gold_left` is the winner's gold after paying.
-- counts: cards sold in all matches, also those that are not finished, so that late auctions are of fewer matches;
-- `average_brought` (worth and the Crown's bonus) and profit leave out cards of which they are not known.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param players: INTEGER = NULL -- Only matches of so many players.
-- plot: line x=auction y=average_price cases=sold
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sorcerous-futures' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    p.auction,
    p.group_nr,
    count(*) AS sold,
    round(100 * count(*) FILTER (p.format = 'closed') / count(*), 1) AS closed_percent,
    round(avg(p.price), 2) AS average_price,
    round(avg(p.worth + p.bonus), 2) AS average_brought,
    round(avg(p.profit), 2) AS average_profit,
    round(avg(p.gold_left), 2) AS average_gold_left,
    round(100 * count(*) FILTER (p.price = 0) / count(*), 1) AS free_percent
FROM sorcerous_futures.purchases AS p JOIN chosen USING (match)
WHERE $players IS NULL OR chosen.seats = $players
GROUP BY ALL
ORDER BY p.auction, p.group_nr
