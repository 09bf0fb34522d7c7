-- One row per player, game and round of a tournament, and one over all games: the rating before and after the round.
-- Whose match of a round counts for ratings has those from before and after it; everybody else, such as who had a bye,
-- has the rating that they had come to by then. What they played elsewhere between two rounds lies between these rows.
WITH rated AS (
    SELECT
        s.tournament,
        s.round,
        s.player,
        h.game,
        h.of_all,
        h.rating_before,
        h.rating
    FROM seatings AS s
    JOIN rating_history AS h ON h.match = s.match AND h.seat = s.seat
),
own AS (
    SELECT
        tournament,
        round,
        player,
        game,
        count(*) AS matches,
        arg_min(rating_before, of_all) AS rating_before,
        arg_max(rating, of_all) AS rating
    FROM rated
    GROUP BY tournament, round, player, game
),
played AS (
    SELECT DISTINCT tournament, round, unnest([game, 'all games']) AS game
    FROM seatings
),
begun AS (
    SELECT
        t.tournament,
        coalesce(
            min(d.of_all) - 1,
            (SELECT max(h.of_all) FROM rating_history AS h WHERE h.day <= CAST(t.opened_at AS DATE)),
            0
        ) AS of_all
    FROM tournaments AS t
    LEFT JOIN rated AS d ON d.tournament = t.tournament
    GROUP BY t.tournament, t.opened_at
),
ends AS (
    SELECT r.tournament, r.round, coalesce(max(d.of_all), any_value(b.of_all)) AS of_all
    FROM (SELECT DISTINCT tournament, round FROM seatings) AS r
    JOIN begun AS b ON b.tournament = r.tournament
    LEFT JOIN rated AS d ON d.tournament = r.tournament AND d.round <= r.round
    GROUP BY r.tournament, r.round
),
asked AS (
    SELECT
        s.tournament,
        g.round,
        g.game,
        s.player,
        lower(s.player) AS name,
        e.of_all
    FROM standings AS s
    JOIN played AS g ON g.tournament = s.tournament AND g.round = s.after_round
    JOIN ends AS e ON e.tournament = g.tournament AND e.round = g.round
),
known AS (
    SELECT game, lower(player) AS name, of_all, rating
    FROM rating_history
)
SELECT
    a.tournament,
    a.round,
    a.game,
    a.player,
    coalesce(o.matches, 0) AS matches,
    coalesce(o.rating_before, k.rating, 0) AS rating_before,
    coalesce(o.rating, k.rating, 0) AS rating_after,
    coalesce(o.rating - o.rating_before, 0) AS change
FROM asked AS a
ASOF LEFT JOIN known AS k ON k.game = a.game AND k.name = a.name AND a.of_all >= k.of_all
LEFT JOIN own AS o ON o.tournament = a.tournament AND o.round = a.round AND o.player = a.player AND o.game = a.game
