-- One row per challenge.
-- `number` and `suit` are those of the controlling card, `flipped` is NULL where no card lay face down. `result`: won,
-- beaten or fool. `pot` is what lay in it, `from_pot` what the challenger got of it, `to_house` what the house got;
-- without a house some of it may have stayed.
WITH opened AS (
    SELECT match, step, hand FROM hand_of_the_hanataz.hand_opened
),
moved AS (
    SELECT c.match, c.step,
        sum(s.amount) FILTER (s.why IN ('pot_won', 'pot_house', 'bard_from_pot')) AS pot,
        sum(s.amount) FILTER (s.why = 'pot_won' AND s.receiver_seat = c.seat) AS from_pot,
        sum(s.amount) FILTER (s.why = 'pot_house') AS to_house
    FROM hand_of_the_hanataz.challenge_decided AS c
    JOIN hand_of_the_hanataz.silvs AS s ON s.match = c.match AND s.step = c.step
    GROUP BY ALL
),
ended AS (
    SELECT match, step, pot_left FROM hand_of_the_hanataz.hand_ended
)
SELECT
    c.match,
    o.hand,
    c.step,
    c.version,
    c.seat,
    s.player,
    c.control,
    TRY_CAST(held.rank AS BIGINT) AS number,
    held.suits[1] AS suit,
    f.slot,
    c.flipped,
    flipped.rank AS flipped_rank,
    c.result,
    coalesce(m.pot, 0)::BIGINT + e.pot_left AS pot,
    coalesce(m.from_pot, 0)::BIGINT AS from_pot,
    coalesce(m.to_house, 0)::BIGINT AS to_house
FROM hand_of_the_hanataz.challenge_decided AS c
ASOF JOIN opened AS o ON o.match = c.match AND c.step >= o.step
JOIN seats AS s ON s.match = c.match AND s.seat = c.seat
JOIN ended AS e ON e.match = c.match AND e.step = c.step
LEFT JOIN cards AS held ON held.deck = 'perilous' AND held.code = c.control
LEFT JOIN cards AS flipped ON flipped.deck = 'perilous' AND flipped.code = c.flipped
LEFT JOIN hand_of_the_hanataz.slot_flipped AS f
    ON f.match = c.match AND f.step = c.step
LEFT JOIN moved AS m ON m.match = c.match AND m.step = c.step
