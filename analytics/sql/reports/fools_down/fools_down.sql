-- title: The Fool as the last card
-- about: One row per variant (what the Fool does as last card) and fate of it: shown, ducked, or unseen because all
-- others had ducked; and what all other hands that saw a last card did (`other cards`). Only where the last card is
-- known.
-- counts: players whose last card is known, in hands that were played to their end; a Fool turned up by ducking
-- counts as shown.
-- apart: fools_down
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=last_card y=average_net by=variant cases=hands
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'fools-down' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
turned_up AS (
    SELECT d.match, b.hand, d.seat
    FROM fools_down.ducked AS d ASOF JOIN fools_down.hand_started AS b ON b.match = d.match AND d.step >= b.step
    WHERE d.shown IS NOT NULL
),
lasting AS (
    SELECT start.fools_down AS variant, p.*,
        CASE WHEN p.down[3] <> 'F' THEN 'other cards' WHEN p.shown OR t.seat IS NOT NULL THEN 'the Fool, shown'
            WHEN p.ducked_in IS NOT NULL THEN 'the Fool, ducked' ELSE 'the Fool, unseen' END AS last_card
    FROM fools_down.holdings AS p
    JOIN chosen USING (match)
    JOIN fools_down.match_started AS start USING (match)
    LEFT JOIN turned_up AS t ON t.match = p.match AND t.hand = p.hand AND t.seat = p.seat
    WHERE len(p.down) = 3 AND p.down[3] <> '??' AND p.net IS NOT NULL
        AND ($player IS NULL OR lower(p.player) = lower($player))
)
SELECT
    variant,
    last_card,
    count(*) AS hands,
    round(100 * count(*) FILTER (from_pots > 0) / count(*), 1) AS won_percent,
    round(avg(from_pots), 2) AS average_won,
    round(avg(net), 2) AS average_net,
    count(*) FILTER (taken_down) AS taken_down
FROM lasting
GROUP BY ALL
ORDER BY variant, last_card
