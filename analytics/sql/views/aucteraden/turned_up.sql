-- One row per card that was turned up, with what became of it.
-- `fate`: bought, pushed (out of the market by a card of its suit), swept (by the Excuse; the Excuse itself too),
-- discarded (by the player with the whole market), or market (it still lay there, or lies there).
WITH thinned AS (
    SELECT match, unnest(discarded) AS card FROM aucteraden.market_thinned
),
swept AS (
    SELECT match, unnest(discarded) AS card FROM aucteraden.excuse_swept
),
thrown AS (
    SELECT match, unnest(cards) AS card FROM aucteraden.market_discarded
),
fates AS (
    SELECT match, card, 'bought' AS fate FROM aucteraden.card_bought
    UNION ALL SELECT match, card, 'pushed' FROM thinned
    UNION ALL SELECT match, card, 'swept' FROM swept
    UNION ALL SELECT match, card, 'discarded' FROM thrown
)
SELECT t.match, t.version, t.nr, t.step, t.card, known.name, t.pile_left, coalesce(fates.fate, 'market') AS fate
FROM aucteraden.card_turned_up AS t
LEFT JOIN fates USING (match, card)
LEFT JOIN cards AS known ON known.deck = 'decktet' AND known.code = t.card
