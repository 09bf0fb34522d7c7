-- One row per place and match: one under each Ace (`suit` is its suit) and one under the Excuse (`suit` is NULL).
-- `seat` has the place in front of it, NULL for the edge of the table; `worth` is NULL where the card is not known.
WITH revealed AS (
    SELECT match, place, card FROM sorcerous_futures.valuation_revealed
),
known AS (
    SELECT placed.match, placed.place, placed.seat,
        coalesce(nullif(revealed.card, '??'), nullif(placed.card, '??')) AS card
    FROM sorcerous_futures.valuation_placed AS placed LEFT JOIN revealed USING (match, place)
)
SELECT known.match, known.place, ace.suits[1] AS suit, known.seat, s.player, known.card,
    CASE WHEN valuation.rank = 'P' THEN 1 ELSE TRY_CAST(valuation.rank AS BIGINT) END AS worth
FROM known
LEFT JOIN seats AS s USING (match, seat)
LEFT JOIN cards AS ace ON ace.deck = 'decktet' AND ace.code = known.place
LEFT JOIN cards AS valuation ON valuation.deck = 'decktet' AND valuation.code = known.card
