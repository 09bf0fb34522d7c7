-- title: Who enters what
-- about: One row per person who entered steps (`by`; `(not said)` where nobody said who), over all games: how many, how
-- many of them were taken back later, and how often that person took steps back. Only the judge may know who entered.
-- counts: each step that somebody entered once, however often corrections and `redo` decided it again, and whether it
-- was ever taken back; who corrected is told by `corrections`.
-- apart: matches
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: bars x=entered_by y=taken_back_percent of=steps
WITH chosen AS (
    SELECT match
    FROM match_lengths
    WHERE ($game IS NULL OR game = lower($game))
        AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since)
        AND ($until IS NULL OR day <= $until)
),
done AS (
    SELECT entered_by, match, fell, false AS is_takeback FROM entries SEMI JOIN chosen USING (match)
    UNION ALL
    SELECT "by", match, false, true FROM takebacks SEMI JOIN chosen USING (match)
)
SELECT
    coalesce(nullif(entered_by, ''), '(not said)') AS entered_by,
    count(DISTINCT match) AS matches,
    count(*) FILTER (NOT is_takeback) AS steps,
    count(*) FILTER (fell) AS taken_back_later,
    round(100 * taken_back_later / nullif(steps, 0), 1) AS taken_back_percent,
    count(*) FILTER (is_takeback) AS takebacks_made
FROM done
GROUP BY ALL
ORDER BY steps DESC, entered_by
