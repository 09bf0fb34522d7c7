-- title: Wins and losses by options
-- about: One row per combination of options of finished matches: how often 40 and 50 points were reached, and where the
-- points came from. `holes`, `chips` and `discards` are points lost.
-- counts: finished matches; the total is that of the rules, before all rulings.
-- apart: market extended excuse must_touch
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'aucteraden' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    f.market,
    f.extended,
    f.with_excuse,
    f.must_touch,
    count(*) AS matches,
    round(avg(f.total), 2) AS average_total,
    max(f.total) AS best,
    round(100 * count(*) FILTER (f.grade <> 'loss') / count(*), 1) AS won_percent,
    round(100 * count(*) FILTER (f.grade = 'commanding_win') / count(*), 1) AS commanding_percent,
    round(avg(f.suits), 2) AS average_suits,
    round(avg(f.holes), 2) AS average_holes,
    round(avg(f.chips), 2) AS average_chips,
    round(avg(f.discards), 2) AS average_discards
FROM aucteraden.finished AS f JOIN chosen USING (match)
WHERE $player IS NULL OR lower(f.player) = lower($player)
GROUP BY f.market, f.extended, f.with_excuse, f.must_touch
ORDER BY list_position(['normal', 'rolling', 'volatile'], f.market), f.extended, f.with_excuse, f.must_touch
