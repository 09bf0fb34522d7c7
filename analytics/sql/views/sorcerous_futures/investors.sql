-- One row per player of a match: what lies in front of the player, the Crown, and what it all came to at the end.
-- `role` is excuse for the player who has the Excuse, else aces; `first` for the one who offered first. `crown_suit` is
-- NULL where the Crown is not known. `gold`, `cards`, `crown_bonus` and their sum `score` are NULL until the end, and
-- where cards that nobody saw leave them open; `front` breaks ties. `won` is after all rulings, these points before.
WITH crowns AS (
    SELECT match, seat, crown FROM sorcerous_futures.crown_kept
    UNION ALL
    SELECT match, receiver, crown FROM sorcerous_futures.crown_given
    UNION ALL
    SELECT match, seat, crown FROM sorcerous_futures.crown_revealed
),
known AS (
    SELECT match, seat, any_value(crown) AS crown FROM crowns WHERE crown <> '??' GROUP BY ALL
)
SELECT
    s.match,
    s.seat,
    s.player,
    if(excuse.seat = s.seat, 'excuse', 'aces') AS role,
    dealt.aces[s.seat] AS aces,
    list_contains(dealt.aces[s.seat], '1S') AS first,
    known.crown,
    card.suits[1] AS crown_suit,
    scored.gold,
    scored.cards,
    scored.crown AS crown_bonus,
    scored.score,
    scored.front,
    r.final_won AS won
FROM sorcerous_futures.aces_dealt AS dealt
JOIN seats AS s USING (match)
LEFT JOIN sorcerous_futures.excuse_placed AS excuse ON excuse.match = s.match
LEFT JOIN known ON known.match = s.match AND known.seat = s.seat
LEFT JOIN cards AS card ON card.deck = 'decktet' AND card.code = known.crown
LEFT JOIN sorcerous_futures.seat_scored AS scored
    ON scored.match = s.match AND scored.seat = s.seat
LEFT JOIN results AS r ON r.match = s.match AND r.seat = s.seat
