-- title: Suits called and tricks gone bad
-- about: One row per suit that the leader called (the suit of the card that came with the suggestion): what became of
-- those rounds, how often the suit called was the prime factor, how many others followed it, and the points.
-- counts: rounds that were judged, in all matches, also those that are not finished; a null round has no prime
-- factor and is worth nothing. `player` is who led.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- param players: INTEGER = NULL -- Only matches of so many players.
-- plot: bars x=suit_called y=good_percent of=rounds
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'last-years-magic' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
led AS (
    SELECT r.*, CASE r.suit_called WHEN 'h' THEN r.hearts WHEN 'd' THEN r.diamonds WHEN 'c' THEN r.clubs ELSE r.spades
        END - 1 AS followers
    FROM last_years_magic.rounds AS r JOIN chosen USING (match)
    WHERE r.suit_called IS NOT NULL AND ($player IS NULL OR lower(r.leader) = lower($player))
        AND ($players IS NULL OR chosen.seats = $players)
)
SELECT
    suit_called,
    count(*) AS rounds,
    round(100 * count(*) / sum(count(*)) OVER (), 1) AS rounds_percent,
    round(100 * count(*) FILTER (kind = 'good') / count(*), 1) AS good_percent,
    round(100 * count(*) FILTER (kind = 'bad') / count(*), 1) AS bad_percent,
    round(100 * count(*) FILTER (kind = 'null') / count(*), 1) AS null_percent,
    round(100 * count(*) FILTER (prime = suit_called) / count(*), 1) AS became_prime_percent,
    round(100 * count(*) FILTER (winner_seat = leader_seat) / count(*), 1) AS leader_won_percent,
    round(100 * sum(followers) / nullif(sum(cards - 1), 0), 1) AS followed_percent,
    round(avg(points), 2) AS average_points
FROM led
GROUP BY suit_called
ORDER BY list_position(['h', 'd', 'c', 's'], suit_called)
