-- One row per hand of each match.
-- `players` counts those in the game when it began, `price` is that of a card. `controls` counts how often somebody
-- took control. `cause` (challenge, empty_pot, all_nubbed) says how it ended, NULL while it is going on. `paid_in` is
-- what players paid into the pot, `house_gain` what the house won or lost in the hand, `house_total` what it had after
-- it. `pot` is what lay in it at the end: what players and the house got of it, and `pot_left`, which stayed in it.
WITH opened AS (
    SELECT match, step, version, hand, starter, price FROM hand_of_the_hanataz.hand_opened
),
moved AS (
    SELECT match, hand,
        coalesce(sum(amount) FILTER (receiver = 'pot' AND giver_seat IS NOT NULL), 0)::BIGINT AS paid_in,
        sum(house_change)::BIGINT AS house_gain,
        coalesce(sum(amount) FILTER (why IN ('pot_won', 'pot_house', 'bard_from_pot')), 0)::BIGINT AS divided,
        coalesce(sum(amount) FILTER (why IN ('pot_won', 'bard_from_pot')), 0)::BIGINT AS to_players,
        coalesce(sum(amount) FILTER (why = 'pot_house'), 0)::BIGINT AS to_house
    FROM hand_of_the_hanataz.silvs GROUP BY ALL
),
counted AS (
    SELECT e.match, o.hand,
        count(*) FILTER (e.what = 'turn') AS turns,
        count(*) FILTER (e.what = 'control') AS controls,
        count(*) FILTER (e.what = 'nubbed') AS nubbed_out,
        count(*) FILTER (e.what = 'put out') AS put_out,
        count(*) FILTER (e.what = 'face') AS face_cards
    FROM (
        SELECT match, step, 'turn' AS what FROM hand_of_the_hanataz.turn_began
        UNION ALL
        SELECT match, step, 'control' FROM hand_of_the_hanataz.control_taken
        UNION ALL
        SELECT match, step, 'nubbed' FROM hand_of_the_hanataz.player_nubbed_out
        UNION ALL
        SELECT match, step, 'put out' FROM hand_of_the_hanataz.player_put_out
        UNION ALL
        SELECT match, step, 'face' FROM hand_of_the_hanataz.face_played
    ) AS e
    ASOF JOIN opened AS o ON o.match = e.match AND e.step >= o.step
    GROUP BY ALL
),
changes AS (
    SELECT match, step, -1 AS change FROM hand_of_the_hanataz.player_put_out
    UNION ALL
    SELECT match, step, 1 FROM hand_of_the_hanataz.bought_in WHERE back
),
gone AS (
    SELECT o.match, o.hand, sum(c.change)::BIGINT AS change
    FROM opened AS o JOIN changes AS c ON c.match = o.match AND c.step < o.step
    GROUP BY ALL
),
ended AS (
    SELECT match, hand, cause, pot_left FROM hand_of_the_hanataz.hand_ended
)
SELECT
    o.match,
    o.hand,
    o.step,
    o.version,
    o.starter AS starter_seat,
    s.player AS starter,
    m.seats + coalesce(g.change, 0) AS players,
    o.price,
    coalesce(c.turns, 0) AS turns,
    coalesce(c.controls, 0) AS controls,
    coalesce(c.face_cards, 0) AS face_cards,
    coalesce(c.nubbed_out, 0) AS nubbed_out,
    coalesce(c.put_out, 0) AS put_out,
    e.cause,
    coalesce(v.paid_in, 0) AS paid_in,
    coalesce(v.divided, 0) + e.pot_left AS pot,
    if(e.cause IS NULL, NULL, coalesce(v.to_players, 0)) AS to_players,
    if(e.cause IS NULL, NULL, coalesce(v.to_house, 0)) AS to_house,
    e.pot_left,
    coalesce(v.house_gain, 0) AS house_gain,
    sum(coalesce(v.house_gain, 0)) OVER (PARTITION BY o.match ORDER BY o.hand)::BIGINT AS house_total
FROM opened AS o
JOIN matches AS m ON m.match = o.match
JOIN seats AS s ON s.match = o.match AND s.seat = o.starter
LEFT JOIN counted AS c ON c.match = o.match AND c.hand = o.hand
LEFT JOIN gone AS g ON g.match = o.match AND g.hand = o.hand
LEFT JOIN moved AS v ON v.match = o.match AND v.hand = o.hand
LEFT JOIN ended AS e ON e.match = o.match AND e.hand = o.hand
