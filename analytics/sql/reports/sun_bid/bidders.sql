-- title: How each player bids
-- about: One row per player: auctions won, called (and how often somebody else won them), the cards they brought, the
-- points that those had scored when their rounds were over, and how often the player had the most Suns.
-- counts: auctions that were settled, of matches that go on or were abandoned too; points are of rounds that were
-- scored. Leaves out players who won no auction. A player is who has the same name, letter for letter.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out players who won fewer auctions than this.
-- plot: bars x=player y=average_points_per_round cases=rounds_scored
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sun-bid' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
held AS MATERIALIZED (
    SELECT a.* FROM sun_bid.auctions AS a JOIN chosen USING (match)
),
won AS (
    SELECT a.winner AS player, count(*) AS auctions, count(*) FILTER (a.pool_size = 0) AS empty,
        avg(a.pool_size) AS cards, avg(a.points) AS points, avg(a.lost_to_aces) AS lost
    FROM held AS a WHERE a.sold GROUP BY ALL
),
called AS (
    SELECT a.caller AS player, count(*) AS called, count(*) FILTER (a.winner <> a.caller) AS outbid
    FROM held AS a WHERE a.kind = 'called' GROUP BY ALL
),
scored AS (
    SELECT r.player, count(*) AS rounds, avg(r.points) AS points, count(*) FILTER (r.suns > 0) AS most_suns
    FROM sun_bid.rounds AS r JOIN chosen USING (match) GROUP BY ALL
)
SELECT
    won.player,
    won.auctions AS auctions_won,
    round(won.cards, 2) AS average_cards,
    round(won.points, 2) AS average_points_won,
    round(won.lost, 2) AS average_lost_to_aces,
    round(100 * won.empty / won.auctions, 1) AS empty_pool_percent,
    coalesce(called.called, 0) AS called,
    round(100 * called.outbid / called.called, 1) AS outbid_percent,
    coalesce(scored.rounds, 0) AS rounds_scored,
    round(scored.points, 2) AS average_points_per_round,
    round(100 * scored.most_suns / scored.rounds, 1) AS most_suns_percent
FROM won LEFT JOIN called USING (player) LEFT JOIN scored USING (player)
WHERE won.auctions >= $fewest
ORDER BY average_points_per_round DESC NULLS LAST, won.player
