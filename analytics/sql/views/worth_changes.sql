-- One row per player and step of matches of several players with which what counts changed for anybody; made when first
-- asked. `best_other` is the best that counts for another player, and `ahead` by how much the player is before it: in a
-- game in which the lowest score wins, by how much less counts for them. The setup is step 0.
WITH changes AS (
    SELECT DISTINCT match, from_step AS step FROM worths
),
known AS (
    SELECT c.match, s.seat, s.player, c.step
    FROM changes AS c JOIN seats AS s USING (match)
),
told AS (
    SELECT k.match, k.seat, k.player, k.step, CASE WHEN w.to_step >= k.step THEN w.worth END AS worth
    FROM known AS k
    ASOF LEFT JOIN worths AS w ON w.match = k.match AND w.seat = k.seat AND k.step >= w.from_step
),
ranked AS (
    SELECT
        t.*,
        m.game,
        g.lowest_wins,
        if(g.lowest_wins, -1, 1) * t.worth AS value,
        row_number() OVER (PARTITION BY t.match, t.step ORDER BY if(g.lowest_wins, -1, 1) * t.worth DESC NULLS LAST) AS nth
    FROM told AS t
    JOIN matches AS m ON m.match = t.match AND m.seats > 1
    JOIN games AS g ON g.game = m.game
),
bests AS (
    SELECT
        *,
        max(value) FILTER (nth = 1) OVER same_step AS first_value,
        max(value) FILTER (nth = 2) OVER same_step AS second_value
    FROM ranked
    WINDOW same_step AS (PARTITION BY match, step)
)
SELECT
    match,
    game,
    seat,
    player,
    step,
    worth,
    round(worth - lag(worth) OVER (PARTITION BY match, seat ORDER BY step), 1) AS change,
    if(lowest_wins, -1, 1) * if(nth = 1, second_value, first_value) AS best_other,
    round(value - if(nth = 1, second_value, first_value), 1) AS ahead
FROM bests
