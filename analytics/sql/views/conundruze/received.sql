-- One row per card that a player got: a castle, a card drawn or taken, one that a Fool stole, or one that was recalled.
SELECT match, step, nr, generate_subscripts(cards, 1) AS place, seat AS seat, unnest(cards) AS card, 'dealt' AS how
FROM conundruze.castle_dealt
UNION ALL
SELECT match, step, nr, 1 AS place, seat AS seat, card AS card, 'drawn' AS how FROM conundruze.card_drawn
UNION ALL
SELECT match, step, nr, 1 AS place, seat AS seat, card AS card, 'taken' AS how FROM conundruze.discard_taken
UNION ALL
SELECT match, step, nr, 1 AS place, thief AS seat, stolen AS card, 'stolen' AS how FROM conundruze.fool_stole
UNION ALL
SELECT match, step, nr, 1 AS place, seat AS seat, card AS card, 'recalled' AS how FROM conundruze.card_recalled
