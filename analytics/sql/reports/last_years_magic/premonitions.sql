-- title: Premonitions and their problems
-- about: One row per number of cards looked at and nature of the problem (NULL where those cards are not known): how
-- many rounds it took, how often it was solved before the match ended, and how often the prophet solved it.
-- counts: premonitions of finished matches; `average_points` is what the tricks on the problem brought, bad ones
-- less than nothing, and `prophet_solved_percent` is of the problems that were solved.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=nature y=problems
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'last-years-magic' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    p.count AS cards,
    p.nature,
    count(*) AS problems,
    round(100 * count(*) / sum(count(*)) OVER (), 1) AS problems_percent,
    round(avg(p.rounds), 2) AS average_rounds,
    round(avg(p.bad_tricks), 2) AS average_bad_tricks,
    round(100 * count(*) FILTER (p.solved) / count(*), 1) AS solved_percent,
    round(100 * count(*) FILTER (p.solver = p.prophet) / nullif(count(*) FILTER (p.solved), 0), 1)
        AS prophet_solved_percent,
    round(avg(p.points), 2) AS average_points
FROM last_years_magic.problems AS p JOIN chosen USING (match)
WHERE $player IS NULL OR lower(p.prophet) = lower($player)
GROUP BY ALL
ORDER BY cards, p.nature NULLS LAST
