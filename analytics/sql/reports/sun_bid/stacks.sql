-- title: Which stack of bidding cards wins
-- about: One row per stack that is dealt, in finished matches. `even_percent` is what each player of such a match would
-- win if all were equal; ties count for each winner. `began_percent` says how often the owner led first.
-- counts: finished matches, after all rulings; leaves out those of which nobody knows who won. A stack counts other
-- Suns where the Pawns are equal, and is another row then.
-- apart: seats
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- param fewest: INTEGER = 1 -- Leave out stacks that were dealt fewer times than this.
-- plot: bars x=stack,suns y=won_percent by=players of=dealt even=even_percent
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sun-bid' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    chosen.seats AS players,
    array_to_string(s.stack, ' ') AS stack,
    s.suns,
    count(*) AS dealt,
    count(*) FILTER (s.won) AS won,
    round(100 * count(*) FILTER (s.won) / count(*), 1) AS won_percent,
    round(100 * avg(s.even), 1) AS even_percent,
    round(avg(s.score), 2) AS average_score,
    round(100 * count(*) FILTER (s.began) / count(*), 1) AS began_percent
FROM sun_bid.stacks AS s JOIN chosen USING (match)
WHERE s.won IS NOT NULL AND ($player IS NULL OR lower(s.player) = lower($player))
GROUP BY ALL
HAVING count(*) >= $fewest
ORDER BY players, s.suns, stack
