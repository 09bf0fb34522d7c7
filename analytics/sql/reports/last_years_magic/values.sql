-- title: High cards and low cards
-- about: One row per value of a card, Ace low: how often it was put forward, by the leader and by others, how often it
-- was in the prime factor's suit, how often it won, and the points it brought.
-- counts: cards of rounds that were judged, in all matches, also those that are not finished; in a null round nobody
-- wins and nobody gets points, and no suit is the prime factor. `won_bad_percent` is of the cards that won.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: line x=value y=average_points cases=cards
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'last-years-magic' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    p.value,
    p.rank,
    count(*) AS cards,
    count(*) FILTER (p.position = 1) AS led,
    round(100 * count(*) FILTER (p.in_prime) / count(*), 1) AS in_prime_percent,
    round(100 * count(*) FILTER (p.won) / count(*), 1) AS won_percent,
    round(100 * count(*) FILTER (p.won AND p.kind = 'bad') / nullif(count(*) FILTER (p.won), 0), 1)
        AS won_bad_percent,
    round(avg(p.points), 2) AS average_points
FROM last_years_magic.plays AS p JOIN chosen USING (match)
WHERE p.value IS NOT NULL AND ($player IS NULL OR lower(p.player) = lower($player))
GROUP BY ALL
ORDER BY p.value
