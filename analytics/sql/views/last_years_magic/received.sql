-- One row per card that a player got: a fortune, a hand, or a trick.
SELECT match, step, nr, generate_subscripts(cards, 1) AS place, seat AS seat, unnest(cards) AS card, 'drawn' AS how
FROM last_years_magic.fortune_cast
UNION ALL
SELECT match, step, nr, generate_subscripts(cards, 1) AS place, seat AS seat, unnest(cards) AS card, 'dealt' AS how
FROM last_years_magic.hand_dealt
UNION ALL
SELECT match, step, nr, generate_subscripts(cards, 1) AS place, seat AS seat, unnest(cards) AS card, 'trick' AS how
FROM last_years_magic.trick_taken
