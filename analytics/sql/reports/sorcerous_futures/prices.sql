-- title: Does a higher price buy a better card?
-- about: One row per price band, `price` being its lower end. If the market knew, worth would rise with the price.
-- Cards whose worth is not known are left out of the averages.
-- counts: cards sold in all matches, also those that are not finished; `average_brought` (worth and the Crown's
-- bonus), profit and `paid_off_percent` leave out cards of which they are not known.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- param width: INTEGER = 5 -- How many prices make a band.
-- param fewest: INTEGER = 1 -- Leave out bands with fewer cards than this.
-- plot: line x=price y=average_brought cases=sold
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sorcerous-futures' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    p.price // greatest($width, 1) * greatest($width, 1) AS price,
    count(*) AS sold,
    round(avg(p.worth + p.bonus), 2) AS average_brought,
    round(avg(p.profit), 2) AS average_profit,
    round(100 * count(*) FILTER (p.profit > 0) / nullif(count(p.profit), 0), 1) AS paid_off_percent
FROM sorcerous_futures.purchases AS p JOIN chosen USING (match)
WHERE $player IS NULL OR lower(p.player) = lower($player)
GROUP BY ALL
HAVING count(*) >= $fewest
ORDER BY 1
