-- One row per turn.
-- `turn` counts the turns of a game, `own_turn` those of the seat in it; `final` says whether it was a last turn in the
-- final round, `ducked` whether it was used to leave the game. `cards` counts the cards that were drawn or taken in it.
WITH started AS (
    SELECT match, step, game_number FROM conundruze.game_started
),
began AS (
    SELECT t.match, t.step, t.version, t.nr, s.game_number, t.seat, t.final
    FROM conundruze.turn_started AS t ASOF JOIN started AS s ON s.match = t.match AND t.step >= s.step
),
held AS (
    SELECT match, step FROM conundruze.card_drawn
    UNION ALL
    SELECT match, step FROM conundruze.discard_taken
),
counted AS (
    SELECT held.match, b.step, count(*) AS cards
    FROM held ASOF JOIN began AS b ON b.match = held.match AND held.step > b.step
    GROUP BY ALL
),
ducked AS (
    SELECT d.match, d.step, b.step AS began
    FROM conundruze.duck AS d
    ASOF JOIN began AS b ON b.match = d.match AND d.step > b.step
    WHERE b.seat = d.actor
)
SELECT
    b.match,
    b.game_number,
    row_number() OVER (PARTITION BY b.match, b.game_number ORDER BY b.step) AS turn,
    row_number() OVER (PARTITION BY b.match, b.game_number, b.seat ORDER BY b.step) AS own_turn,
    b.step,
    b.version,
    b.seat,
    s.player,
    b.final,
    coalesce(c.cards, 0) AS cards,
    d.match IS NOT NULL AND c.cards IS NULL AS ducked
FROM began AS b
JOIN seats AS s USING (match, seat)
LEFT JOIN counted AS c ON c.match = b.match AND c.step = b.step
LEFT JOIN (SELECT DISTINCT match, began FROM ducked) AS d ON d.match = b.match AND d.began = b.step
