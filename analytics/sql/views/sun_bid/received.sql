-- One row per card that a player got: dealt, won at an auction (or gained for the bid), or fetched.
SELECT match, step, nr, generate_subscripts(stack, 1) AS place, seat, unnest(stack) AS card, 'dealt' AS how
FROM (
    SELECT match, step, nr, unnest(stacks) AS stack, generate_subscripts(stacks, 1) AS seat FROM sun_bid.stacks_dealt
)
UNION ALL
SELECT match, step, nr, generate_subscripts(taken, 1) AS place, seat AS seat, unnest(taken) AS card, 'won' AS how
FROM sun_bid.auction_won
UNION ALL
SELECT match, step, nr, 0, seat, gained, 'gained' FROM sun_bid.auction_won
UNION ALL
SELECT match, step, nr, 1 AS place, seat AS seat, target AS card, 'fetched' AS how FROM sun_bid.card_fetched
