-- One row per player of a match: the bidding cards that the player was dealt, and what came of them.
-- `suns` is what they add up to at the start; `began` says whether the player led the first turn of the match;
-- `score`, `won` and `even` (as in `participations`, after all rulings) are NULL while the match is not over.
WITH worth AS (
    SELECT code, CASE WHEN rank BETWEEN '1' AND '9' THEN rank::BIGINT
        WHEN code = 'PMSL' THEN 10 WHEN code = 'PSVK' THEN 11 WHEN code = 'TSLK' THEN 12 WHEN code = 'NS' THEN 13
    END AS suns
    FROM cards WHERE deck = 'decktet' AND list_contains(suits, 'S')
),
dealt AS (
    SELECT d.match, s.seat, s.player, unnest(d.stacks[s.seat]) AS card
    FROM sun_bid.stacks_dealt AS d JOIN seats AS s USING (match)
),
summed AS (
    SELECT dealt.match, dealt.seat, dealt.player,
        list(dealt.card ORDER BY worth.suns DESC) AS stack,
        sum(if(start.equal_pawns, least(worth.suns, 10), worth.suns))::BIGINT AS suns
    FROM dealt
    JOIN worth ON worth.code = dealt.card
    JOIN sun_bid.match_started AS start ON start.match = dealt.match
    GROUP BY ALL
)
SELECT summed.match, summed.seat, summed.player, summed.stack, summed.suns, first_round.lead = summed.seat AS began,
    p.score, p.won, p.even
FROM summed
LEFT JOIN sun_bid.round_started AS first_round
    ON first_round.match = summed.match AND first_round.round = 1
LEFT JOIN participations AS p ON p.match = summed.match AND p.seat = summed.seat
