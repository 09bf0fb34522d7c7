-- title: Where the points come from
-- about: One row per number of players and round, and for winners and others of finished matches: what the four steps
-- of scoring bring on average, and how often a player has the most Suns.
-- counts: finished matches, `won` and `lost` after all rulings; leaves out matches of which nobody knows who won. The
-- points are those of the rounds, without what rulings gave or took.
-- apart: seats
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=round_number y=average_points by=players,result cases=rounds
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sun-bid' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    chosen.seats AS players,
    r.round AS round_number,
    if(end_.won, 'won', 'lost') AS result,
    count(*) AS rounds,
    round(avg(r.suns), 2) AS average_suns,
    round(avg(r.courts), 2) AS average_courts,
    round(avg(r.kinds), 2) AS average_kinds,
    round(avg(r.sequences), 2) AS average_sequences,
    round(avg(r.points), 2) AS average_points,
    round(100 * count(*) FILTER (r.suns > 0) / count(*), 1) AS most_suns_percent
FROM sun_bid.rounds AS r
JOIN chosen USING (match)
JOIN participations AS end_ ON end_.match = r.match AND end_.seat = r.seat
WHERE end_.won IS NOT NULL AND ($player IS NULL OR lower(r.player) = lower($player))
GROUP BY ALL
ORDER BY players, round_number, result DESC
