-- title: How each player builds castles
-- about: One row per player, games that were played to their end. Few points are good. `taken_percent` is the share of
-- cards that came from the discards; `average_sealed_in` one's own turn in which the castle was sealed.
-- counts: castles of games that were played to their end; scores leave out castles that were not scored. A player is
-- who has the same name, letter for letter. Rulings are about the match, and change no game in it.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out players with fewer games than this.
-- plot: bars x=player y=average_score cases=games
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'conundruze' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
played AS (
    SELECT p.match, p.game_number, p.seat, count(*) AS cards, count(*) FILTER (p.source = 'discards') AS taken,
        count(*) FILTER (p.use = 'discard') AS discarded
    FROM conundruze.plays AS p JOIN chosen USING (match) GROUP BY ALL
),
together AS (
    SELECT match, game_number, count(*) FILTER (won) AS won FROM conundruze.castles GROUP BY ALL
)
SELECT
    c.player,
    count(DISTINCT c.match) AS matches,
    count(*) AS games,
    round(100 * count(*) FILTER (c.won) / count(*), 1) AS won_percent,
    round(100 * avg(together.won / c.players), 1) AS even_percent,
    round(avg(c.score), 2) AS average_score,
    min(c.score) AS lowest_score,
    round(100 * count(*) FILTER (c.finished) / count(*), 1) AS finished_first_percent,
    round(100 * count(*) FILTER (c.ducked) / count(*), 1) AS ducked_percent,
    round(avg(c.sealed_in), 2) AS average_sealed_in,
    round(100 * sum(p.taken) / nullif(sum(p.cards), 0), 1) AS taken_percent,
    round(100 * sum(p.discarded) / nullif(sum(p.cards), 0), 1) AS discarded_percent
FROM conundruze.castles AS c
JOIN chosen USING (match)
JOIN together ON together.match = c.match AND together.game_number = c.game_number
LEFT JOIN played AS p ON p.match = c.match AND p.game_number = c.game_number AND p.seat = c.seat
WHERE c.won IS NOT NULL
GROUP BY ALL
HAVING count(*) >= $fewest
ORDER BY average_score NULLS LAST, c.player
