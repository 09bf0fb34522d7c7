-- title: How scores are spread
-- about: One row per game and range of scores: how many players of finished matches ended in it. The ranges of a game
-- are equally wide, and `from_score` belongs to its range while `to_score` is the last whole number in it.
-- counts: scores of finished matches, after all rulings; leaves out those that are not known. Ranges without any score
-- are left out, and begin at multiples of their width, as narrow as they may be.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only this player.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param ranges: INTEGER = 20 -- At most so many ranges for a game.
-- plot: histogram x=from_score y=players to=to_score by=game
WITH chosen AS (
    SELECT game, score, won
    FROM participations
    WHERE score IS NOT NULL
        AND ($game IS NULL OR game = lower($game))
        AND ($event IS NULL OR lower(event) = lower($event))
        AND ($player IS NULL OR lower(player) = lower($player))
        AND ($since IS NULL OR day >= $since)
        AND ($until IS NULL OR day <= $until)
),
spans AS (
    SELECT game, ranges_of(min(score), max(score), $ranges) AS ranges FROM chosen GROUP BY game
)
SELECT
    c.game,
    range_from(c.score, s.ranges) AS from_score,
    from_score + any_value(s.ranges.width) - 1 AS to_score,
    count(*) AS players,
    count(*) FILTER (c.won) AS winners,
    round(100 * count(*) / sum(count(*)) OVER (PARTITION BY c.game), 1) AS players_percent
FROM chosen AS c
JOIN spans AS s ON s.game = c.game
GROUP BY c.game, from_score
ORDER BY c.game, from_score
