-- title: What options change
-- about: One row per set of options: games that were played to their end, how long they took, what castles scored and
-- how many games a match has. How far that is chance, and how even seats
-- are, is in the report `variants`.
-- counts: games that were played to their end; `games_per_match` is of finished matches, and scores leave out
-- castles that were not scored.
-- apart: powers gatehouse full_court betting
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param players: INTEGER = NULL -- Only matches of so many players.
-- param fewest: INTEGER = 1 -- Leave out options with fewer games than this.
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'conundruze' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
        AND ($players IS NULL OR seats = $players)
),
scores AS (
    SELECT match, game_number, sum(score) AS score, count(score) AS castles, count(full_court) AS judged,
        count(*) FILTER (full_court) AS full_courts
    FROM conundruze.castles GROUP BY ALL
),
lengths AS (
    SELECT match, count(*) AS games FROM conundruze.games GROUP BY ALL
)
SELECT
    start.powers,
    start.gatehouse,
    start.full_court,
    start.betting,
    count(DISTINCT g.match) AS matches,
    count(*) AS games,
    round(avg(l.games) FILTER (chosen.over AND g.game_number = 1), 2) AS games_per_match,
    round(avg(g.rounds), 2) AS average_rounds,
    round(sum(s.score) / nullif(sum(s.castles), 0), 2) AS average_score,
    round(100 * sum(s.full_courts) / nullif(sum(s.judged), 0), 1) AS full_court_percent,
    round(100 * count(*) FILTER (g.ended_by = 'ducked') / count(*), 1) AS ended_by_ducking_percent,
    round(100 * count(*) FILTER (g.finisher_won) / nullif(count(g.finisher_seat), 0), 1) AS finisher_won_percent
FROM conundruze.games AS g
JOIN chosen USING (match)
JOIN conundruze.match_started AS start USING (match)
LEFT JOIN scores AS s ON s.match = g.match AND s.game_number = g.game_number
LEFT JOIN lengths AS l ON l.match = g.match
WHERE g.ended_by IS NOT NULL
GROUP BY ALL
HAVING count(*) >= $fewest
ORDER BY start.powers, start.gatehouse, start.full_court, start.betting
