-- title: Head to head
-- about: One row per player and opponent who met in finished matches, so each pair comes twice. Ahead is who came to
-- the better place; `average_difference` is the player's score less the opponent's.
-- counts: finished matches of two or more players, by the places after all rulings; leaves out those in which the
-- places are not known, of the average difference scores that are not, and the average itself where the two met in
-- several games.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only this player.
-- param opponent: VARCHAR = NULL -- Only against this one.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out pairs that met less often.
-- plot: bars x=opponent y=ahead_percent by=player of=matches even=50
SELECT
    player,
    opponent,
    count(*) AS matches,
    count(*) FILTER (outcome = 'ahead') AS ahead,
    count(*) FILTER (outcome = 'level') AS level,
    count(*) FILTER (outcome = 'behind') AS behind,
    round(100 * ahead / matches, 1) AS ahead_percent,
    CASE WHEN count(DISTINCT game) = 1 THEN round(avg(difference), 2) END AS average_difference
FROM pairings
WHERE ($game IS NULL OR game = lower($game))
    AND ($event IS NULL OR lower(event) = lower($event))
    AND ($player IS NULL OR lower(player) = lower($player))
    AND ($opponent IS NULL OR lower(opponent) = lower($opponent))
    AND ($since IS NULL OR day >= $since)
    AND ($until IS NULL OR day <= $until)
GROUP BY player, opponent
HAVING count(*) >= $fewest
ORDER BY player, matches DESC, opponent
