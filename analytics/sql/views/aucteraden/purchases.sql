-- One row per card that was bought: where it lay in the market, what it cost, where it was laid, and whether it served.
-- `purchase` counts from 1 to 16. `x` and `y` are cells as they were named, `column` and `row` count from 1 in the
-- final square from its left and upper edge (NULL until the match is over). `chains` is the number of chains that
-- counted with it, `points` its share of their points (of a chain each card has the same share).
WITH bought AS (
    SELECT match, step, version, card, slot, price, row_number() OVER (PARTITION BY match ORDER BY step) AS purchase
    FROM aucteraden.card_bought
),
paid AS (
    SELECT match, step, suit FROM aucteraden.chips_spent
),
placed AS (
    SELECT match, card, x, y FROM aucteraden.card_placed
),
edges AS (
    SELECT p.match, min(p.x) AS left_edge, min(p.y) AS upper_edge
    FROM placed AS p JOIN aucteraden.match_ended AS e ON e.match = p.match
    GROUP BY ALL
),
served AS (
    SELECT match, card, count(*) AS chains, sum(share) AS points
    FROM (
        SELECT match, unnest(chain).card AS card, CAST(total / nullif(length, 0) AS DECIMAL(12, 4)) AS share
        FROM aucteraden.suit_scored
    )
    GROUP BY ALL
)
SELECT
    bought.match,
    s.player,
    bought.purchase,
    bought.step,
    bought.version,
    bought.card,
    known.name,
    bought.slot,
    bought.price,
    paid.suit AS paid_in,
    placed.x,
    placed.y,
    placed.x - edges.left_edge + 1 AS "column",
    placed.y - edges.upper_edge + 1 AS "row",
    if(edges.match IS NULL, NULL, coalesce(served.chains, 0)) AS chains,
    if(edges.match IS NULL, NULL, coalesce(served.points, 0)) AS points
FROM bought
JOIN seats AS s USING (match)
LEFT JOIN paid ON paid.match = bought.match AND paid.step = bought.step
LEFT JOIN placed ON placed.match = bought.match AND placed.card = bought.card
LEFT JOIN edges ON edges.match = bought.match
LEFT JOIN served ON served.match = bought.match AND served.card = bought.card
LEFT JOIN cards AS known ON known.deck = 'decktet' AND known.code = bought.card
