-- One row per player and step of matches of several players with which what counts changed for anybody, or somebody went
-- out of the match or came in again; made when first asked. `best_other` is the best that counts for another player who
-- is not out, and `ahead` by how much the player is before it: in a game in which the lowest score wins, by how much less
-- counts for them. Whoever is `eliminated` is not compared, and whoever is the only one left is `ahead_alone`. The setup is
-- step 0.
WITH noted AS (
    SELECT match, from_step, to_step, at_end FROM amounts_at WHERE part IN ('Worth', 'Eliminated')
),
changes AS (
    SELECT match, from_step AS step FROM noted
    UNION
    SELECT match, to_step + 1 FROM noted WHERE NOT at_end
),
known AS (
    SELECT c.match, s.seat, s.player, c.step
    FROM changes AS c JOIN seats AS s USING (match)
),
told AS (
    SELECT
        k.match,
        k.seat,
        k.player,
        k.step,
        CASE WHEN w.to_step >= k.step THEN w.worth END AS worth
    FROM known AS k
    ASOF LEFT JOIN worths AS w ON w.match = k.match AND w.seat = k.seat AND k.step >= w.from_step
),
marked AS (
    SELECT t.*, e.match IS NOT NULL AS eliminated
    FROM told AS t
    LEFT JOIN eliminations AS e
        ON e.match = t.match AND e.seat = t.seat AND t.step BETWEEN e.from_step AND e.to_step
),
valued AS (
    SELECT t.*, m.game, g.lowest_wins, if(t.eliminated, NULL, if(g.lowest_wins, -1, 1) * t.worth) AS value
    FROM marked AS t
    JOIN matches AS m ON m.match = t.match AND m.seats > 1
    JOIN games AS g ON g.game = m.game
),
ranked AS (
    SELECT *, row_number() OVER (PARTITION BY match, step ORDER BY value DESC NULLS LAST) AS nth FROM valued
),
bests AS (
    SELECT
        *,
        max(value) FILTER (nth = 1) OVER same_step AS first_value,
        max(value) FILTER (nth = 2) OVER same_step AS second_value,
        count(*) FILTER (NOT eliminated) OVER same_step AS remaining
    FROM ranked
    WINDOW same_step AS (PARTITION BY match, step)
),
compared AS (
    SELECT *, if(nth = 1, second_value, first_value) AS other_value FROM bests
)
SELECT
    match,
    game,
    seat,
    player,
    step,
    worth,
    round(worth - lag(worth) OVER (PARTITION BY match, seat ORDER BY step), 1) AS change,
    eliminated,
    if(lowest_wins, -1, 1) * other_value AS best_other,
    round(value - other_value, 1) AS ahead,
    coalesce(round(value - other_value, 1) > 0, remaining = 1 AND NOT eliminated) AS ahead_alone
FROM compared
