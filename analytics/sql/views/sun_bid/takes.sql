-- One row per card that came into a take, with what became of it.
-- `step` is the step in which it came, `came_by` an auction or a play, `bid` the bidding card that won the auction.
-- `fate`: kept (to the end of the round), ace (discarded as an Ace that was won), companion (discarded with an Ace),
-- played (a Pawn or Court used up), open (the round has not ended). Points are those that the kept card scored itself:
-- a Pawn or Court 3, one of x of a kind 2, one in a sequence 1 (or 1 for each suit). Of two copies the older one goes.
WITH began AS (
    SELECT match, step, round FROM sun_bid.round_started
),
came AS (
    SELECT match, step, version, seat, 'auction' AS came_by, card AS bid, unnest(taken) AS card,
        generate_subscripts(taken, 1) AS position
    FROM sun_bid.auction_won
    UNION ALL
    SELECT match, step, version, seat, 'play', NULL, target, 1 FROM sun_bid.card_fetched
),
went AS (
    SELECT match, step, nr, seat, ace AS card, 'ace' AS fate FROM sun_bid.ace_discarded
    UNION ALL
    SELECT match, step, nr, seat, companion, 'companion' FROM sun_bid.ace_discarded
    WHERE companion IS NOT NULL
    UNION ALL
    SELECT match, step, nr, seat, played, 'played' FROM sun_bid.card_fetched
),
numbered_came AS (
    SELECT came.*, began.round,
        row_number() OVER (
            PARTITION BY came.match, began.round, came.seat, came.card ORDER BY came.step, came.position
        ) AS copy
    FROM came ASOF JOIN began ON came.match = began.match AND came.step > began.step
),
numbered_went AS (
    SELECT went.*, began.round,
        row_number() OVER (
            PARTITION BY went.match, began.round, went.seat, went.card ORDER BY went.step, went.nr, went.fate
        ) AS copy
    FROM went ASOF JOIN began ON went.match = began.match AND went.step > began.step
),
fates AS (
    SELECT c.*, scored.scores[c.seat].crown_values AS crown_values, start.sequence_points = 'per_suit' AS per_suit,
        coalesce(w.fate, if(scored.match IS NULL, 'open', 'kept')) AS fate
    FROM numbered_came AS c
    LEFT JOIN numbered_went AS w USING (match, round, seat, card, copy)
    LEFT JOIN sun_bid.round_scored AS scored
        ON scored.match = c.match AND scored.round = c.round
    LEFT JOIN sun_bid.match_started AS start ON start.match = c.match
),
kept AS (
    SELECT f.match, f.round, f.seat, f.card, f.copy, f.per_suit, known.rank, known.suits,
        CASE WHEN known.rank BETWEEN '1' AND '9' THEN known.rank::BIGINT
            WHEN known.rank = 'N' THEN list_extract(
                list_filter(f.crown_values, lambda one: one.crown = f.card), f.copy - removed
            ).value
        END AS value
    FROM (
        SELECT *, min(copy) OVER (PARTITION BY match, round, seat, card) - 1 AS removed FROM fates WHERE fate = 'kept'
    ) AS f
    JOIN cards AS known ON known.deck = 'decktet' AND known.code = f.card
),
in_suits AS (
    SELECT *, unnest(suits) AS suit FROM kept WHERE value IS NOT NULL
),
stretches AS (
    SELECT *, value - dense_rank() OVER (PARTITION BY match, round, seat, suit ORDER BY value) AS stretch
    FROM in_suits
),
in_sequence AS (
    SELECT match, round, seat, card, copy, per_suit,
        min(value) OVER whole < max(value) OVER whole AND bool_or(rank <> 'N') OVER whole AS counts
    FROM stretches WINDOW whole AS (PARTITION BY match, round, seat, suit, stretch)
),
sequences AS (
    SELECT match, round, seat, card, copy, if(any_value(per_suit), count(*), 1) AS points
    FROM in_sequence WHERE counts GROUP BY ALL
),
scoring AS (
    SELECT k.match, k.round, k.seat, k.card, k.copy,
        if(k.rank IN ('P', 'T'), 3, 0) AS courts,
        if(k.rank IN ('2', '3', '4', '5', '6', '7', '8', '9', 'N')
            AND count(*) OVER (PARTITION BY k.match, k.round, k.seat, k.rank) > 1, 2, 0) AS kinds,
        coalesce(s.points, 0) AS sequences
    FROM kept AS k LEFT JOIN sequences AS s USING (match, round, seat, card, copy)
)
SELECT f.match, f.round, f.step, f.version, f.seat, player.player, f.card, f.copy, f.came_by, f.bid, f.fate,
    coalesce(p.courts, 0) AS court_points,
    coalesce(p.kinds, 0) AS kind_points,
    coalesce(p.sequences, 0) AS sequence_points,
    coalesce(p.courts + p.kinds + p.sequences, 0) AS points
FROM fates AS f
JOIN seats AS player USING (match, seat)
LEFT JOIN scoring AS p USING (match, round, seat, card, copy)
