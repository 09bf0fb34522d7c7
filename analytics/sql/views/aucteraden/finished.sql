-- One row per finished match: its options, the sums of the final score, and how it came about.
-- `suits`, `holes`, `chips` and `discards` add up to `total`; `cards` are those in the tableau, `forced_discards` the
-- discards of the market without which the player could not have gone on, `chips_spent` those paid of the 24.
WITH bought AS (
    SELECT match, count(*) AS cards, sum(price)::BIGINT AS chips_spent
    FROM aucteraden.card_bought GROUP BY ALL
),
thrown AS (
    SELECT match, count(*) AS times, count(*) FILTER (forced) AS forced
    FROM aucteraden.market_discarded GROUP BY ALL
)
SELECT
    e.match,
    s.player,
    start.extended,
    start.extended OR start.excuse AS with_excuse,
    start.market,
    start.must_touch,
    e.reason,
    e.grade,
    e.total,
    e.suits,
    e.holes,
    e.chips,
    e.discards,
    coalesce(bought.cards, 0) AS cards,
    coalesce(bought.chips_spent, 0) AS chips_spent,
    coalesce(thrown.times, 0) AS times_discarded,
    coalesce(thrown.forced, 0) AS forced_discards
FROM aucteraden.match_ended AS e
JOIN seats AS s USING (match)
JOIN aucteraden.match_started AS start USING (match)
LEFT JOIN bought USING (match)
LEFT JOIN thrown USING (match)
