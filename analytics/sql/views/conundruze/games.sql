-- One row per game (one deal) of each match.
-- `step` is the step that dealt it. `turns` counts the turns that began, `rounds` those of the seat that has had
-- the most. `finisher` is who completed a castle first, in that seat's turn number `finished_in` of this game; NULL
-- where nobody did. `ended_by`: final_round or ducked, NULL while the game is going on. `pot` is what the winners were
-- paid, with betting.
WITH started AS (
    SELECT match, step, version, game_number, caster, dealt_in FROM conundruze.game_started
),
turns AS (
    SELECT match, game_number, count(*) AS turns, max(own_turn) AS rounds,
        max(turn) FILTER (NOT final) AS turns_before_final
    FROM conundruze.turns GROUP BY ALL
),
finished AS (
    SELECT f.match, s.game_number, f.finisher, max(t.own_turn) AS own_turn
    FROM conundruze.final_round_started AS f
    ASOF JOIN started AS s ON s.match = f.match AND f.step >= s.step
    JOIN conundruze.turns AS t ON t.match = f.match AND t.game_number = s.game_number AND t.seat = f.finisher
    WHERE NOT t.final
    GROUP BY ALL
),
ended AS (
    SELECT e.match, s.game_number, e.winners, e.reason
    FROM conundruze.game_ended AS e ASOF JOIN started AS s ON s.match = e.match AND e.step >= s.step
),
paid AS (
    SELECT p.match, s.game_number, sum(p.amount)::BIGINT AS pot
    FROM conundruze.pot_shared AS p ASOF JOIN started AS s ON s.match = p.match AND p.step >= s.step
    GROUP BY ALL
)
SELECT
    s.match,
    s.game_number,
    s.step,
    s.version,
    s.caster AS caster_seat,
    caster.player AS caster,
    len(s.dealt_in) AS players,
    coalesce(t.turns, 0) AS turns,
    coalesce(t.rounds, 0) AS rounds,
    f.finisher AS finisher_seat,
    finisher.player AS finisher,
    f.own_turn AS finished_in,
    e.reason AS ended_by,
    e.winners AS winner_seats,
    list_contains(e.winners, f.finisher) AS finisher_won,
    p.pot
FROM started AS s
JOIN seats AS caster ON caster.match = s.match AND caster.seat = s.caster
LEFT JOIN turns AS t ON t.match = s.match AND t.game_number = s.game_number
LEFT JOIN finished AS f ON f.match = s.match AND f.game_number = s.game_number
LEFT JOIN seats AS finisher ON finisher.match = s.match AND finisher.seat = f.finisher
LEFT JOIN ended AS e ON e.match = s.match AND e.game_number = s.game_number
LEFT JOIN paid AS p ON p.match = s.match AND p.game_number = s.game_number
