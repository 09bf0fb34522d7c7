-- One row per player of each finished match that is played for chips or silvs: what it brought, and all till then.
-- `total` adds up the player's matches of the game in the order of `chronology`.
SELECT
    p.match,
    p.game,
    p.seat,
    p.player,
    c.day,
    row_number() OVER same_player AS match_number,
    w.net,
    CAST(sum(w.net) OVER same_player AS BIGINT) AS total
FROM own_winnings AS w
JOIN participations AS p ON p.match = w.match AND p.seat = w.seat
JOIN chronology AS c ON c.match = w.match
WINDOW same_player AS (PARTITION BY p.game, p.player ORDER BY c.number)
