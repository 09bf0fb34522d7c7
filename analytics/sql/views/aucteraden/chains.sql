-- One row per suit of a finished match: the chain that counted, and the chips of that suit.
-- `cards` is the chain in rising order; `vp` and `bonus` make `points`. Of `chips_left`, 0 and 4 cost 5 points.
WITH spent AS (
    SELECT match, suit, sum(count)::BIGINT AS chips, count(*) AS purchases
    FROM aucteraden.chips_spent GROUP BY ALL
)
SELECT
    scored.match,
    s.player,
    scored.suit,
    [one.card FOR one IN scored.chain] AS cards,
    scored.length,
    scored.vp,
    scored.bonus,
    scored.total AS points,
    len([one FOR one IN scored.chain IF one.card[1] = '1']) > 0 AS with_ace,
    len([one FOR one IN scored.chain IF one.card[1] = 'N']) > 0 AS with_crown,
    4 - coalesce(spent.chips, 0) AS chips_left,
    coalesce(spent.purchases, 0) AS purchases_paid,
    if(coalesce(spent.chips, 0) IN (0, 4), -5, 0) AS chip_points
FROM aucteraden.suit_scored AS scored
JOIN seats AS s USING (match)
LEFT JOIN spent ON spent.match = scored.match AND spent.suit = scored.suit
