-- title: What becomes of each rank
-- about: One row per rank and place it came from, over all cards that were drawn or taken. `average_saved` is how many
-- points the card counts less than the one it replaced, pairs apart (cards placed in a castle only).
-- counts: cards drawn or taken and played in all matches, also in games that are not over; a card that is still held
-- is left out. `over_face_down_percent` is of the cards placed in a castle.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=rank y=placed_percent by=source of=times
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'conundruze' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
)
SELECT
    p.rank,
    any_value(p.points) AS points,
    p.source,
    count(*) AS times,
    round(100 * count(*) FILTER (p.use = 'place') / count(*), 1) AS placed_percent,
    round(100 * count(*) FILTER (p.use = 'discard') / count(*), 1) AS discarded_percent,
    round(100 * count(*) FILTER (p.use = 'gate') / count(*), 1) AS gatehouse_percent,
    round(100 * count(*) FILTER (p.use = 'steal') / count(*), 1) AS stole_percent,
    round(100 * count(*) FILTER (p.use = 'place' AND p.was_down) / nullif(count(*) FILTER (p.use = 'place'), 0), 1)
        AS over_face_down_percent,
    round(avg(p.removed_points - p.points) FILTER (p.use = 'place'), 2) AS average_saved
FROM conundruze.plays AS p JOIN chosen USING (match)
WHERE $player IS NULL OR lower(p.player) = lower($player)
GROUP BY p.rank, p.source
ORDER BY list_position(
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'R', 'K', 'W', 'C', 'D', 'J', 'F'], p.rank
), p.source DESC
