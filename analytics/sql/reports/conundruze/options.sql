-- title: What options change
-- about: One row per set of options: games that were played to their end, how long they took, what castles scored and
-- how many games a match has.
-- `match_score` is the mean over matches of the average score of their castles, `match_score_spread` their standard deviation (of a
-- sample); between `match_score_from` and `match_score_to` the true mean lies nineteen times of twenty, and
-- `match_score_differs_p` is the p-value of Welch's t test against the matches with all other options. How even
-- seats are for each number of players is in the report `variants`.
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
),
found AS (
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
),
each_match AS (
    SELECT start.powers, start.gatehouse, start.full_court, start.betting, g.match,
        sum(s.score) / nullif(sum(s.castles), 0) AS value
    FROM conundruze.games AS g
    JOIN chosen USING (match)
    JOIN conundruze.match_started AS start USING (match)
    JOIN scores AS s ON s.match = g.match AND s.game_number = g.game_number
    WHERE g.ended_by IS NOT NULL
    GROUP BY ALL
),
tested AS (
    SELECT
        powers, gatehouse, full_court, betting,
        count(value) AS n,
        avg(value) AS mean,
        coalesce(var_samp(value), 0) AS variance,
        sum(count(value)) OVER () AS all_n,
        sum(sum(value)) OVER () AS all_total,
        sum(sum(value * value)) OVER () AS all_squares
    FROM each_match
    GROUP BY powers, gatehouse, full_court, betting
)
SELECT
    f.*,
    round(t.mean, 2) AS match_score,
    CASE WHEN t.n > 1 THEN round(sqrt(t.variance), 2) END AS match_score_spread,
    round(mean_from(t.mean, t.variance, t.n), 2) AS match_score_from,
    round(mean_to(t.mean, t.variance, t.n), 2) AS match_score_to,
    round(rest_p(t.mean, t.variance, t.n, t.all_n, t.all_total, t.all_squares), 3) AS match_score_differs_p
FROM found AS f
JOIN tested AS t USING (powers, gatehouse, full_court, betting)
ORDER BY f.powers, f.gatehouse, f.full_court, f.betting
