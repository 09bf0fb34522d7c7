-- One row per card that a player got: Crowns that are taken, passed on or given, and what is bought.
SELECT match, step, nr, generate_subscripts(crowns, 1) AS place, seat AS seat, unnest(crowns) AS card, 'taken' AS how
FROM sorcerous_futures.crowns_taken
UNION ALL
SELECT match, step, nr, generate_subscripts(crowns, 1) AS place, receiver AS seat, unnest(crowns) AS card,
    'passed' AS how
FROM sorcerous_futures.crowns_passed
UNION ALL
SELECT match, step, nr, 1 AS place, receiver AS seat, crown AS card, 'given' AS how FROM sorcerous_futures.crown_given
UNION ALL
SELECT match, step, nr, 1 AS place, seat AS seat, card AS card, 'bought' AS how FROM sorcerous_futures.card_bought
