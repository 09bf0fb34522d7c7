-- One row per auction that was settled.
-- `step` is the step that opened it, `settled` the one that ended it. `caller` is the seat that called it, or that
-- turned up the card that filled the pool. Where nobody bid, `sold` is false and the columns about the winner are NULL.
-- `card` won it and went to the centre for `gained`; `suns_gained` is the difference between the two. `lost_to_aces`
-- counts the cards of the take that Aces of this pool cost; `points` is what the pool's cards had scored when the round
-- was over (NULL before that, and where nobody bid).
WITH opened AS (
    SELECT match, step, version, kind, lead, bidders, pool FROM sun_bid.auction_opened
),
began AS (
    SELECT match, step, round FROM sun_bid.round_started
),
outcomes AS (
    SELECT match, step, seat, card, gained, 1 + len(returned) AS bids
    FROM sun_bid.auction_won
    UNION ALL
    SELECT match, step, NULL, NULL, NULL, 0
    FROM sun_bid.pool_discarded WHERE reason = 'no_bid'
),
settled AS (
    SELECT outcomes.*, opened.step AS opened, opened.version, opened.kind, opened.lead, opened.bidders, opened.pool
    FROM outcomes ASOF JOIN opened ON outcomes.match = opened.match AND outcomes.step > opened.step
),
losses AS (
    SELECT won.match, won.step, sum(if(lost.companion IS NULL, 1, 2)) AS cards
    FROM sun_bid.ace_discarded AS lost ASOF JOIN (
        SELECT match, step FROM sun_bid.auction_won
    ) AS won ON lost.match = won.match AND lost.step >= won.step
    GROUP BY ALL
),
worths AS (
    SELECT match, step, sum(points) AS points
    FROM sun_bid.takes WHERE came_by = 'auction' GROUP BY ALL
),
ranked AS (
    SELECT code, CASE WHEN rank BETWEEN '1' AND '9' THEN rank::BIGINT
        WHEN code = 'PMSL' THEN 10 WHEN code = 'PSVK' THEN 11 WHEN code = 'TSLK' THEN 12 WHEN code = 'NS' THEN 13
    END AS suns
    FROM cards WHERE deck = 'decktet' AND list_contains(suits, 'S')
)
SELECT
    a.match,
    began.round,
    row_number() OVER (PARTITION BY a.match, began.round ORDER BY a.opened) AS auction,
    a.opened AS step,
    a.version,
    a.step AS settled,
    a.kind,
    a.lead AS caller_seat,
    caller.player AS caller,
    len(a.bidders) AS bidders,
    a.bids,
    a.pool,
    len(a.pool) AS pool_size,
    a.seat IS NOT NULL AS sold,
    a.seat AS winner_seat,
    winner.player AS winner,
    a.card,
    a.gained,
    if(a.seat IS NULL, NULL, least(gained.suns, most.suns) - least(bid.suns, most.suns)) AS suns_gained,
    if(a.seat IS NULL, NULL, coalesce(losses.cards, 0)::BIGINT) AS lost_to_aces,
    CASE WHEN a.seat IS NOT NULL AND scored.match IS NOT NULL THEN coalesce(worths.points, 0)::BIGINT END AS points
FROM settled AS a
ASOF JOIN began ON a.match = began.match AND a.opened > began.step
JOIN seats AS caller ON caller.match = a.match AND caller.seat = a.lead
LEFT JOIN seats AS winner ON winner.match = a.match AND winner.seat = a.seat
LEFT JOIN losses ON losses.match = a.match AND losses.step = a.step
LEFT JOIN worths ON worths.match = a.match AND worths.step = a.step
LEFT JOIN sun_bid.round_scored AS scored ON scored.match = a.match AND scored.round = began.round
LEFT JOIN ranked AS gained ON gained.code = a.gained
LEFT JOIN ranked AS bid ON bid.code = a.card
LEFT JOIN (
    SELECT match, if(equal_pawns, 10, 13) AS suns FROM sun_bid.match_started
) AS most ON most.match = a.match
