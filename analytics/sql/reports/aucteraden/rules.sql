-- title: How often each rule comes into play
-- about: One row per rule, over finished matches: how often it came up, in how many of the matches, and how often in a
-- match on average.
-- counts: finished matches; an Ace and a Crown in one chain count in both lines about them.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=rule y=average_in_match
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'aucteraden' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
mine AS (
    SELECT chosen.match FROM chosen JOIN seats USING (match) WHERE $player IS NULL OR lower(player) = lower($player)
),
named (nr, rule) AS (
    VALUES
        (1, 'a card was had for nothing'),
        (2, 'a card was paid for'),
        (3, 'a card turned up pushed others out'),
        (4, 'the Excuse swept the market'),
        (5, 'the market was discarded by choice'),
        (6, 'the market had to be discarded'),
        (7, 'the draw pile ran out'),
        (8, 'all sixteen cards were laid'),
        (9, 'the market was empty'),
        (10, 'a suit of chips was used up'),
        (11, 'a suit of chips was not touched'),
        (12, 'a chain held an Ace or a Crown'),
        (13, 'a chain held an Ace and a Crown'),
        (14, 'a chain had seven cards or more')
),
came AS (
    SELECT 1 AS nr, match FROM aucteraden.purchases WHERE price = 0
    UNION ALL SELECT 2, match FROM aucteraden.purchases WHERE price > 0
    UNION ALL SELECT 3, match FROM aucteraden.market_thinned
    UNION ALL SELECT 4, match FROM aucteraden.excuse_swept
    UNION ALL SELECT 5, match FROM aucteraden.market_discarded WHERE NOT forced
    UNION ALL SELECT 6, match FROM aucteraden.market_discarded WHERE forced
    UNION ALL SELECT 7, match FROM aucteraden.card_turned_up WHERE pile_left = 0
    UNION ALL SELECT 8, match FROM aucteraden.finished WHERE reason = 'tableau_full'
    UNION ALL SELECT 9, match FROM aucteraden.finished WHERE reason = 'market_empty'
    UNION ALL SELECT 10, match FROM aucteraden.chains WHERE chips_left = 0
    UNION ALL SELECT 11, match FROM aucteraden.chains WHERE chips_left = 4
    UNION ALL SELECT 12, match FROM aucteraden.chains WHERE with_ace OR with_crown
    UNION ALL SELECT 13, match FROM aucteraden.chains WHERE with_ace AND with_crown
    UNION ALL SELECT 14, match FROM aucteraden.chains WHERE length >= 7
)
SELECT
    named.rule,
    count(mine.match) AS times,
    count(DISTINCT mine.match) AS matches,
    round(100 * count(DISTINCT mine.match) / (SELECT count(*) FROM mine), 1) AS matches_percent,
    round(count(mine.match) / (SELECT count(*) FROM mine), 2) AS average_in_match
FROM named
LEFT JOIN came USING (nr)
LEFT JOIN mine USING (match)
GROUP BY named.nr, named.rule
HAVING (SELECT count(*) FROM mine) > 0
ORDER BY named.nr
