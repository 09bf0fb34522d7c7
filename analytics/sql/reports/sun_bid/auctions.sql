-- title: Auctions and what was in the pool
-- about: One row per kind of auction and number of cards in the pool. A forced auction follows the card that fills the
-- pool; in a called one somebody must buy. `caller_won_percent` is of the auctions in which somebody bid, the
-- caller of a forced one being the player who turned up the last card. Points are what the pool had scored when
-- the round was over.
-- counts: auctions that were settled, of matches that go on or were abandoned too; points leave out auctions in which
-- nobody bid and rounds that were not scored. Leaves out what was taken back or put right.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param players: INTEGER = NULL -- Only matches of so many players.
-- plot: bars x=pool_size y=average_points by=kind
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sun-bid' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    a.kind,
    a.pool_size,
    count(*) AS auctions,
    round(100 * count(*) FILTER (a.sold) / count(*), 1) AS sold_percent,
    round(avg(a.bids), 2) AS average_bids,
    round(100 * count(*) FILTER (a.winner_seat = a.caller_seat) / nullif(count(*) FILTER (a.sold), 0), 1)
        AS caller_won_percent,
    round(avg(a.points), 2) AS average_points,
    round(sum(a.points) / nullif(sum(a.pool_size) FILTER (a.points IS NOT NULL), 0), 2) AS average_points_per_card,
    round(avg(a.lost_to_aces), 2) AS average_lost_to_aces,
    round(avg(a.suns_gained), 2) AS average_suns_gained
FROM sun_bid.auctions AS a JOIN chosen USING (match)
WHERE $players IS NULL OR chosen.seats = $players
GROUP BY ALL
ORDER BY a.kind, a.pool_size
