-- One row per face card whose power its player might have used.
-- `power` is what was tried (backstab, pilfer, riposte, arcane, influence) or done without a die (mock, gloat), NULL
-- where it was left unused. `success` is NULL where there was no die. `effect`: what came of it (swapped, recalled,
-- pilfered, another card, left unused after a success, failed, words). `chips` is what a Rogue took or lost. `gained`
-- is what a recalled card counts less than the one it replaced, out of pairs. `score` and `won` are those of the
-- player's castle in the game.
WITH worth AS (
    SELECT code, CASE
        WHEN rank IN ('R', 'K', 'W', 'C', 'F') THEN 10 WHEN rank = 'J' THEN -1 WHEN rank = 'D' THEN -3
        ELSE TRY_CAST(rank AS BIGINT) END AS points
    FROM cards WHERE deck = 'perilous'
),
open AS (
    SELECT p.match, p.game_number, p.turn, p.step, p.version, p.seat, p.player, p.card, p.rank
    FROM conundruze.plays AS p JOIN conundruze.match_started AS start USING (match)
    WHERE start.powers AND p.source = 'pile' AND p.use <> 'discard'
        AND p.rank IN ('R', 'K', 'W', 'C', 'J', 'D', 'F')
),
answers AS (
    SELECT match, step, seat, power, target, roll, success FROM conundruze.power_tried
    UNION ALL
    SELECT match, step, seat, 'mock', target, NULL, NULL FROM conundruze.mocked
    UNION ALL
    SELECT match, step, seat, 'gloat', target, NULL, NULL FROM conundruze.gloated
),
tried AS (
    SELECT o.match, o.step AS opened, a.step, a.power, a.target, a.roll, a.success
    FROM answers AS a ASOF JOIN open AS o ON o.match = a.match AND a.step > o.step
),
results AS (
    SELECT match, step, 'swapped' AS effect, NULL AS card, NULL AS away, NULL AS chips
    FROM conundruze.cards_swapped
    UNION ALL
    SELECT match, step, 'recalled', card, discarded, NULL FROM conundruze.card_recalled
    UNION ALL
    SELECT match, step, 'pilfered', NULL, NULL, value FROM conundruze.chip_pilfered
    UNION ALL
    SELECT match, step, 'failed', NULL, NULL, -value FROM conundruze.stake_lost
    UNION ALL
    SELECT match, step, 'left unused', NULL, NULL, NULL FROM conundruze.power_declined
    UNION ALL
    SELECT match, step, 'another card', NULL, NULL, NULL FROM conundruze.card_drawn
),
effects AS (
    SELECT t.match, t.opened, min_by(r, r.step) AS result
    FROM tried AS t JOIN results AS r ON r.match = t.match
    WHERE t.success AND r.step >= t.step OR NOT t.success AND r.step = t.step
    GROUP BY ALL
)
SELECT
    o.match,
    o.game_number,
    o.turn,
    o.step,
    o.version,
    o.seat,
    o.player,
    o.card,
    o.rank,
    t.power,
    t.target AS target_seat,
    aim.player AS target,
    t.roll,
    t.success,
    CASE
        WHEN t.power IS NULL THEN NULL
        WHEN t.success IS NULL THEN 'words'
        WHEN NOT t.success THEN 'failed'
        ELSE e.result.effect
    END AS effect,
    e.result.chips AS chips,
    away.points - recalled.points AS gained,
    c.score,
    c.won
FROM open AS o
LEFT JOIN tried AS t ON t.match = o.match AND t.opened = o.step
LEFT JOIN seats AS aim ON aim.match = o.match AND aim.seat = t.target
LEFT JOIN effects AS e ON e.match = o.match AND e.opened = o.step
LEFT JOIN worth AS recalled ON recalled.code = e.result.card
LEFT JOIN worth AS away ON away.code = e.result.away
LEFT JOIN conundruze.castles AS c ON c.match = o.match AND c.game_number = o.game_number AND c.seat = o.seat
