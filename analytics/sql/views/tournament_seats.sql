-- One row per player at each table and in each bye of all tournaments, with what came of it and what that is worth.
-- A match that says it belongs to a tournament but counts for none of its tables is there too, and so are those of an
-- event that was not organised here: they have the round and the table that they say, and no points.
WITH begun AS (
    SELECT tournament, round, bool_or(stage <> 'seated') AS begun
    FROM seatings
    GROUP BY tournament, round
),
days AS (
    SELECT DISTINCT match, day
    FROM participations
),
named AS (
    SELECT lower(name) AS name, any_value(tournament) AS tournament
    FROM tournaments
    GROUP BY lower(name)
)
SELECT
    t.name AS event,
    t.tournament,
    CAST(s.round AS VARCHAR) AS round,
    CAST(s.at_table AS VARCHAR) AS at_table,
    s.game,
    d.day,
    s.stage,
    true AS counts,
    s.match,
    s.seat,
    s.player,
    s.score,
    s.unknown,
    s.won,
    s.place,
    s.points
FROM seatings AS s
JOIN tournaments AS t ON t.tournament = s.tournament
LEFT JOIN days AS d ON d.match = s.match
UNION ALL
SELECT
    t.name,
    t.tournament,
    CAST(b.round AS VARCHAR),
    'bye',
    NULL,
    NULL,
    'bye',
    true,
    NULL,
    NULL,
    b.player,
    NULL,
    false,
    NULL,
    NULL,
    CASE WHEN g.begun THEN t.bye END
FROM byes AS b
JOIN tournaments AS t ON t.tournament = b.tournament
JOIN begun AS g ON g.tournament = b.tournament AND g.round = b.round
UNION ALL
SELECT
    p.event,
    n.tournament,
    p.round,
    p.at_table,
    p.game,
    p.day,
    m.status,
    CASE WHEN n.tournament IS NOT NULL THEN false END,
    p.match,
    p.seat,
    p.player,
    p.score,
    p.unknown,
    p.won,
    p.place,
    NULL
FROM participations AS p
JOIN matches AS m ON m.match = p.match
LEFT JOIN named AS n ON n.name = lower(p.event)
WHERE p.event <> '' AND p.match NOT IN (SELECT match FROM seatings WHERE match IS NOT NULL)
