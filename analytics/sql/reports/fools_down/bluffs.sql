-- title: Bluffs: what won without being shown
-- about: One row per category that the winner held when everybody else had ducked (none: no cards were on the table, or
-- the cards are not known), and where there are several one for `all` of them. A bluff is a wager or bump by the winner,
-- with somebody ducking who held better.
-- counts: hands that were played to their end, in all matches; `compared` are those where the cards of the winner and
-- of somebody who ducked are known, by the table as it lay when the hand ended. Who held better may have ducked before
-- the raise.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=category_name y=bluff_percent of=compared
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'fools-down' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
)
SELECT
    u.category,
    if(grouping(u.category) = 1, 'all', coalesce(u.category_name, 'none')) AS category_name,
    count(*) AS won_unseen,
    round(100 * count(*) / sum(if(grouping(u.category) = 0, count(*), 0)) OVER (), 1) AS of_all_percent,
    round(100 * count(*) FILTER (u.raised) / count(*), 1) AS raised_percent,
    count(u.better_ducked) AS compared,
    count(*) FILTER (u.bluff) AS bluffs,
    round(100 * count(*) FILTER (u.bluff) / nullif(count(u.better_ducked), 0), 1) AS bluff_percent,
    round(100 * count(*) FILTER (u.better_ducked > 0) / nullif(count(u.better_ducked), 0), 1) AS better_ducked_percent,
    round(avg(u.pot), 2) AS average_pot,
    round(avg(u.net), 2) AS average_net,
    round(avg(u.net) FILTER (u.bluff), 2) AS average_net_of_bluffs
FROM fools_down.unseen_wins AS u JOIN chosen USING (match)
WHERE $player IS NULL OR lower(u.player) = lower($player)
GROUP BY GROUPING SETS ((u.category, u.category_name), ())
HAVING grouping(u.category) = 0 OR count(DISTINCT coalesce(u.category_name, 'none')) > 1
ORDER BY grouping(u.category), u.category NULLS LAST, category_name
