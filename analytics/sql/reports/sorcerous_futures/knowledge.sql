-- title: What it pays to know a suit
-- about: One row per number of suits of a card of which the buyer knew the worth from the start, and whether the card
-- has the suit of the buyer's Crown (no answer where the Crown is not known).
-- counts: cards sold in all matches, also those that are not finished; averages of worth, bonus and profit, and
-- `paid_off_percent`, leave out cards of which they are not known. What is turned up during the match does not count
-- as known.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=suits_known y=average_profit by=crown cases=bought
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sorcerous-futures' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    p.suits_known,
    CASE WHEN p.crown_suit THEN 'yes' WHEN NOT p.crown_suit THEN 'no' END AS crown,
    count(*) AS bought,
    round(avg(p.price), 2) AS average_price,
    round(avg(p.worth), 2) AS average_worth,
    round(avg(p.bonus), 2) AS average_bonus,
    round(avg(p.profit), 2) AS average_profit,
    round(100 * count(*) FILTER (p.profit > 0) / nullif(count(p.profit), 0), 1) AS paid_off_percent
FROM sorcerous_futures.purchases AS p JOIN chosen USING (match)
WHERE $player IS NULL OR lower(p.player) = lower($player)
GROUP BY ALL
ORDER BY p.suits_known, crown NULLS LAST
