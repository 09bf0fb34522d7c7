-- One row per player and opponent in each finished match, so each pair of players comes twice.
-- `outcome` is `ahead`, `behind` or `level` by their places; `difference` is the player's score less the opponent's.
SELECT
    one.match,
    one.game,
    one.day,
    one.event,
    one.round,
    one.player,
    other.player AS opponent,
    one.seat,
    other.seat AS opponent_seat,
    one.place,
    other.place AS opponent_place,
    CASE
        WHEN one.place < other.place THEN 'ahead'
        WHEN one.place > other.place THEN 'behind'
        ELSE 'level'
    END AS outcome,
    one.won,
    one.score - other.score AS difference
FROM participations AS one
JOIN participations AS other ON other.match = one.match AND other.seat <> one.seat
WHERE one.place IS NOT NULL AND other.place IS NOT NULL
