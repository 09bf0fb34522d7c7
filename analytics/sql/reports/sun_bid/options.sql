-- title: What the options change
-- about: One row per number of players and combination of options of finished matches: how long they take, how much is
-- scored, and how close they end (the winner's lead over the next).
-- `match_score` is the mean over matches of their average score, `match_score_spread` their standard deviation (of a
-- sample); between `match_score_from` and `match_score_to` the true mean lies nineteen times of twenty, and
-- `match_score_differs_p` is the p-value of Welch's t test against the matches of as many players
-- with all other options. How even seats are is in the report `variants`.
-- counts: finished matches and their scores after all rulings; leaves out of the lead matches in which the winners'
-- scores are not the highest.
-- apart: seats two_player_stacks equal_pawns sequence_points
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sun-bid' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
ends AS (
    SELECT match, sum(score) AS score, count(*) AS scores, max(score) AS best
    FROM participations WHERE score IS NOT NULL GROUP BY match
),
found AS (
    SELECT
        chosen.seats AS players,
        start.two_player_stacks,
        start.equal_pawns,
        start.sequence_points,
        count(*) AS matches,
        round(avg(chosen.steps), 2) AS average_steps,
        round(sum(ends.score) / sum(ends.scores), 2) AS average_score,
        round(avg(ends.best), 2) AS average_best_score,
        round(avg(leads.lead), 2) AS average_lead
    FROM chosen
    JOIN sun_bid.match_started AS start USING (match)
    JOIN ends USING (match)
    LEFT JOIN leads USING (match)
    GROUP BY ALL
),
each_match AS (
    SELECT
        chosen.seats AS players,
        start.two_player_stacks,
        start.equal_pawns,
        start.sequence_points,
        chosen.match,
        ends.score / ends.scores AS value
    FROM chosen
    JOIN sun_bid.match_started AS start USING (match)
    JOIN ends USING (match)
),
tested AS (
    SELECT
        players, two_player_stacks, equal_pawns, sequence_points,
        count(value) AS n,
        avg(value) AS mean,
        coalesce(var_samp(value), 0) AS variance,
        sum(count(value)) OVER (PARTITION BY players) AS all_n,
        sum(sum(value)) OVER (PARTITION BY players) AS all_total,
        sum(sum(value * value)) OVER (PARTITION BY players) AS all_squares
    FROM each_match
    GROUP BY players, two_player_stacks, equal_pawns, sequence_points
)
SELECT
    f.*,
    round(t.mean, 2) AS match_score,
    CASE WHEN t.n > 1 THEN round(sqrt(t.variance), 2) END AS match_score_spread,
    round(mean_from(t.mean, t.variance, t.n), 2) AS match_score_from,
    round(mean_to(t.mean, t.variance, t.n), 2) AS match_score_to,
    round(rest_p(t.mean, t.variance, t.n, t.all_n, t.all_total, t.all_squares), 3) AS match_score_differs_p
FROM found AS f
JOIN tested AS t USING (players, two_player_stacks, equal_pawns, sequence_points)
ORDER BY f.players, f.two_player_stacks DESC, f.equal_pawns, f.sequence_points
