-- One row per hand that was won without a hand being shown, because everybody else ducked.
-- `raised` says whether the winner had wagered or bumped. `category` is what the winner held (see `strengths`; NULL
-- where that is not known, or where no cards came onto the table), `better_ducked` counts those who ducked with
-- something better, `best_ducked` is the best of that. A `bluff` is a win by who had raised, with
-- somebody ducking who held better, be it before the raise.
WITH known AS MATERIALIZED (
    SELECT * FROM fools_down.strengths
),
alone AS (
    SELECT p.match, p.hand, p.seat, p.player, p.wagers + p.bumps > 0 AS raised, p.from_pots, p.net, h.last_round, h.pot,
        h.ended_by
    FROM fools_down.holdings AS p JOIN fools_down.hands AS h ON h.match = p.match AND h.hand = p.hand
    WHERE h.ended_by IS NOT NULL AND h.shown = 0 AND p.ducked_in IS NULL
),
others AS (
    SELECT a.match, a.hand, count(k.strength) AS known_ducked,
        count(*) FILTER (k.strength > own.strength) AS better_ducked,
        min(k.category) AS best_category
    FROM alone AS a
    JOIN known AS own ON own.match = a.match AND own.hand = a.hand AND own.seat = a.seat
    JOIN known AS k ON k.match = a.match AND k.hand = a.hand AND k.seat <> a.seat
    GROUP BY ALL
)
SELECT
    a.match,
    a.hand,
    a.seat,
    a.player,
    a.last_round,
    a.raised,
    a.pot,
    a.from_pots,
    a.net,
    own.category,
    own.category_name,
    o.better_ducked,
    c.name AS best_ducked,
    a.raised AND o.better_ducked > 0 AS bluff
FROM alone AS a
LEFT JOIN known AS own ON own.match = a.match AND own.hand = a.hand AND own.seat = a.seat
LEFT JOIN others AS o ON o.match = a.match AND o.hand = a.hand
LEFT JOIN fools_down.categories AS c ON c.category = o.best_category
