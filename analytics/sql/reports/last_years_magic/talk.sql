-- title: Who says what, and how much
-- about: One row per kind of thing that can be said: how often it was possible with an action, how often something was
-- said, and how many words. Suggestions must have a text, everything else may.
-- counts: what could be said in all matches, also those that are not finished and rounds that were not judged: each
-- premonition may be told once. `average_words` is of what was spoken, a word being what stands between blanks.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=kind y=average_words cases=spoken
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'last-years-magic' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    t.kind,
    count(*) AS occasions,
    count(*) FILTER (t.words > 0) AS spoken,
    round(100 * count(*) FILTER (t.words > 0) / count(*), 1) AS spoken_percent,
    sum(t.words)::BIGINT AS words,
    round(avg(t.words) FILTER (t.words > 0), 2) AS average_words,
    coalesce(max(t.words), 0) AS most_words
FROM last_years_magic.talk AS t JOIN chosen USING (match)
WHERE $player IS NULL OR lower(t.player) = lower($player)
GROUP BY t.kind
ORDER BY list_position(
    ['introduction', 'prophecy', 'suggestion', 'comment', 'escalation', 'implementation', 'talk'], t.kind
)
