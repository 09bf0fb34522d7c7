-- title: Null, bad and good rounds
-- about: One row per number of players and reason why the leader led: after a premonition, a null round or a bad trick.
-- How such rounds ended, and how many points a good and a bad trick were worth.
-- counts: rounds that were judged, in all matches, also those that are not finished; a null round is worth nothing
-- in `average_points`.
-- apart: seats
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: bars x=players y=bad_percent by=why of=rounds
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'last-years-magic' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    chosen.seats AS players,
    r.why,
    count(*) AS rounds,
    round(100 * count(*) FILTER (r.kind = 'good') / count(*), 1) AS good_percent,
    round(100 * count(*) FILTER (r.kind = 'bad') / count(*), 1) AS bad_percent,
    round(100 * count(*) FILTER (r.kind = 'null') / count(*), 1) AS null_percent,
    round(avg(r.points) FILTER (r.kind = 'good'), 2) AS average_good_points,
    round(avg(r.points) FILTER (r.kind = 'bad'), 2) AS average_bad_points,
    round(avg(r.points), 2) AS average_points
FROM last_years_magic.rounds AS r JOIN chosen USING (match)
GROUP BY chosen.seats, r.why
ORDER BY players, list_position(['premonition', 'null', 'bad'], r.why)
