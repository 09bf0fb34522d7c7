-- title: Who profits from holding a card
-- about: One row per game and card: how often those won who got it, in any way (dealt, drawn, bought, won ..., see the
-- view `received`), beside how often they would win if all players were alike. `above_chance` says by how many standard
-- deviations that is more: beyond 2 or below -2 it is rarely chance, of many cards some are by chance. It does not say
-- that they won because of it.
-- counts: players of finished matches of two or more players, after all rulings, each once for a match and a card;
-- leaves out cards that are not known (`??`), of percentages matches in which nobody knows who won, of averages what is
-- not known. `others_average_score` is of the players of the same matches who did not get it.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only this player.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out cards that fewer players got.
-- plot: bars x=card y=won_percent by=game of=decided even=even_percent
WITH chosen AS (
    SELECT *
    FROM participations
    WHERE over AND seats > 1
        AND ($game IS NULL OR game = lower($game))
        AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since)
        AND ($until IS NULL OR day <= $until)
),
got AS (
    SELECT DISTINCT r.match, r.seat, r.card, r.name
    FROM received AS r
    SEMI JOIN chosen AS c ON c.match = r.match
    WHERE r.card <> '??'
),
held AS (
    SELECT g.match, g.card, g.name, c.game, c.won, c.even, c.score, c.seats, g.seat
    FROM got AS g
    JOIN chosen AS c ON c.match = g.match AND c.seat = g.seat
    WHERE $player IS NULL OR lower(c.player) = lower($player)
),
others AS (
    SELECT h.game, h.card, avg(c.score) AS score
    FROM (SELECT DISTINCT match, game, card FROM held) AS h
    JOIN chosen AS c ON c.match = h.match
    ANTI JOIN got AS g ON g.match = c.match AND g.seat = c.seat AND g.card = h.card
    GROUP BY h.game, h.card
)
SELECT
    h.game,
    h.card,
    any_value(h.name) AS name,
    count(*) AS held,
    count(h.won) AS decided,
    count(*) FILTER (h.won) AS won,
    round(100 * avg(CAST(h.won AS INTEGER)), 1) AS won_percent,
    round(round(100 * avg(h.even), 9), 1) AS even_percent,
    round(percent_from(count(*) FILTER (h.won), count(h.won)), 1) AS won_percent_from,
    round(percent_to(count(*) FILTER (h.won), count(h.won)), 1) AS won_percent_to,
    round(round((count(*) FILTER (h.won) - sum(h.even)) / nullif(sqrt(sum(h.even * (1 - h.even))), 0), 9), 2)
        AS above_chance,
    round(avg(h.score), 2) AS average_score,
    round(any_value(o.score), 2) AS others_average_score
FROM held AS h
LEFT JOIN others AS o ON o.game = h.game AND o.card = h.card
GROUP BY h.game, h.card
HAVING count(*) >= $fewest
ORDER BY h.game, above_chance DESC NULLS LAST, h.card
