-- One row per player and hand in which that player was in the game.
-- `after_starter` is the place in the order of turns, 1 being the starter, seats that are out not counted. `paid` and
-- `received` are silvs, without stakes, buy-ins and what is shared out at the end of the match; `gain` is the difference,
-- `silvs` the purse after the hand, before anybody buys in or a pot is shared out.
-- `challenge` is the result of this player's challenge, `nubbed` why the player was nubbed out (chosen, tax, toll,
-- assassin), `put_out` whether a Rogue put the player out of the game.
WITH opened AS (
    SELECT match, step, hand, starter FROM hand_of_the_hanataz.hand_opened
),
changes AS (
    SELECT match, step, seat, true AS out FROM hand_of_the_hanataz.player_put_out
    UNION ALL
    SELECT match, step, seat, false FROM hand_of_the_hanataz.bought_in WHERE back
),
present AS (
    SELECT o.match, o.step, o.hand, o.starter, s.seat, s.player,
        row_number() OVER (
            PARTITION BY o.match, o.hand ORDER BY (s.seat - o.starter + m.seats) % m.seats
        ) AS after_starter
    FROM opened AS o
    JOIN matches AS m ON m.match = o.match
    JOIN seats AS s ON s.match = o.match
    ASOF LEFT JOIN changes AS c ON c.match = s.match AND c.seat = s.seat AND o.step > c.step
    WHERE c.out IS NOT true
),
flows AS (
    SELECT match, hand, giver_seat AS seat, amount AS paid, 0 AS received, -amount AS change
    FROM hand_of_the_hanataz.silvs WHERE giver_seat IS NOT NULL
    UNION ALL
    SELECT match, hand, receiver_seat, 0, if(why = 'stake', 0, amount), amount
    FROM hand_of_the_hanataz.silvs WHERE receiver_seat IS NOT NULL AND why NOT IN ('buy_in', 'shared_out')
    UNION ALL
    SELECT match, hand + 1, receiver_seat, 0, 0, amount
    FROM hand_of_the_hanataz.silvs WHERE why IN ('buy_in', 'shared_out')
),
moved AS (
    SELECT match, hand, seat, sum(paid)::BIGINT AS paid, sum(received)::BIGINT AS received, sum(change) AS change
    FROM flows GROUP BY ALL
),
balances AS (
    SELECT match, hand, seat, sum(change) OVER (PARTITION BY match, seat ORDER BY hand) AS silvs FROM moved
),
happened AS (
    SELECT e.match, o.hand, e.seat,
        count(*) FILTER (e.what = 'turn') AS turns,
        count(*) FILTER (e.what = 'control') AS controls,
        any_value(e.how) FILTER (e.what = 'nubbed') AS nubbed,
        any_value(e.how) FILTER (e.what = 'challenge') AS challenge,
        bool_or(e.what = 'put out') AS put_out
    FROM (
        SELECT match, step, seat, 'turn' AS what, NULL AS how FROM hand_of_the_hanataz.turn_began
        UNION ALL
        SELECT match, step, seat, 'control', NULL FROM hand_of_the_hanataz.control_taken
        UNION ALL
        SELECT match, step, seat, 'nubbed', why FROM hand_of_the_hanataz.player_nubbed_out
        UNION ALL
        SELECT match, step, seat, 'challenge', result FROM hand_of_the_hanataz.challenge_decided
        UNION ALL
        SELECT match, step, seat, 'put out', NULL FROM hand_of_the_hanataz.player_put_out
    ) AS e
    ASOF JOIN opened AS o ON o.match = e.match AND e.step >= o.step
    GROUP BY ALL
)
SELECT
    p.match,
    p.hand,
    p.seat,
    p.player,
    p.after_starter,
    coalesce(h.turns, 0) AS turns,
    coalesce(h.controls, 0) AS controls,
    h.challenge,
    h.nubbed,
    coalesce(h.put_out, false) AS put_out,
    coalesce(m.paid, 0) AS paid,
    coalesce(m.received, 0) AS received,
    coalesce(m.received - m.paid, 0) AS gain,
    b.silvs::BIGINT AS silvs
FROM present AS p
LEFT JOIN moved AS m ON m.match = p.match AND m.hand = p.hand AND m.seat = p.seat
ASOF LEFT JOIN balances AS b ON b.match = p.match AND b.seat = p.seat AND p.hand >= b.hand
LEFT JOIN happened AS h ON h.match = p.match AND h.hand = p.hand AND h.seat = p.seat
