-- One row per player of each finished match with two or more players: the place they came to; equal ones are shared.
-- Places are those of the game after all rulings. Where the store does not say them, winners are first, and the others
-- follow by their scores where the winners' scores are the highest, else all together.
-- Matches in which cards that nobody saw leave open who won are left out.
WITH finished AS (
    SELECT
        match,
        seat,
        player,
        place,
        final_won AS winner,
        final_score AS points,
        bool_and(final_won IS NOT NULL) OVER same_match AS decided,
        coalesce(bool_and(final_score IS NOT NULL) OVER same_match, false)
        AND min(final_score) FILTER (final_won) OVER same_match
        >= max(final_score) FILTER (NOT final_won) OVER same_match AS by_score
    FROM results
    WINDOW same_match AS (PARTITION BY match)
)
SELECT
    f.match,
    f.seat,
    f.player,
    coalesce(
        f.place,
        own.place,
        rank() OVER (PARTITION BY f.match ORDER BY f.winner DESC, CASE WHEN f.by_score THEN f.points END DESC)
    ) AS place
FROM finished AS f
JOIN matches AS m ON m.match = f.match
LEFT JOIN own_places AS own ON own.match = f.match AND own.seat = f.seat
WHERE f.decided AND m.seats > 1
