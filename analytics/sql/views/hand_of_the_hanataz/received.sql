-- One row per card that a player got: dealt, drawn, stolen, or taken from a slot.
SELECT match, step, nr, generate_subscripts(cards, 1) AS place, seat AS seat, unnest(cards) AS card, 'dealt' AS how
FROM hand_of_the_hanataz.cards_dealt
UNION ALL
SELECT match, step, nr, generate_subscripts(cards, 1) AS place, seat AS seat, unnest(cards) AS card, 'drawn' AS how
FROM hand_of_the_hanataz.cards_drawn
UNION ALL
SELECT match, step, nr, 1 AS place, receiver AS seat, card AS card, 'stolen' AS how FROM hand_of_the_hanataz.card_stolen
UNION ALL
SELECT match, step, nr, 1 AS place, seat AS seat, card AS card, 'taken' AS how FROM hand_of_the_hanataz.slot_taken
