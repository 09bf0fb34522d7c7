-- One row per bid: the opening bid and each raise of an open auction, and each sealed bid once it was revealed.
-- `auction` counts the auctions of the match, `step` is the step in which the bid became known.
WITH offers AS (
    SELECT match, step, card, format, row_number() OVER (PARTITION BY match ORDER BY step) AS auction
    FROM sorcerous_futures.card_offered
),
made AS (
    SELECT match, step, version, seat, amount, 'opening' AS kind FROM sorcerous_futures.bid_opened
    UNION ALL
    SELECT match, step, version, seat, amount, 'raise' FROM sorcerous_futures.bid_raised
    UNION ALL
    SELECT match, step, version, generate_subscripts(amounts, 1), unnest(amounts), 'sealed'
    FROM sorcerous_futures.bids_revealed
)
SELECT made.match, offers.auction, made.step, made.version, offers.card, offers.format, made.kind,
    made.seat, s.player, made.amount
FROM made
ASOF JOIN offers ON made.match = offers.match AND made.step >= offers.step
JOIN seats AS s ON s.match = made.match AND s.seat = made.seat
