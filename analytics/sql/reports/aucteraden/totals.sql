-- title: How final scores are spread
-- about: One row per band of final scores, `total` being its lower end and `to_total` the last whole number in it; 40
-- wins, 50 wins commandingly.
-- counts: finished matches; the total is that of the rules, before all rulings.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- param width: INTEGER = 5 -- How many points make a band.
-- plot: histogram x=total y=matches to=to_total
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'aucteraden' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    (floor(f.total / greatest($width, 1)) * greatest($width, 1))::BIGINT AS total,
    (floor(f.total / greatest($width, 1)) * greatest($width, 1))::BIGINT + greatest($width, 1) - 1 AS to_total,
    count(*) AS matches,
    round(avg(f.cards), 2) AS average_cards,
    round(avg(f.chips_spent), 2) AS average_chips_spent,
    round(avg(f.times_discarded), 2) AS average_times_discarded
FROM aucteraden.finished AS f JOIN chosen USING (match)
WHERE $player IS NULL OR lower(f.player) = lower($player)
GROUP BY ALL
ORDER BY 1
