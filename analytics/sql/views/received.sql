-- One row per card that a player got, in any way and of any game, in the deal before the first step too (step 0).
-- `how`: dealt, drawn, bought, won, gained, fetched, taken, given, passed, stolen, recalled, exchanged or trick. What is
-- only looked at is not among these. `card` is a code of `cards`, or `??` where it is not known.
SELECT
    r.match,
    r.game,
    r.step,
    r.nr,
    r.place,
    r.seat,
    s.player,
    r.card,
    c.name,
    r.how
FROM own_received AS r
JOIN games AS g ON g.game = r.game
JOIN seats AS s ON s.match = r.match AND s.seat = r.seat
LEFT JOIN cards AS c ON c.deck = g.deck AND c.code = r.card
