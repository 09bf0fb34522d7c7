-- One row per card that a player got: bought, the only way there is.
SELECT match, step, nr, 1 AS place, 1 AS seat, card AS card, 'bought' AS how FROM aucteraden.card_bought
