-- One row per movement of silvs.
-- `giver` and `receiver` are players, or pot, house, bank, bard:1, bard:2 (their seats are NULL then). `hand` is the
-- one that was opened last. The changes say what the movement adds to the pot and to the house.
WITH opened AS (
    SELECT match, step, hand FROM hand_of_the_hanataz.hand_opened
)
SELECT
    m.match,
    o.hand,
    m.step,
    m.version,
    m.nr,
    m.why,
    m.giver.seat AS giver_seat,
    coalesce(giving.player, m.giver.word) AS giver,
    m.receiver.seat AS receiver_seat,
    coalesce(receiving.player, m.receiver.word) AS receiver,
    m.amount,
    m.amount * ((m.receiver.word IS NOT DISTINCT FROM 'pot')::INTEGER
        - (m.giver.word IS NOT DISTINCT FROM 'pot')::INTEGER) AS pot_change,
    m.amount * ((m.receiver.word IS NOT DISTINCT FROM 'house')::INTEGER
        - (m.giver.word IS NOT DISTINCT FROM 'house')::INTEGER) AS house_change
FROM hand_of_the_hanataz.silvs_moved AS m
ASOF JOIN opened AS o ON o.match = m.match AND m.step >= o.step
LEFT JOIN seats AS giving ON giving.match = m.match AND giving.seat = m.giver.seat
LEFT JOIN seats AS receiving ON receiving.match = m.match AND receiving.seat = m.receiver.seat
