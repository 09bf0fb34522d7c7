-- One row per player of each match: the match, the player, and how it ended for them, after all rulings.
-- `day` is the day it was played on where that is written down, else that of its start; `even` is the chance to be
-- among the winners if all players were alike; score, won, place and even are NULL before the end, and where cards
-- that nobody saw leave them open; in games for one player nobody has a place.
SELECT
    m.match,
    m.game,
    s.seat,
    s.player,
    s.bot,
    m.seats,
    m.over,
    r.final_score AS score,
    coalesce(r.unknown, false) AS unknown,
    r.final_won AS won,
    p.place,
    count(*) FILTER (r.final_won) OVER (PARTITION BY m.match) / m.seats
    + CASE WHEN r.final_won IS NOT NULL THEN 0 END AS even,
    m.event,
    m.round,
    m.at_table,
    coalesce(m.played_on, CAST(m.started_at AS DATE)) AS day,
    m.started_at
FROM matches AS m
JOIN seats AS s ON s.match = m.match
LEFT JOIN results AS r ON r.match = s.match AND r.seat = s.seat
LEFT JOIN placings AS p ON p.match = s.match AND p.seat = s.seat
