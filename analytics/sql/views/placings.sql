-- One row per player of each finished match with two or more players: the place they came to; equal ones are shared.
-- Winners are first. The others follow by their scores where the winners' scores are the highest, else all together.
-- Matches in which cards that nobody saw leave open who won are left out.
WITH finished AS (
    SELECT
        *,
        bool_and(won IS NOT NULL) OVER same_match AS decided,
        coalesce(bool_and(score IS NOT NULL) OVER same_match, false)
        AND min(score) FILTER (won) OVER same_match >= max(score) FILTER (NOT won) OVER same_match AS by_score
    FROM results
    WINDOW same_match AS (PARTITION BY match)
)
SELECT
    f.match,
    f.seat,
    f.player,
    coalesce(
        own.place,
        rank() OVER (PARTITION BY f.match ORDER BY f.won DESC, CASE WHEN f.by_score THEN f.score END DESC)
    ) AS place
FROM finished AS f
JOIN matches AS m ON m.match = f.match
LEFT JOIN own_places AS own ON own.match = f.match AND own.seat = f.seat
WHERE f.decided AND m.seats > 1
