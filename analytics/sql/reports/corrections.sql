-- title: Takebacks one by one
-- about: One row per takeback that undid something, newest first: what was taken back, who had acted, who took it back
-- and why, and how many seconds after the entry. Reasons are for the judge.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only where the first step taken back was of this player.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
SELECT
    t.match,
    t.game,
    min(t.step) AS first_step,
    count(*) AS steps,
    arg_min(t.acted, t.step) AS player,
    arg_min(t.verb, t.step) AS verb,
    any_value(t.taken_back_by) AS taken_back_by,
    any_value(t.reason) AS reason,
    any_value(t.taken_back_at) AS taken_back_at,
    arg_min(t.seconds, t.step) AS seconds_after_entry
FROM taken_back AS t
JOIN match_lengths AS l ON l.match = t.match
WHERE ($game IS NULL OR t.game = lower($game))
    AND ($event IS NULL OR lower(l.event) = lower($event))
    AND ($since IS NULL OR l.day >= $since)
    AND ($until IS NULL OR l.day <= $until)
GROUP BY t.match, t.game, t.takeback
HAVING $player IS NULL OR lower(arg_min(t.acted, t.step)) = lower($player)
ORDER BY taken_back_at DESC, t.match, first_step
