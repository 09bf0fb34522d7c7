-- title: Ratings of players in games of many
-- about: One row per game and player, and one per player over all games together. From the places in each finished
-- match, in the order of the view `chronology`: by the day it was played on where that is written down, else by the one
-- on which it was first over, and on one day in the order in which matches were first over, whatever was put right
-- since. Plackett-Luce of the library openskill: `skill` is what is known of a player, give or take `uncertainty`:
-- between `skill_from` and `skill_to` it lies nineteen times of twenty, by the model. The rating is skill - 3
-- uncertainty, so it grows with every match that makes us surer. Games for one player and matches in
-- which nobody knows who won do not count.
-- counts: finished matches of two or more players, by their places after all rulings; leaves out those in which the
-- places are not known. A tournament, a player or `fewest` choose who is shown: the ratings are always of all matches,
-- and so are `matches`. What each round of a tournament changed is in the report `tournament-ratings`.
-- param game: VARCHAR = NULL -- Only this game, by its id, or `all games`.
-- param event: VARCHAR = NULL -- Only who has played in this tournament, or was entered there.
-- param player: VARCHAR = NULL -- Only this player.
-- param until: DATE = NULL -- The list at the end of this day (UTC), of the matches of till then as they stand now:
-- nothing that is played later changes it. As it was believed then, `--as-of` has it.
-- param fewest: INTEGER = 1 -- Leave out players with fewer matches.
-- dated: SELECT max(day) FROM rating_history
-- plot: bars x=player y=rating by=game cases=matches
-- needs: ratings
WITH known AS (
    SELECT game, player, rating, skill, uncertainty, match_number AS matches, day AS last_played
    FROM rating_history
    WHERE $until IS NULL OR day <= $until
    QUALIFY row_number() OVER (PARTITION BY game, player ORDER BY match_number DESC) = 1
)
SELECT
    game,
    rank() OVER (PARTITION BY game ORDER BY round(rating, 6) DESC) AS rank,
    player,
    round(rating, 2) AS rating,
    round(skill, 2) AS skill,
    round(uncertainty, 2) AS uncertainty,
    round(skill - 1.96 * uncertainty, 2) AS skill_from,
    round(skill + 1.96 * uncertainty, 2) AS skill_to,
    matches,
    last_played
FROM known
WHERE matches >= $fewest
    AND ($game IS NULL OR game = lower($game))
    AND (
        $event IS NULL
        OR lower(player) IN (SELECT lower(p.player) FROM participations AS p WHERE lower(p.event) = lower($event))
        OR lower(player) IN (
            SELECT lower(e.player)
            FROM entrants AS e
            JOIN tournaments AS t ON t.tournament = e.tournament
            WHERE lower($event) IN (lower(t.name), lower(t.source), CAST(t.tournament AS VARCHAR))
        )
    )
QUALIFY $player IS NULL OR lower(player) = lower($player)
ORDER BY game <> 'all games', game, rank, player
