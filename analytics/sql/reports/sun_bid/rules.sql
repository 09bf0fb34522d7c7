-- title: How often each rule comes into play
-- about: One row per rule, over finished matches: how often it came up, in how many of the matches, and how often in a
-- match on average.
-- counts: what stands in finished matches; leaves out matches that go on or were abandoned, and what was taken back or
-- put right.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: bars x=rule y=average_in_match
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sun-bid' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
named (nr, rule) AS (
    VALUES
        (1, 'an auction was called'),
        (2, 'a full pool forced an auction'),
        (3, 'nobody bid in a forced auction'),
        (4, 'a bidder could not beat the bid and had to pass'),
        (5, 'the caller was outbid'),
        (6, 'an Ace was discarded with another card'),
        (7, 'an Ace was discarded alone'),
        (8, 'the winner chose what went with an Ace'),
        (9, 'a Pawn or Court was played'),
        (10, 'a seat used its last bidding card'),
        (11, 'all bidding cards were used'),
        (12, 'the deck ran out'),
        (13, 'a last call was offered'),
        (14, 'a last call was passed'),
        (15, 'players tied for the most Suns')
),
held AS MATERIALIZED (
    SELECT match, kind, sold, caller_seat, winner_seat FROM sun_bid.auctions
),
came AS (
    SELECT 1 AS nr, match FROM held WHERE kind = 'called'
    UNION ALL SELECT 2, match FROM held WHERE kind = 'forced'
    UNION ALL SELECT 3, match FROM held WHERE NOT sold
    UNION ALL SELECT 4, match FROM sun_bid.bid_passed WHERE forced
    UNION ALL SELECT 5, match FROM held WHERE kind = 'called' AND winner_seat <> caller_seat
    UNION ALL SELECT 6, match FROM sun_bid.ace_discarded WHERE companion IS NOT NULL
    UNION ALL SELECT 7, match FROM sun_bid.ace_discarded WHERE companion IS NULL
    UNION ALL SELECT 8, match FROM sun_bid.discard
    UNION ALL SELECT 9, match FROM sun_bid.card_fetched
    UNION ALL SELECT 10, match FROM sun_bid.seat_out
    UNION ALL SELECT 11, match FROM sun_bid.round_ended WHERE reason = 'suns_played'
    UNION ALL SELECT 12, match FROM sun_bid.round_ended WHERE reason = 'deck_empty'
    UNION ALL SELECT 13, match FROM sun_bid.lead_passed WHERE phase = 'last_call'
    UNION ALL SELECT 14, match FROM sun_bid.pool_discarded WHERE reason = 'round_over'
    UNION ALL SELECT 15, match FROM sun_bid.rounds WHERE suns > 0 GROUP BY match, round HAVING count(*) > 1
)
SELECT
    named.rule,
    count(chosen.match) AS times,
    count(DISTINCT chosen.match) AS matches,
    round(100 * count(DISTINCT chosen.match) / (SELECT count(*) FROM chosen), 1) AS matches_percent,
    round(count(chosen.match) / (SELECT count(*) FROM chosen), 2) AS average_in_match
FROM named
LEFT JOIN came USING (nr)
LEFT JOIN chosen USING (match)
GROUP BY named.nr, named.rule
HAVING (SELECT count(*) FROM chosen) > 0
ORDER BY named.nr
