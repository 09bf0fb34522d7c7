-- One row per player and game: how the castle was built and what it came to.
-- `after_caster` is the place in the order of play, 1 being the caster's left, and the caster last. `sealed_in` is the
-- seat's own turn in which the castle was sealed. `finished` says whether it was complete first. `rows` are the four
-- rows from the top; they and `score` are NULL where the castle was not scored or the game is going on. `won` is of
-- this game, `total` what the seat has after it, `out` why it left the match by it.
WITH started AS (
    SELECT match, step, game_number, caster, dealt_in FROM conundruze.game_started
),
dealt AS (
    SELECT match, step, game_number, caster, unnest(dealt_in) AS seat, len(dealt_in) AS players,
        list_position(dealt_in, caster) AS caster_at, generate_subscripts(dealt_in, 1) AS seat_at
    FROM started
),
sealed AS (
    SELECT c.match, t.game_number, c.seat, t.own_turn
    FROM (SELECT match, step, seat FROM conundruze.castle_sealed) AS c
    ASOF JOIN conundruze.turns AS t ON t.match = c.match AND c.step > t.step
),
scored AS (
    SELECT c.match, s.game_number, c.seat, c.rows, c.full_court, c.score
    FROM conundruze.castle_scored AS c ASOF JOIN started AS s ON s.match = c.match AND c.step >= s.step
),
totals AS (
    SELECT c.match, s.game_number, c.seat, c.total
    FROM conundruze.total_changed AS c ASOF JOIN started AS s ON s.match = c.match AND c.step >= s.step
),
ducked AS (
    SELECT DISTINCT c.match, s.game_number, c.seat
    FROM conundruze.ducked AS c ASOF JOIN started AS s ON s.match = c.match AND c.step >= s.step
),
gone AS (
    SELECT c.match, s.game_number, c.seat, c.reason
    FROM conundruze.seat_out AS c ASOF JOIN started AS s ON s.match = c.match AND c.step >= s.step
)
SELECT
    d.match,
    d.game_number,
    d.seat,
    s.player,
    d.players,
    (d.seat_at - d.caster_at - 1 + d.players) % d.players + 1 AS after_caster,
    sealed.own_turn AS sealed_in,
    coalesce(g.finisher_seat = d.seat, false) AS finished,
    ducked.seat IS NOT NULL AS ducked,
    scored.rows,
    scored.full_court,
    scored.score,
    list_contains(g.winner_seats, d.seat) AS won,
    totals.total,
    gone.reason AS out
FROM dealt AS d
JOIN seats AS s USING (match, seat)
JOIN conundruze.games AS g ON g.match = d.match AND g.game_number = d.game_number
LEFT JOIN sealed ON sealed.match = d.match AND sealed.game_number = d.game_number AND sealed.seat = d.seat
LEFT JOIN scored ON scored.match = d.match AND scored.game_number = d.game_number AND scored.seat = d.seat
LEFT JOIN totals ON totals.match = d.match AND totals.game_number = d.game_number AND totals.seat = d.seat
LEFT JOIN ducked ON ducked.match = d.match AND ducked.game_number = d.game_number AND ducked.seat = d.seat
LEFT JOIN gone ON gone.match = d.match AND gone.game_number = d.game_number AND gone.seat = d.seat
