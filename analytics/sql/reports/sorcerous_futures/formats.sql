-- title: Open and closed auctions
-- about: One row per number of players and kind of auction. `average_above_opening` is the price less the card's
-- opening bid, `average_above_next` less the highest bid of anybody else (a bid of 0 in a closed auction is one,
-- in an open one there may be none); `offerer_won_percent` says how often the player who offered the card got it.
-- counts: cards sold in all matches, also those that are not finished; `average_bidders` counts who bid more than 0;
-- `average_brought` (worth and the Crown's bonus), profit and `paid_off_percent` leave out cards of which they are
-- not known, `average_above_next` those for which nobody else bid.
-- apart: seats
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: bars x=format y=average_price by=players cases=sold
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sorcerous-futures' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    chosen.seats AS players,
    p.format,
    count(*) AS sold,
    round(avg(p.bidders), 2) AS average_bidders,
    round(avg(p.price), 2) AS average_price,
    round(avg(p.price - p.opening_bid), 2) AS average_above_opening,
    round(avg(p.price - p.next_bid), 2) AS average_above_next,
    round(100 * count(*) FILTER (p.seat = p.offered_by_seat) / count(*), 1) AS offerer_won_percent,
    round(avg(p.worth + p.bonus), 2) AS average_brought,
    round(avg(p.profit), 2) AS average_profit,
    round(100 * count(*) FILTER (p.profit > 0) / nullif(count(p.profit), 0), 1) AS paid_off_percent
FROM sorcerous_futures.purchases AS p JOIN chosen USING (match)
GROUP BY ALL
ORDER BY players, p.format DESC
