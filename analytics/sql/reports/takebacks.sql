-- title: Who takes steps back
-- about: One row per game and player: how many of the steps entered for them were taken back later, those that fell
-- with an earlier one included. `corrected` counts only the step that each takeback was about, the first it removed.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only this player.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out players with fewer steps.
-- plot: bars x=player y=taken_back_percent by=game of=entered
WITH first_fallen AS (
    SELECT match, takeback, min(step) AS step FROM taken_back GROUP BY match, takeback
)
SELECT
    s.game,
    s.player,
    count(*) FILTER (s.was_version IS NULL) AS entered,
    count(s.taken_back_by) AS taken_back,
    round(100 * taken_back / entered, 1) AS taken_back_percent,
    count(f.step) AS corrected
FROM entered.steps AS s
JOIN match_lengths AS l ON l.match = s.match
LEFT JOIN first_fallen AS f ON f.match = s.match AND f.takeback = s.taken_back_by AND f.step = s.step
WHERE s.player IS NOT NULL
    AND ($game IS NULL OR s.game = lower($game))
    AND ($event IS NULL OR lower(l.event) = lower($event))
    AND ($player IS NULL OR lower(s.player) = lower($player))
    AND ($since IS NULL OR l.day >= $since)
    AND ($until IS NULL OR l.day <= $until)
GROUP BY s.game, s.player
HAVING entered >= $fewest
ORDER BY s.game, taken_back_percent DESC, entered DESC, s.player
