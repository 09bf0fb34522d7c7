-- title: Follow the suit called, or not
-- about: One row per number of players and answer to the leader's suit, of those who comment (the suit of a card that
-- lies face down is seen only when all are revealed): what following won, and how often it made a trick bad.
-- counts: comments of rounds that were judged, in all matches, also those that are not finished; in a null round
-- nobody wins and nobody gets points, and no suit is the prime factor.
-- apart: seats
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=players y=average_points by=answer cases=cards
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'last-years-magic' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    chosen.seats AS players,
    if(p.follows, 'followed', 'other suit') AS answer,
    count(*) AS cards,
    round(100 * count(*) FILTER (p.in_prime) / count(*), 1) AS in_prime_percent,
    round(100 * count(*) FILTER (p.won) / count(*), 1) AS won_percent,
    round(100 * count(*) FILTER (p.won AND p.kind = 'good') / count(*), 1) AS won_good_percent,
    round(100 * count(*) FILTER (p.won AND p.kind = 'bad') / count(*), 1) AS won_bad_percent,
    round(avg(p.points), 2) AS average_points
FROM last_years_magic.plays AS p JOIN chosen USING (match)
WHERE p.position > 1 AND p.follows IS NOT NULL AND ($player IS NULL OR lower(p.player) = lower($player))
GROUP BY ALL
ORDER BY players, answer
