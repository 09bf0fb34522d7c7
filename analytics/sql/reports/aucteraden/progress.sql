-- title: Do players get better with practice?
-- about: One row per band of solitaires in the order in which each player began them, `nth` being the first of a band
-- (1, 11, 21 ... with bands of 10), over all players or one.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- param width: INTEGER = 10 -- How many solitaires make a band.
-- plot: line x=nth y=average_total
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'aucteraden' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
counted AS (
    SELECT f.*, row_number() OVER (PARTITION BY lower(f.player) ORDER BY chosen.day, chosen.started_at, f.match) AS nth
    FROM aucteraden.finished AS f JOIN chosen USING (match)
    WHERE $player IS NULL OR lower(f.player) = lower($player)
)
SELECT
    (nth - 1) // greatest($width, 1) * greatest($width, 1) + 1 AS nth,
    count(*) AS matches,
    count(DISTINCT lower(player)) AS players,
    round(avg(total), 2) AS average_total,
    max(total) AS best,
    round(100 * count(*) FILTER (grade <> 'loss') / count(*), 1) AS won_percent,
    round(avg(cards), 2) AS average_cards,
    round(avg(times_discarded), 2) AS average_times_discarded
FROM counted
GROUP BY 1
ORDER BY 1
