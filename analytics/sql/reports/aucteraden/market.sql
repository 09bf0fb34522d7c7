-- title: What happens to the cards turned up
-- about: One row per rule of the market and deck: of the cards turned up in finished matches, how many were bought,
-- pushed out by a card of their suit, swept by the Excuse, discarded by the player, or left at the end.
-- counts: cards turned up in finished matches, the Excuse among those that it sweeps.
-- apart: market extended excuse
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=market,extended,with_excuse y=bought_percent of=turned_up
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'aucteraden' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    start.market,
    start.extended,
    start.extended OR start.excuse AS with_excuse,
    count(DISTINCT t.match) AS matches,
    count(*) AS turned_up,
    round(100 * count(*) FILTER (t.fate = 'bought') / count(*), 1) AS bought_percent,
    round(100 * count(*) FILTER (t.fate = 'pushed') / count(*), 1) AS pushed_out_percent,
    round(100 * count(*) FILTER (t.fate = 'swept') / count(*), 1) AS swept_percent,
    round(100 * count(*) FILTER (t.fate = 'discarded') / count(*), 1) AS discarded_percent,
    round(100 * count(*) FILTER (t.fate = 'market') / count(*), 1) AS left_percent
FROM aucteraden.turned_up AS t
JOIN chosen USING (match)
JOIN seats AS s USING (match)
JOIN aucteraden.match_started AS start USING (match)
WHERE $player IS NULL OR lower(s.player) = lower($player)
GROUP BY start.market, start.extended, with_excuse
ORDER BY list_position(['normal', 'rolling', 'volatile'], start.market), start.extended, with_excuse
