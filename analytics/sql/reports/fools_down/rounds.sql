-- title: What is wagered when
-- about: One row per round of wagering: how many hands came to it, what was done in it, and how often it was the last
-- of its hand. `average_paid` is what came in by matching, wagering and bumping, before what nobody could match goes
-- back.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: bars x=round y=average_paid
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'fools-down' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
said AS (
    SELECT match, round, 'wink' AS verb, 0 AS paid FROM fools_down.winked WHERE NOT superseded
    UNION ALL
    SELECT match, round, 'match', paid FROM fools_down.matched WHERE NOT superseded
    UNION ALL
    SELECT match, round, 'wager', paid FROM fools_down.wagered WHERE NOT superseded
    UNION ALL
    SELECT match, round, 'bump', paid FROM fools_down.bumped WHERE NOT superseded
    UNION ALL
    SELECT match, round, 'duck', 0 FROM fools_down.ducked WHERE NOT superseded AND round IS NOT NULL
),
spoken AS (
    SELECT s.round, count(*) AS said, sum(s.paid) AS paid,
        count(*) FILTER (s.verb = 'wink') AS winks, count(*) FILTER (s.verb = 'match') AS matches,
        count(*) FILTER (s.verb = 'wager') AS wagers, count(*) FILTER (s.verb = 'bump') AS bumps,
        count(*) FILTER (s.verb = 'duck') AS ducks
    FROM said AS s JOIN chosen USING (match) GROUP BY ALL
),
reached AS (
    SELECT r.round, r.nr, count(*) AS hands,
        count(*) FILTER (h.ended_by IS NOT NULL AND h.last_round = r.round) AS ended
    FROM fools_down.hands AS h
    JOIN chosen USING (match)
    JOIN (VALUES (1, 'deal'), (2, 'cast'), (3, 'dance'), (4, 'trick'), (5, 'down')) AS r (nr, round)
        ON r.nr <= list_position(['deal', 'cast', 'dance', 'trick', 'down'], h.last_round)
    GROUP BY ALL
)
SELECT
    r.round,
    r.hands,
    round(100 * r.ended / r.hands, 1) AS ended_percent,
    round(s.paid / r.hands, 2) AS average_paid,
    round(100 * s.winks / s.said, 1) AS wink_percent,
    round(100 * s.matches / s.said, 1) AS match_percent,
    round(100 * s.wagers / s.said, 1) AS wager_percent,
    round(100 * s.bumps / s.said, 1) AS bump_percent,
    round(100 * s.ducks / s.said, 1) AS duck_percent
FROM reached AS r LEFT JOIN spoken AS s USING (round)
ORDER BY r.nr
