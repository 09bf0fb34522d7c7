-- One row per face card that was played on a turn (Knights are in `countered_by`).
-- `rank` is its letter. `countered_by` is the player whose Knight stopped a Rogue or a Dragon. `gained` is what the
-- card brought its player at once (theft, dragon, toll; not what a Bard collects), `into_pot` what players and the
-- house paid for a Crown. `stolen` says whether a card was stolen, `put_out` whether the target of a Rogue left the
-- game, `nubbed` counts who was nubbed out by it, its player too. `hand_won` says whether its player got silvs from the
-- pot when the hand ended, NULL while it is going on.
WITH opened AS (
    SELECT match, step, hand FROM hand_of_the_hanataz.hand_opened
),
played AS (
    SELECT f.match, f.step, f.version, f.seat, f.card, f.target, f.demand, o.hand
    FROM hand_of_the_hanataz.face_played AS f ASOF JOIN opened AS o ON o.match = f.match AND f.step >= o.step
),
effects AS (
    SELECT match, step, why AS what, receiver_seat AS seat, amount FROM hand_of_the_hanataz.silvs
    WHERE why IN ('theft', 'dragon', 'toll', 'tax', 'house_tax')
    UNION ALL
    SELECT match, step, 'countered', "by", 1 FROM hand_of_the_hanataz.card_countered
    UNION ALL
    SELECT match, step, 'stolen', NULL, 1 FROM hand_of_the_hanataz.card_stolen
    UNION ALL
    SELECT match, step, 'put out', seat, 1 FROM hand_of_the_hanataz.player_put_out
    UNION ALL
    SELECT match, step, 'nubbed', seat, 1 FROM hand_of_the_hanataz.player_nubbed_out
    WHERE why <> 'chosen'
),
summed AS (
    SELECT p.match, p.step,
        sum(e.amount) FILTER (e.what IN ('theft', 'dragon', 'toll')) AS gained,
        sum(e.amount) FILTER (e.what IN ('tax', 'house_tax')) AS into_pot,
        any_value(e.seat) FILTER (e.what = 'countered') AS countered_by,
        bool_or(e.what = 'stolen') AS stolen,
        bool_or(e.what = 'put out') AS put_out,
        count(*) FILTER (e.what = 'nubbed') AS nubbed
    FROM effects AS e ASOF JOIN played AS p ON p.match = e.match AND e.step >= p.step
    GROUP BY ALL
),
won AS (
    SELECT DISTINCT match, hand, receiver_seat AS seat FROM hand_of_the_hanataz.silvs WHERE why IN ('pot_won', 'bard_from_pot')
),
ended AS (
    SELECT match, hand FROM hand_of_the_hanataz.hand_ended
)
SELECT
    p.match,
    p.hand,
    p.step,
    p.version,
    p.seat,
    s.player,
    p.card,
    c.rank,
    p.target AS target_seat,
    target.player AS target,
    p.demand,
    countered.player AS countered_by,
    coalesce(e.gained, 0)::BIGINT AS gained,
    coalesce(e.into_pot, 0)::BIGINT AS into_pot,
    coalesce(e.stolen, false) AS stolen,
    coalesce(e.put_out, false) AS put_out,
    coalesce(e.nubbed, 0) AS nubbed,
    if(ended.hand IS NULL, NULL, w.seat IS NOT NULL) AS hand_won
FROM played AS p
JOIN seats AS s ON s.match = p.match AND s.seat = p.seat
LEFT JOIN cards AS c ON c.deck = 'perilous' AND c.code = p.card
LEFT JOIN summed AS e ON e.match = p.match AND e.step = p.step
LEFT JOIN seats AS target ON target.match = p.match AND target.seat = p.target
LEFT JOIN seats AS countered ON countered.match = p.match AND countered.seat = e.countered_by
LEFT JOIN won AS w ON w.match = p.match AND w.hand = p.hand AND w.seat = p.seat
LEFT JOIN ended ON ended.match = p.match AND ended.hand = p.hand
