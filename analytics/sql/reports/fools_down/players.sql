-- title: How each player wagers
-- about: One row per player, over hands that were played to their end. `raises_per_match` is wagers and bumps for each
-- time the player only matched; `bluffs` are pots won unseen by a raise while somebody ducked with something better.
-- counts: hands that were played to their end, in all matches; `net` is with fees, dues and the bag, without tips.
-- Bluffs are as in `fools-down/bluffs`. A player is who has the same name, letter for letter.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out players with fewer hands than this.
-- plot: bars x=player y=net_per_100_hands cases=hands
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'fools-down' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
bluffs AS (
    SELECT u.player, count(*) FILTER (u.bluff) AS bluffs, count(*) AS unseen
    FROM fools_down.unseen_wins AS u JOIN chosen USING (match) GROUP BY ALL
)
SELECT
    p.player,
    count(DISTINCT p.match) AS matches,
    count(*) AS hands,
    sum(p.net)::BIGINT AS net,
    round(100 * avg(p.net), 1) AS net_per_100_hands,
    round(100 * count(*) FILTER (p.entered) / count(*), 1) AS entered_percent,
    round(sum(p.wagers + p.bumps) / nullif(sum(p.times_matched), 0), 2) AS raises_per_match,
    round(100 * count(*) FILTER (p.ducked_in IS NOT NULL) / count(*), 1) AS ducked_percent,
    round(100 * count(*) FILTER (p.from_pots > 0) / count(*), 1) AS won_percent,
    count(*) FILTER (p.shown) AS shown,
    round(100 * count(*) FILTER (p.shown AND p.from_pots > 0) / nullif(count(*) FILTER (p.shown), 0), 1)
        AS won_when_shown_percent,
    coalesce(any_value(b.unseen), 0) AS won_unseen,
    coalesce(any_value(b.bluffs), 0) AS bluffs
FROM fools_down.holdings AS p
JOIN chosen USING (match)
LEFT JOIN bluffs AS b ON b.player = p.player
WHERE p.net IS NOT NULL
GROUP BY p.player
HAVING count(*) >= $fewest
ORDER BY net_per_100_hands DESC, p.player
