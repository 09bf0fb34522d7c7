-- title: What the options change
-- about: One row per number of players and combination of options of finished matches: how long they take, how much is
-- scored, and how close they end (the winner's lead over the next). How far that is chance, and how even seats
-- are, is in the report `variants`.
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
)
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
ORDER BY players, start.two_player_stacks DESC, start.equal_pawns, start.sequence_points
