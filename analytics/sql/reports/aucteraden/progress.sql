-- title: Do players get better with practice?
-- about: One row per band of finished solitaires in the order in which each player played them, `nth` being the first of
-- a band (1, 11, 21 ... with bands of 10), over all players or one. A player's first is the first ever recorded, also
-- where only some days or one tournament are asked for.
-- counts: finished matches; the order is that of `chronology`: their days, and on one when they were first over. The total is
-- that of the rules, before all rulings. Players whose names differ only in small and capital letters are one.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- param width: INTEGER = 10 -- How many solitaires make a band.
-- plot: line x=nth y=average_total cases=matches
WITH counted AS (
    SELECT f.*, m.event, coalesce(m.played_on, CAST(m.started_at AS DATE)) AS day,
        row_number() OVER (PARTITION BY lower(f.player) ORDER BY c.number) AS nth
    FROM aucteraden.finished AS f JOIN matches AS m USING (match) JOIN chronology AS c USING (match)
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
WHERE ($event IS NULL OR lower(event) = lower($event))
    AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
    AND ($player IS NULL OR lower(player) = lower($player))
GROUP BY 1
ORDER BY 1
