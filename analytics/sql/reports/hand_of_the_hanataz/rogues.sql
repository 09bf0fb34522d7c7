-- title: What Rogues demand
-- about: One row per demand and number of players in the game. It was countered by a Knight, paid, or refused, which
-- puts the target out of the game.
-- counts: Rogues played on a turn in all matches, also in hands that are not over; one that nobody has answered yet
-- is neither countered nor paid, `hand_won_percent` is of hands that are over.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=players y=put_out_percent by=demand of=demands
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'hand-of-the-hanataz' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
)
SELECT
    h.players,
    f.demand,
    count(*) AS demands,
    round(100 * count(f.countered_by) / count(*), 1) AS countered_percent,
    round(100 * count(*) FILTER (f.gained > 0 OR f.stolen) / count(*), 1) AS paid_percent,
    round(100 * count(*) FILTER (f.put_out) / count(*), 1) AS put_out_percent,
    round(avg(f.gained), 2) AS average_gained,
    round(100 * avg(f.hand_won::INTEGER), 1) AS hand_won_percent
FROM hand_of_the_hanataz.faces AS f
JOIN chosen USING (match)
JOIN hand_of_the_hanataz.hands AS h ON h.match = f.match AND h.hand = f.hand
WHERE f.rank = 'R' AND ($player IS NULL OR lower(f.player) = lower($player))
GROUP BY ALL
ORDER BY h.players, f.demand
