-- title: The most unusual matches
-- about: One row per match that stands out among those of its game with as many players, the most unusual first, by the
-- one thing in which it lies furthest from their average: how many steps it took, the winner's score, the lead at the
-- end, how often the lead changed, or how far behind the winner had been. `deviations` says by how many standard
-- deviations; `usual` is the average.
-- counts: finished matches of two or more players, after all rulings, where at least `fewest` of the game with as many
-- players were played; leaves out what is not known of a match.
-- apart: seats
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 5 -- Only among at least so many matches.
-- param most: INTEGER = 20 -- How many matches.
WITH chosen AS (
    SELECT
        match,
        game,
        seats,
        any_value(day) AS day,
        any_value(event) AS event,
        string_agg(player, ', ' ORDER BY seat) AS players,
        max(score) FILTER (won) AS score
    FROM participations
    WHERE over AND seats > 1
        AND ($game IS NULL OR game = lower($game))
        AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since)
        AND ($until IS NULL OR day <= $until)
    GROUP BY match, game, seats
),
turned AS (
    SELECT match, count(*) FILTER (new) AS changes FROM leaders GROUP BY match
),
behind AS (
    SELECT c.match, -min(c.ahead) AS behind_by
    FROM worth_changes AS c
    JOIN participations AS p ON p.match = c.match AND p.seat = c.seat
    JOIN leads AS l ON l.match = c.match AND NOT l.shared
    WHERE p.won AND c.ahead < 0
    GROUP BY c.match
),
told AS (
    SELECT c.match, c.game, c.seats, 'steps' AS what, m.steps AS found FROM chosen AS c JOIN matches AS m USING (match)
    UNION ALL
    SELECT c.match, c.game, c.seats, 'winning score', c.score FROM chosen AS c
    UNION ALL
    SELECT c.match, c.game, c.seats, 'lead', l.lead FROM chosen AS c JOIN leads AS l USING (match)
    UNION ALL
    SELECT c.match, c.game, c.seats, 'lead changes', coalesce(t.changes, 0)
    FROM chosen AS c LEFT JOIN turned AS t USING (match)
    UNION ALL
    SELECT c.match, c.game, c.seats, 'behind by', coalesce(b.behind_by, 0)
    FROM chosen AS c LEFT JOIN behind AS b USING (match)
),
compared AS (
    SELECT
        *,
        avg(found) OVER alike AS usual,
        (found - avg(found) OVER alike) / nullif(stddev_samp(found) OVER alike, 0) AS deviations
    FROM told
    WHERE found IS NOT NULL
    WINDOW alike AS (PARTITION BY game, seats, what)
    QUALIFY count(*) OVER alike >= $fewest
),
furthest AS (
    SELECT *
    FROM compared
    WHERE deviations IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY match ORDER BY round(abs(deviations), 6) DESC, what) = 1
)
SELECT
    f.match,
    c.game,
    c.seats AS "number",
    c.players,
    c.day,
    c.event,
    f.what,
    round(f.found, 1) AS found,
    round(f.usual, 2) AS usual,
    round(f.deviations, 2) AS deviations
FROM furthest AS f
JOIN chosen AS c ON c.match = f.match
ORDER BY round(abs(f.deviations), 6) DESC, f.match
LIMIT $most
