-- One row per card that came as an outcome of a standing step: drawn, dealt, turned up or shuffled in, in all games.
-- `acted` is who acted, `receiver` who got the card by the same step, NULL where it went to nobody's own cards. `place`
-- is that in the step's outcomes, `card` a code of `cards`, or `??` where nobody who wrote it down saw it. What was
-- dealt before the first step is not among these, see `received`.
WITH drawn AS (
    SELECT *, row_number() OVER (PARTITION BY match, step, card ORDER BY place) AS again
    FROM outcomes WHERE kind = 'card'
),
got AS (
    SELECT match, step, card, seat, player, row_number() OVER (PARTITION BY match, step, card ORDER BY nr, place) AS again
    FROM received
)
SELECT
    d.match,
    d.game,
    d.version,
    d.step,
    d.actor,
    d.acted,
    got.seat AS receiver_seat,
    got.player AS receiver,
    d.verb,
    d.place,
    d.card,
    c.name,
    c.rank,
    c.suits
FROM drawn AS d
JOIN games AS g ON g.game = d.game
LEFT JOIN got ON got.match = d.match AND got.step = d.step AND got.card = d.card AND got.again = d.again
LEFT JOIN cards AS c ON c.deck = g.deck AND c.code = d.card
