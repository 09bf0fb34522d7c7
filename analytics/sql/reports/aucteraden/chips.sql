-- title: Chip use by suit
-- about: One row per suit: its chips spent and left at the end, how often all or none were (5 points lost each), how
-- many purchases were paid with it, and how long the suit's chain became.
-- counts: every suit of finished matches; purchases that cost nothing are not among `average_purchases`, and points
-- of chains are without those lost for chips.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=suit y=average_spent cases=matches
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'aucteraden' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    c.suit,
    count(*) AS matches,
    round(avg(4 - c.chips_left), 2) AS average_spent,
    round(avg(c.chips_left), 2) AS average_left,
    round(100 * count(*) FILTER (c.chips_left = 0) / count(*), 1) AS used_up_percent,
    round(100 * count(*) FILTER (c.chips_left = 4) / count(*), 1) AS unused_percent,
    round(avg(c.purchases_paid), 2) AS average_purchases,
    round(avg(c.length), 2) AS average_chain_length,
    round(avg(c.points), 2) AS average_chain_points
FROM aucteraden.chains AS c JOIN chosen USING (match)
WHERE $player IS NULL OR lower(c.player) = lower($player)
GROUP BY c.suit
ORDER BY list_position(['M', 'S', 'V', 'L', 'Y', 'K'], c.suit)
