-- title: Betting rounds
-- about: One row per kind of betting and round. `wagered_percent` says in how many of these somebody wagered,
-- `average_paid` what came into the pot by it, `average_ducked` how many left the game.
-- counts: betting rounds in all matches, also one that is going on; what nobody could match does not go back here,
-- and forelays, tips and thefts are not among what is paid.
-- apart: betting
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: bars x=betting_round y=average_paid by=betting cases=rounds
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'conundruze' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
opened AS (
    SELECT match, step, round FROM conundruze.betting_opened
),
marks AS (
    SELECT match, step, round FROM opened
    UNION ALL
    SELECT c.match, c.step, NULL
    FROM conundruze.betting_closed AS c ANTI JOIN opened AS o ON o.match = c.match AND o.step = c.step
),
spoken AS (
    SELECT match, step, 'wagered' AS what, amount FROM conundruze.wagered
    UNION ALL
    SELECT match, step, 'matched', amount FROM conundruze.matched
    UNION ALL
    SELECT match, step, 'bumped', amount FROM conundruze.bumped
    UNION ALL
    SELECT match, step, 'winked', 0 FROM conundruze.winked
    UNION ALL
    SELECT match, step, 'ducked', 0 FROM conundruze.ducked
),
by_round AS (
    SELECT o.match, o.step, any_value(o.round) AS round,
        count(*) FILTER (s.what = 'wagered') AS wagers,
        count(*) FILTER (s.what = 'bumped') AS bumps,
        count(*) FILTER (s.what = 'ducked') AS ducks,
        sum(s.amount) AS paid
    FROM spoken AS s ASOF JOIN marks AS o ON o.match = s.match AND s.step > o.step
    WHERE o.round IS NOT NULL
    GROUP BY ALL
)
SELECT
    start.betting,
    b.round AS betting_round,
    count(*) AS rounds,
    round(100 * count(*) FILTER (b.wagers > 0) / count(*), 1) AS wagered_percent,
    round(avg(b.bumps), 2) AS average_bumps,
    round(avg(b.ducks), 2) AS average_ducked,
    round(avg(b.paid), 2) AS average_paid,
    max(b.paid)::BIGINT AS most_paid
FROM by_round AS b
JOIN chosen USING (match)
JOIN conundruze.match_started AS start USING (match)
GROUP BY start.betting, b.round
ORDER BY start.betting, list_position(['first', 'fool', 'sixth', 'end'], b.round)
