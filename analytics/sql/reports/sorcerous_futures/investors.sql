-- title: Who invests well
-- about: One row per player: what was paid for cards, what they were worth with the Crown's bonus, the profit, and how
-- many gold pieces came back for each that was spent. Cards whose worth is not known are left out.
-- counts: cards bought in all matches, also those that are not finished, of which is known what they brought (worth
-- and the Crown's bonus); all others are left out of every column. A player is who has the same name, letter for
-- letter.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out players who bought fewer cards than this.
-- plot: bars x=player y=returned_percent cases=bought
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sorcerous-futures' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    p.player,
    count(DISTINCT p.match) AS matches,
    count(*) AS bought,
    sum(p.price)::BIGINT AS paid,
    sum(p.worth + p.bonus)::BIGINT AS brought,
    sum(p.profit)::BIGINT AS profit,
    round(100 * sum(p.worth + p.bonus) / nullif(sum(p.price), 0), 1) AS returned_percent,
    round(100 * count(*) FILTER (p.profit > 0) / count(*), 1) AS paid_off_percent,
    round(avg(p.price - p.next_bid), 2) AS average_above_next,
    round(100 * count(*) FILTER (p.crown_suit) / count(*), 1) AS crown_suit_percent
FROM sorcerous_futures.purchases AS p JOIN chosen USING (match)
WHERE p.profit IS NOT NULL
GROUP BY ALL
HAVING count(*) >= $fewest
ORDER BY returned_percent DESC NULLS LAST, p.player
