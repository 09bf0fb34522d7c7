-- title: Does it matter who deals?
-- about: One row per number of castles in a game and place in the order of play: 1 is the caster's left, who begins;
-- the last is the caster. `even_percent` is what each would win if all were equal, several winners of
-- a game included.
-- counts: castles of games that were played to their end; `average_score` leaves out castles that were not scored.
-- Rulings are about the match, and change no game in it.
-- apart: seats
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=after_caster y=won_percent by=players of=games even=even_percent
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'conundruze' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
together AS (
    SELECT match, game_number, count(*) FILTER (won) AS won FROM conundruze.castles GROUP BY ALL
)
SELECT
    c.players,
    c.after_caster,
    count(*) AS games,
    round(100 * count(*) FILTER (c.won) / nullif(count(c.won), 0), 1) AS won_percent,
    round(100 * avg(together.won / c.players), 1) AS even_percent,
    round(100 * count(*) FILTER (c.finished) / nullif(count(c.won), 0), 1) AS finished_first_percent,
    round(avg(c.score), 2) AS average_score
FROM conundruze.castles AS c
JOIN chosen USING (match)
JOIN together ON together.match = c.match AND together.game_number = c.game_number
WHERE c.won IS NOT NULL AND ($player IS NULL OR lower(c.player) = lower($player))
GROUP BY ALL
ORDER BY c.players, c.after_caster
