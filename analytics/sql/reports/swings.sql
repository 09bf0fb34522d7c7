-- title: Which actions change most
-- about: One row per game and action of players: by how much with such a step that changes which counts for whoever
-- does it, and for the others together. In a game in which the lowest score wins, more is worse. `changed_percent` says
-- how often it changed for anybody.
-- counts: steps of players that stand, of finished matches of two or more players; what counts is what the players
-- have, or are expected to have by whoever asks, to a tenth; leaves out of averages and extremes what is not known
-- before or after the step.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only this player.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out actions that were done less often.
-- plot: bars x=verb y=average_change by=game cases=steps
WITH chosen AS (
    SELECT s.match, s.game, s.step, s.verb, s.actor
    FROM steps AS s
    JOIN participations AS p ON p.match = s.match AND p.seat = s.actor
    WHERE p.over AND p.seats > 1
        AND ($game IS NULL OR p.game = lower($game))
        AND ($event IS NULL OR lower(p.event) = lower($event))
        AND ($since IS NULL OR p.day >= $since)
        AND ($until IS NULL OR p.day <= $until)
        AND ($player IS NULL OR lower(p.player) = lower($player))
),
changed AS (
    SELECT
        s.match,
        s.step,
        any_value(s.game) AS game,
        any_value(s.verb) AS verb,
        bool_or(c.change <> 0) AS changes,
        max(if(c.step IS NULL, 0, c.change)) FILTER (c.step IS NULL OR c.seat = s.actor) AS own,
        if(
            count(*) FILTER (c.seat <> s.actor AND c.change IS NULL) = 0,
            coalesce(sum(c.change) FILTER (c.seat <> s.actor), 0),
            NULL
        ) AS others
    FROM chosen AS s
    LEFT JOIN worth_changes AS c ON c.match = s.match AND c.step = s.step
    GROUP BY s.match, s.step
)
SELECT
    game,
    verb,
    count(*) AS steps,
    round(100 * count(*) FILTER (changes) / count(*), 1) AS changed_percent,
    round(avg(own), 2) AS average_change,
    round(max(own), 1) AS most_gained,
    round(min(own), 1) AS most_lost,
    round(avg(others), 2) AS average_change_of_others
FROM changed
GROUP BY game, verb
HAVING count(*) >= $fewest
ORDER BY game, average_change DESC NULLS LAST, verb
