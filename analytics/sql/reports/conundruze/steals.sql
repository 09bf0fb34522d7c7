-- title: What the Fool steals
-- about: One row per rank that was stolen: how often from others and in one's own castle, and how often the thief won the
-- game. `average_thief_saved` is what the stolen card counts less than the thief's card that went, and
-- `average_victim_lost` what the Fool, 10, counts more than the stolen card, pairs apart.
-- counts: steals in all matches, also in games that are not over; `thief_won_percent` is of games that are over.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=stolen y=steals
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'conundruze' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
worth AS (
    SELECT code, rank, CASE
        WHEN rank IN ('R', 'K', 'W', 'C', 'F') THEN 10 WHEN rank = 'J' THEN -1 WHEN rank = 'D' THEN -3
        ELSE TRY_CAST(rank AS BIGINT) END AS points
    FROM cards WHERE deck = 'perilous'
)
SELECT
    stolen.rank AS stolen,
    count(*) AS steals,
    count(*) FILTER (f.victim <> f.thief) AS from_others,
    count(*) FILTER (p.source = 'discards') AS with_a_fool_from_the_discards,
    round(avg(p.removed_points - stolen.points), 2) AS average_thief_saved,
    round(avg(10 - stolen.points) FILTER (f.victim <> f.thief), 2) AS average_victim_lost,
    round(100 * avg(c.won::INTEGER), 1) AS thief_won_percent
FROM conundruze.fool_stole AS f
JOIN chosen USING (match)
JOIN conundruze.plays AS p ON p.match = f.match AND p.step = f.step
JOIN conundruze.castles AS c ON c.match = p.match AND c.game_number = p.game_number AND c.seat = p.seat
JOIN worth AS stolen ON stolen.code = f.stolen
WHERE ($player IS NULL OR lower(p.player) = lower($player))
GROUP BY stolen.rank
ORDER BY list_position(
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'R', 'K', 'W', 'C', 'D', 'J', 'F'], stolen.rank
)
