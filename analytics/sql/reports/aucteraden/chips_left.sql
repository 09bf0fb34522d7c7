-- title: Chips left and what they bought
-- about: One row per number of chips of a suit that were left at the end: how often, and how good the suit's chain was.
-- counts: every suit of finished matches; `average_points_with_chips` takes off the 5 points lost for no chips spent
-- or all.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=chips_left y=average_chain_points cases=suits
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'aucteraden' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    c.chips_left,
    count(*) AS suits,
    round(100 * count(*) / sum(count(*)) OVER (), 1) AS suits_percent,
    round(avg(c.length), 2) AS average_chain_length,
    round(avg(c.points), 2) AS average_chain_points,
    round(avg(c.points + c.chip_points), 2) AS average_points_with_chips
FROM aucteraden.chains AS c JOIN chosen USING (match)
WHERE $player IS NULL OR lower(c.player) = lower($player)
GROUP BY ALL
ORDER BY c.chips_left
