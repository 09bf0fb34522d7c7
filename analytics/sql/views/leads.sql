-- One row per finished match of two or more players: by how much it was won, after all rulings.
-- `lead` is the score of the winner less the best of the others, or the other way round where the lowest score wins; it is
-- 0 where several win together with the same score, and NULL where a score is not known or the scores do not say who won.
WITH valued AS (
    SELECT p.match, p.won, if(g.lowest_wins, -1, 1) * p.score AS value
    FROM participations AS p
    JOIN games AS g ON g.game = p.game
    WHERE p.over
)
SELECT
    match,
    CASE WHEN count(value) = count(*) AND min(value) FILTER (won) = max(value) THEN
        if(count(*) FILTER (won) > 1, 0, max(value) FILTER (won) - max(value) FILTER (NOT won))
    END AS lead,
    CASE WHEN bool_and(won IS NOT NULL) THEN count(*) FILTER (won) > 1 END AS shared
FROM valued
GROUP BY match
HAVING count(*) > 1
