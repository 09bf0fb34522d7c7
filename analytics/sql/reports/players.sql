-- title: Who has played
-- about: One row per player: matches and games, the game they play most, with whom they play most, and when.
-- counts: every match, also those that go on or were abandoned; `won` counts finished ones, after all rulings. Of what
-- comes equally often the first by name is told. Who is written otherwise (`ANN`) is another player.
-- apart: matches
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only this player.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out players with fewer matches.
-- plot: bars x=player y=matches
WITH chosen AS (
    SELECT *
    FROM participations
    WHERE ($game IS NULL OR game = lower($game))
        AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since)
        AND ($until IS NULL OR day <= $until)
),
company AS (
    SELECT one.player, other.player AS companion
    FROM chosen AS one
    JOIN chosen AS other ON other.match = one.match AND other.seat <> one.seat
    GROUP BY one.player, other.player
    QUALIFY row_number() OVER (PARTITION BY one.player ORDER BY count(*) DESC, other.player) = 1
),
favourites AS (
    SELECT player, game
    FROM chosen
    GROUP BY player, game
    QUALIFY row_number() OVER (PARTITION BY player ORDER BY count(*) DESC, game) = 1
)
SELECT
    c.player,
    count(*) AS matches,
    count(DISTINCT c.game) AS games,
    count(*) FILTER (c.won) AS won,
    any_value(f.game) AS most_played,
    any_value(w.companion) AS most_often_with,
    min(c.day) AS first_played,
    max(c.day) AS last_played
FROM chosen AS c
JOIN favourites AS f ON f.player = c.player
LEFT JOIN company AS w ON w.player = c.player
WHERE $player IS NULL OR lower(c.player) = lower($player)
GROUP BY c.player
HAVING count(*) >= $fewest
ORDER BY matches DESC, c.player
