-- One row per card that a player got: dealt, or had for another in an exchange.
SELECT match, step, nr, 1 AS place, seat AS seat, card AS card, 'dealt' AS how FROM fools_down.down_card_dealt
UNION ALL
SELECT match, step, nr, 1 AS place, seat AS seat, "new" AS card, 'exchanged' AS how FROM fools_down.card_exchanged
