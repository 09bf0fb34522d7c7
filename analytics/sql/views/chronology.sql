-- One row per finished match: its place in time, by which ratings, `bankroll` and whatever else counts a
-- player's matches goes.
-- The day is that on which it was played where that is written down, else the one (in UTC) on which it was first over;
-- on one day the matches come in the order in which they were first over. What is put right later changes neither, but
-- for a correction of the day itself.
SELECT
    match,
    coalesce(played_on, CAST(first_over_at AS DATE)) AS day,
    first_over_at,
    row_number() OVER (ORDER BY day, first_over_at, match) AS number
FROM matches
WHERE over
