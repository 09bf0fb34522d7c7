-- title: The house edge from month to month
-- about: One row per month (or day, week, year) in which matches with a house were played: what players paid into pots,
-- what the house gained, and what that is of each 100 silvs paid in; those between in which none was played, too.
-- counts: hands that were played to their end in matches with a house, all of a match on the day it was played.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param period: ENUM('day', 'week', 'month', 'quarter', 'year') = 'month' -- How long a period is.
-- plot: line x=period y=edge_percent cases=hands
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'hand-of-the-hanataz' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
counted AS (
    SELECT
        CAST(date_trunc(CAST($period AS VARCHAR), coalesce(chosen.played_on, chosen.started_at)) AS DATE) AS period,
        count(DISTINCT h.match) AS matches,
        count(*) AS hands,
        sum(h.paid_in)::BIGINT AS paid_in,
        sum(h.house_gain)::BIGINT AS house_gain,
        round(avg(h.house_gain), 2) AS average_house_gain,
        round(100 * sum(h.house_gain) / nullif(sum(h.paid_in), 0), 1) AS edge_percent
    FROM hand_of_the_hanataz.hands AS h
    JOIN chosen USING (match)
    JOIN hand_of_the_hanataz.match_started AS start USING (match)
    WHERE h.cause IS NOT NULL AND NOT start.no_house
    GROUP BY ALL
),
periods AS (
    SELECT CAST(unnest(generate_series(
        min(period), max(period), CAST('1 ' || CAST($period AS VARCHAR) AS INTERVAL)
    )) AS DATE) AS period
    FROM counted
)
SELECT
    period,
    coalesce(c.matches, 0) AS matches,
    coalesce(c.hands, 0) AS hands,
    coalesce(c.paid_in, 0) AS paid_in,
    coalesce(c.house_gain, 0) AS house_gain,
    c.average_house_gain,
    c.edge_percent
FROM periods LEFT JOIN counted AS c USING (period)
ORDER BY period
