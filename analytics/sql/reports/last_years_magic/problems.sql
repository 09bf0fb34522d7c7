-- title: How long problems last
-- about: One row per number of players and number of rounds that were judged on a problem: how many problems took so
-- long, and how many of them were solved in the end.
-- counts: problems of finished matches.
-- apart: seats
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param players: INTEGER = NULL -- Only matches of so many players.
-- plot: bars x=rounds y=problems by=players
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'last-years-magic' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    chosen.seats AS players,
    p.rounds,
    count(*) AS problems,
    round(100 * count(*) / sum(count(*)) OVER (PARTITION BY chosen.seats), 1) AS problems_percent,
    round(100 * count(*) FILTER (p.solved) / count(*), 1) AS solved_percent,
    round(avg(p.null_rounds), 2) AS average_null_rounds,
    round(avg(p.bad_tricks), 2) AS average_bad_tricks
FROM last_years_magic.problems AS p JOIN chosen USING (match)
WHERE $players IS NULL OR chosen.seats = $players
GROUP BY chosen.seats, p.rounds
ORDER BY players, p.rounds
