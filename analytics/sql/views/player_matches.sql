-- One row per player of each match, with all that is known of it: for questions that need one table.
-- `ending` is why the game says it ended, where it says so; ratings are those over all games.
SELECT
    p.match,
    p.game,
    p.seat,
    p.player,
    p.bot,
    p.seats,
    p.event,
    p.round,
    p.at_table,
    p.day,
    p.started_at,
    m.status,
    e.ending,
    l.steps,
    l.minutes,
    (p.seat - l.starting_seat + p.seats) % p.seats + 1 AS position,
    p.score,
    p.unknown,
    p.won,
    p.place,
    p.even,
    w.net,
    r.rating_before,
    r.rating AS rating_after,
    s.options
FROM participations AS p
JOIN matches AS m ON m.match = p.match
JOIN starts AS s ON s.match = p.match
JOIN match_lengths AS l ON l.match = p.match
LEFT JOIN own_endings AS e ON e.match = p.match
LEFT JOIN own_winnings AS w ON w.match = p.match AND w.seat = p.seat
LEFT JOIN rating_history AS r ON r.match = p.match AND r.seat = p.seat AND r.game = 'all games'
