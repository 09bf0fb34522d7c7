-- One row per card that was drawn or taken and played.
-- `source`: pile or discards. `use`: place, gate, steal or discard. `place` is where it went, `removed` the card that
-- left the castle for it (a Fool that steals: the thief's own card), `was_down` whether that lay face down. `points`
-- and `removed_points` are what the cards count in a row without a pair. A card that is held still is left out.
WITH held AS (
    SELECT match, step, seat, card, 'pile' AS source FROM conundruze.card_drawn
    UNION ALL
    SELECT match, step, seat, card, 'discards' FROM conundruze.discard_taken
),
played AS (
    SELECT match, step, version, nr, seat, 'place' AS use, pos AS place, old AS removed, was_down
    FROM conundruze.card_placed
    UNION ALL
    SELECT match, step, version, nr, seat, 'gate', 'gate', NULL, NULL FROM conundruze.gatehouse_filled
    UNION ALL
    SELECT match, step, version, nr, thief, 'steal', there, discarded, false FROM conundruze.fool_stole
    UNION ALL
    SELECT match, step, version, nr, seat, 'discard', NULL, NULL, NULL FROM conundruze.card_discarded
),
worth AS (
    SELECT code, rank, name, CASE
        WHEN rank IN ('R', 'K', 'W', 'C', 'F') THEN 10 WHEN rank = 'J' THEN -1 WHEN rank = 'D' THEN -3
        ELSE TRY_CAST(rank AS BIGINT) END AS points
    FROM cards WHERE deck = 'perilous'
),
together AS (
    SELECT p.*, h.source, h.card
    FROM played AS p ASOF JOIN held AS h ON h.match = p.match AND p.step > h.step
)
SELECT
    p.match,
    t.game_number,
    t.turn,
    t.own_turn,
    p.step,
    p.version,
    p.seat,
    s.player,
    t.final,
    p.source,
    p.card,
    w.name,
    w.rank,
    p.use,
    p.place,
    p.removed,
    p.was_down,
    w.points,
    away.points AS removed_points
FROM together AS p
ASOF JOIN conundruze.turns AS t ON t.match = p.match AND p.step > t.step
JOIN seats AS s ON s.match = p.match AND s.seat = p.seat
LEFT JOIN worth AS w ON w.code = p.card
LEFT JOIN worth AS away ON away.code = p.removed
