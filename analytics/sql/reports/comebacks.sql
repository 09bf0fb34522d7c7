-- title: The greatest comebacks
-- about: One row per finished match that somebody won alone who had been behind, those who were furthest behind first
-- in each game. `behind_by` is by how much less counted for the winner than for the best of the others, at the worst
-- moment (`at_step`, the first of several), `behind_whom` who was the best then; in a game in which the lowest score
-- wins it is how much more. `ahead_from_step` is the first step after that with which the winner was ahead alone again.
-- What counts is what whoever asks knows: for the judge also cards that lay face down and that nobody had seen;
-- `--as table` is what all at the table saw.
-- counts: finished matches of two or more players with one winner, after all rulings; leaves out those in which the
-- winner was never behind, as far as it is known what counted.
-- apart: matches
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only matches that this player won.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param most: INTEGER = 10 -- How many matches of each game.
WITH won AS (
    SELECT match, game, seat, player, day, event
    FROM lone_winners
    WHERE ($game IS NULL OR game = lower($game))
        AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since)
        AND ($until IS NULL OR day <= $until)
),
behind AS (
    SELECT w.match, c.step, -c.ahead AS behind_by
    FROM won AS w
    JOIN worth_changes AS c ON c.match = w.match AND c.seat = w.seat
    WHERE c.ahead < 0
    QUALIFY row_number() OVER (PARTITION BY w.match ORDER BY c.ahead, c.step) = 1
),
best AS (
    SELECT b.match, string_agg(c.player, ', ' ORDER BY c.seat) AS players
    FROM behind AS b
    JOIN won AS w ON w.match = b.match
    JOIN worth_changes AS own ON own.match = b.match AND own.step = b.step AND own.seat = w.seat
    JOIN worth_changes AS c ON c.match = b.match AND c.step = b.step AND c.seat <> w.seat AND c.worth = own.best_other
        AND NOT c.eliminated
    GROUP BY b.match
),
again AS (
    SELECT b.match, min(c.step) AS step
    FROM behind AS b
    JOIN won AS w ON w.match = b.match
    JOIN worth_changes AS c ON c.match = b.match AND c.seat = w.seat AND c.step > b.step AND c.ahead_alone
    GROUP BY b.match
)
SELECT
    w.game,
    w.match,
    w.day,
    w.event,
    w.player,
    round(b.behind_by, 1) AS behind_by,
    best.players AS behind_whom,
    b.step AS at_step,
    again.step AS ahead_from_step,
    m.steps,
    l.lead AS won_by
FROM won AS w
JOIN behind AS b ON b.match = w.match
JOIN best ON best.match = w.match
JOIN matches AS m ON m.match = w.match
LEFT JOIN again ON again.match = w.match
LEFT JOIN leads AS l ON l.match = w.match
WHERE $player IS NULL OR lower(w.player) = lower($player)
QUALIFY row_number() OVER (PARTITION BY w.game ORDER BY b.behind_by DESC, w.match) <= $most
ORDER BY w.game, b.behind_by DESC, w.match
