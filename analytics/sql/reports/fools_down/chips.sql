-- title: Chips from hand to hand
-- about: One row per hand and player of a match: what was put in, won from pots, collected
-- otherwise (dues and the bag), and left. Without `match` it is the match that
-- was started last.
-- counts: all hands of the match; in one under way nothing is won yet. Leaves out tips, and what is staked is without
-- what went back. Of matches that were started at the same time it is the one whose id comes first.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param match: VARCHAR = NULL -- The id of the match, or how it begins.
-- plot: line x=hand y=stack by=player
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'fools-down' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
one AS (
    SELECT match FROM chosen WHERE $match IS NULL OR starts_with(CAST(match AS VARCHAR), lower($match))
    ORDER BY started_at DESC, match LIMIT 1
)
SELECT
    p.hand,
    p.player,
    p.role,
    p.down,
    p.ducked_in,
    p.category_name,
    p.staked,
    p.from_pots AS won,
    p.collected,
    p.net,
    p.stack
FROM fools_down.holdings AS p JOIN one USING (match)
ORDER BY p.hand, p.place
