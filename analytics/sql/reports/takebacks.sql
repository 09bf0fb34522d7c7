-- title: Who takes steps back
-- about: One row per game and player: how many of the steps entered for them were taken back later, those that fell
-- with an earlier one included. `corrected` counts only the step that each takeback was about, the first it removed.
-- counts: each step that was entered for a player once, however often corrections and `redo` decided it again, and
-- whether it was ever taken back; leaves out what the table does, and steps that a correction alone replaced or took
-- out count as entered.
-- apart: matches
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only this player.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out players with fewer steps.
-- plot: bars x=player y=taken_back_percent by=game of=entered
SELECT
    e.game,
    e.acted AS player,
    count(*) AS entered,
    count(*) FILTER (e.fell) AS taken_back,
    round(100 * taken_back / entered, 1) AS taken_back_percent,
    count(*) FILTER (e.fell_first) AS corrected
FROM entries AS e
JOIN match_lengths AS l ON l.match = e.match
WHERE e.acted IS NOT NULL
    AND ($game IS NULL OR e.game = lower($game))
    AND ($event IS NULL OR lower(l.event) = lower($event))
    AND ($player IS NULL OR lower(e.acted) = lower($player))
    AND ($since IS NULL OR l.day >= $since)
    AND ($until IS NULL OR l.day <= $until)
GROUP BY e.game, e.acted
HAVING entered >= $fewest
ORDER BY e.game, taken_back_percent DESC, entered DESC, player
