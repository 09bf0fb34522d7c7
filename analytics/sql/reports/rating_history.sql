-- title: How ratings went
-- about: One row per match and player: the rating after it, in the order of `chronology`. Of the players with the most
-- matches; `match_number` counts a player's matches.
-- counts: what `ratings` counts; a tournament, days or a player choose which matches are shown, and ratings and
-- `match_number` are still of all.
-- param game: VARCHAR = 'all games' -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only matches of this tournament; the ratings still come from all.
-- param player: VARCHAR = NULL -- Only this player.
-- param players: INTEGER = 6 -- Only so many players, those with the most of these matches.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: line x=match_number y=skill by=player band=uncertainty
-- note: The rating in the table is the lower end of it: the skill less three times the uncertainty.
-- needs: ratings
WITH shown AS (
    SELECT h.*
    FROM rating_history AS h
    JOIN matches AS m ON m.match = h.match
    WHERE h.game = lower($game)
        AND ($player IS NULL OR lower(h.player) = lower($player))
        AND ($event IS NULL OR lower(m.event) = lower($event))
        AND ($since IS NULL OR h.day >= $since)
        AND ($until IS NULL OR h.day <= $until)
),
chosen AS (
    SELECT player
    FROM shown
    GROUP BY player
    ORDER BY count(*) DESC, player
    LIMIT $players
)
SELECT
    h.game,
    h.player,
    h.match_number,
    h.day,
    h.match,
    round(h.rating, 2) AS rating,
    round(h.skill, 2) AS skill,
    round(h.uncertainty, 2) AS uncertainty
FROM shown AS h
JOIN chosen AS c ON c.player = h.player
ORDER BY h.player, h.match_number
