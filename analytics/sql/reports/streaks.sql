-- title: Winning streaks
-- about: One row per player: the most matches that they won one after the other, in the order of the view `chronology`,
-- the most that they did not win, and what goes on now: `now` is how many they have won in a row, or with a minus how
-- many they have not. Of several as long the first is told.
-- counts: finished matches of two or more players, after all rulings; leaves out those in which nobody knows who won,
-- as if they had not been played. Who is written otherwise (`ANN`) is another player.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only this player.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out players with fewer matches.
-- plot: bars x=player y=most_won
WITH played AS (
    SELECT p.player, p.won, c.day, c.number,
        row_number() OVER (PARTITION BY p.player ORDER BY c.number) AS nth,
        row_number() OVER (PARTITION BY p.player, p.won ORDER BY c.number) AS nth_alike
    FROM participations AS p
    JOIN chronology AS c ON c.match = p.match
    WHERE p.over AND p.seats > 1
        AND ($game IS NULL OR p.game = lower($game))
        AND ($event IS NULL OR lower(p.event) = lower($event))
        AND ($since IS NULL OR p.day >= $since)
        AND ($until IS NULL OR p.day <= $until)
        AND p.won IS NOT NULL
        AND ($player IS NULL OR lower(p.player) = lower($player))
),
runs AS (
    SELECT player, won, count(*) AS matches, min(day) AS first_day, max(day) AS last_day, max(number) AS until
    FROM played
    GROUP BY player, won, nth - nth_alike
),
ranked AS (
    SELECT
        *,
        row_number() OVER (PARTITION BY player, won ORDER BY matches DESC, until) AS longest,
        row_number() OVER (PARTITION BY player ORDER BY until DESC) AS newest,
        sum(matches) OVER (PARTITION BY player) AS every
    FROM runs
)
SELECT
    player,
    CAST(any_value(every) AS BIGINT) AS matches,
    coalesce(max(matches) FILTER (won AND longest = 1), 0) AS most_won,
    max(first_day) FILTER (won AND longest = 1) AS won_from,
    max(last_day) FILTER (won AND longest = 1) AS won_to,
    coalesce(max(matches) FILTER (NOT won AND longest = 1), 0) AS most_not_won,
    max(if(won, matches, -matches)) FILTER (newest = 1) AS now
FROM ranked
GROUP BY player
HAVING any_value(every) >= $fewest
ORDER BY most_won DESC, matches DESC, player
