-- title: How often each category shows up
-- about: One row per category, the best first. `shown` are hands that were turned up, and how they did; `held` are all
-- hands of which the cards are known and that saw a whole table, shown or ducked: what they could have shown.
-- counts: players in hands that were played to their end; who ducked early is in `held` too, with what the fewer cards
-- could have made of the whole table.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=category_name y=shown_percent part=shown
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'fools-down' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
shown AS (
    SELECT p.category, count(*) AS shown, count(*) FILTER (p.from_pots > 0) AS won, avg(p.net) AS net
    FROM fools_down.holdings AS p JOIN chosen USING (match)
    WHERE p.shown AND p.net IS NOT NULL AND ($player IS NULL OR lower(p.player) = lower($player))
    GROUP BY ALL
),
held AS (
    SELECT s.category, count(*) AS held, count(*) FILTER (p.ducked_in IS NOT NULL) AS ducked
    FROM fools_down.strengths AS s
    JOIN chosen USING (match)
    JOIN fools_down.holdings AS p ON p.match = s.match AND p.hand = s.hand AND p.seat = s.seat
    JOIN fools_down.hands AS h ON h.match = s.match AND h.hand = s.hand
    WHERE len(h.common) = 6 AND h.ended_by IS NOT NULL AND ($player IS NULL OR lower(p.player) = lower($player))
    GROUP BY ALL
)
SELECT
    c.category,
    c.name AS category_name,
    coalesce(s.shown, 0) AS shown,
    round(100 * coalesce(s.shown, 0) / nullif(sum(s.shown) OVER (), 0), 1) AS shown_percent,
    round(100 * s.won / s.shown, 1) AS won_percent,
    round(s.net, 2) AS average_net,
    coalesce(h.held, 0) AS held,
    round(100 * coalesce(h.held, 0) / nullif(sum(h.held) OVER (), 0), 1) AS held_percent,
    round(100 * h.ducked / h.held, 1) AS ducked_percent
FROM fools_down.categories AS c
LEFT JOIN shown AS s USING (category)
LEFT JOIN held AS h USING (category)
ORDER BY c.category
