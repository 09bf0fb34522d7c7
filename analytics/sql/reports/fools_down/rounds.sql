-- title: What is wagered when
-- about: One row per round of wagering: how many hands came to it, in how many of them anybody had a say in it (not
-- where all were all in), what was done in it, and how often it was the last of its hand. `average_paid` is what came in
-- by matching, wagering and bumping in a hand that was wagered on, before what nobody could match goes back.
-- counts: rounds of all hands, also those that are not over; percentages of winks, matches, wagers, bumps and ducks
-- are of all that was done in the round, and ducks at the showdown are left out.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: bars x=betting_round y=average_paid cases=hands_wagered
-- note: Later rounds are only of the hands that came so far.
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'fools-down' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
begun AS (
    SELECT match, step, hand FROM fools_down.hand_started
),
said AS (
    SELECT match, step, round, 'wink' AS verb, 0 AS paid FROM fools_down.winked
    UNION ALL
    SELECT match, step, round, 'match', paid FROM fools_down.matched
    UNION ALL
    SELECT match, step, round, 'wager', paid FROM fools_down.wagered
    UNION ALL
    SELECT match, step, round, 'bump', paid FROM fools_down.bumped
    UNION ALL
    SELECT match, step, round, 'duck', 0 FROM fools_down.ducked WHERE round IS NOT NULL
),
spoken AS (
    SELECT s.round, count(*) AS said, count(DISTINCT (s.match, b.hand)) AS hands, sum(s.paid) AS paid,
        count(*) FILTER (s.verb = 'wink') AS winks, count(*) FILTER (s.verb = 'match') AS matches,
        count(*) FILTER (s.verb = 'wager') AS wagers, count(*) FILTER (s.verb = 'bump') AS bumps,
        count(*) FILTER (s.verb = 'duck') AS ducks
    FROM said AS s JOIN chosen USING (match) ASOF JOIN begun AS b ON b.match = s.match AND s.step >= b.step
    GROUP BY s.round
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
    r.round AS betting_round,
    r.hands,
    coalesce(s.hands, 0) AS hands_wagered,
    round(100 * r.ended / r.hands, 1) AS ended_percent,
    round(s.paid / s.hands, 2) AS average_paid,
    round(100 * s.winks / s.said, 1) AS wink_percent,
    round(100 * s.matches / s.said, 1) AS match_percent,
    round(100 * s.wagers / s.said, 1) AS wager_percent,
    round(100 * s.bumps / s.said, 1) AS bump_percent,
    round(100 * s.ducks / s.said, 1) AS duck_percent
FROM reached AS r LEFT JOIN spoken AS s USING (round)
ORDER BY r.nr
