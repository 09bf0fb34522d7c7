-- One row per card that was put forward in a round that was judged.
-- `position` is 1 for the leader's card; `value` is 1 for an Ace to 13 for a King; `follows` says whether it has the
-- suit that the leader called, `in_prime` whether that of the prime factor. `points` are what it won for its owner.
WITH put AS (
    SELECT match, round, generate_subscripts(plays, 1) AS position, unnest(plays) AS play
    FROM last_years_magic.cards_revealed
)
SELECT
    put.match,
    put.round,
    put.position,
    put.play.seat AS seat,
    s.player,
    put.play.card AS card,
    known.name,
    known.rank,
    list_position(['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'], known.rank) AS value,
    known.suits[1] AS suit,
    r.suit_called,
    known.suits[1] = r.suit_called AS follows,
    r.cards,
    r.kind,
    coalesce(known.suits[1] = r.prime, false) AS in_prime,
    coalesce(put.play.seat = r.winner_seat, false) AS won,
    if(put.play.seat = r.winner_seat, r.points, 0) AS points
FROM put
JOIN last_years_magic.rounds AS r ON r.match = put.match AND r.round = put.round
JOIN seats AS s ON s.match = put.match AND s.seat = put.play.seat
LEFT JOIN cards AS known ON known.deck = 'french' AND known.code = put.play.card
