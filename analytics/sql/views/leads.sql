-- One row per finished match of two or more players: by how much it was won, after all rulings.
-- `lead` is the score of the winner less the best of the others, or the other way round where the lowest score wins; it is
-- 0 where several win together with the same score, and NULL where a score is not known or the scores do not say who won.
SELECT
    match,
    CASE WHEN count(score) = count(*) THEN
        CASE
            WHEN count(*) FILTER (won) > 1 AND min(score) FILTER (won) = max(score) FILTER (won)
                THEN if(min(score) FILTER (won) IN (min(score), max(score)), 0, NULL)
            WHEN min(score) FILTER (won) >= max(score) FILTER (NOT won)
                THEN min(score) FILTER (won) - max(score) FILTER (NOT won)
            WHEN max(score) FILTER (won) <= min(score) FILTER (NOT won)
                THEN min(score) FILTER (NOT won) - max(score) FILTER (won)
        END
    END AS lead,
    CASE WHEN bool_and(won IS NOT NULL) THEN count(*) FILTER (won) > 1 END AS shared
FROM participations
WHERE over
GROUP BY match
HAVING count(*) > 1
