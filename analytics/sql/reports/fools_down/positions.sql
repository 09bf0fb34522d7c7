-- title: Does the seat at the table matter?
-- about: One row per number of players dealt in and place in the order of acting: 1 acts first, the dealer is last but
-- one, the Fool's Bet player acts last. `entered_percent` says how often a seat put in more than it had to.
-- counts: players dealt into hands that were played to their end, in all matches; `average_staked` and `average_net`
-- are with fees and dues, without tips.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=place,role y=average_net by=players cases=hands
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'fools-down' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
)
SELECT
    p.players,
    p.place,
    p.role,
    count(*) AS hands,
    round(100 * count(*) FILTER (p.entered) / count(*), 1) AS entered_percent,
    round(100 * count(*) FILTER (p.wagers + p.bumps > 0) / count(*), 1) AS raised_percent,
    round(100 * count(*) FILTER (p.ducked_in IS NOT NULL) / count(*), 1) AS ducked_percent,
    round(100 * count(*) FILTER (p.from_pots > 0) / count(*), 1) AS won_percent,
    round(avg(p.staked), 2) AS average_staked,
    round(avg(p.net), 2) AS average_net
FROM fools_down.holdings AS p JOIN chosen USING (match)
WHERE p.net IS NOT NULL AND ($player IS NULL OR lower(p.player) = lower($player))
GROUP BY ALL
ORDER BY p.players, p.place, p.role
