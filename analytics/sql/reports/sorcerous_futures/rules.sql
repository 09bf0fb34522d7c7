-- title: How often each rule comes into play
-- about: One row per rule, over finished matches: how often it came up, in how many of the matches, and how often in a
-- match on average.
-- counts: finished matches; what depends on a card that nobody saw (what a card brought, a bonus, a tie) does not
-- count as having come up. Scores are tied by the rules, and several win together after all rulings.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: bars x=rule y=average_in_match
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sorcerous-futures' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
named (nr, rule) AS (
    VALUES
        (1, 'a card was offered openly'),
        (2, 'a card was offered for sealed bids'),
        (3, 'a bid was raised'),
        (4, 'an opening bid bought the card'),
        (5, 'a seat could not top the bid and had to pass'),
        (6, 'a seat without gold sealed 0 by itself'),
        (7, 'the highest sealed bids were tied'),
        (8, 'a card was had for nothing'),
        (9, 'a player bid more gold than the card brought'),
        (10, 'the Crown paid a bonus'),
        (11, 'the highest scores were tied'),
        (12, 'several players won together')
),
bought AS MATERIALIZED (
    SELECT match, format, price, opening_bid, next_bid, bonus, profit FROM sorcerous_futures.purchases
),
came AS (
    SELECT 1 AS nr, match FROM sorcerous_futures.card_offered WHERE format = 'open'
    UNION ALL SELECT 2, match FROM sorcerous_futures.card_offered WHERE format = 'closed'
    UNION ALL SELECT 3, match FROM sorcerous_futures.bid_raised
    UNION ALL SELECT 4, match FROM bought WHERE format = 'open' AND next_bid IS NULL
        AND price = opening_bid
    UNION ALL SELECT 5, match FROM sorcerous_futures.bid_passed WHERE forced
    UNION ALL SELECT 6, match FROM sorcerous_futures.bid_sealed WHERE forced
    UNION ALL SELECT 7, match FROM bought WHERE format = 'closed' AND price = next_bid
    UNION ALL SELECT 8, match FROM bought WHERE price = 0
    UNION ALL SELECT 9, match FROM bought WHERE profit < 0
    UNION ALL SELECT 10, match FROM bought WHERE bonus > 0
    UNION ALL SELECT 11, match FROM (
        SELECT match, score, max(score) OVER (PARTITION BY match) AS best FROM sorcerous_futures.investors
    ) WHERE score = best GROUP BY match HAVING count(*) > 1
    UNION ALL SELECT 12, match FROM results WHERE final_won GROUP BY match HAVING count(*) > 1
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
