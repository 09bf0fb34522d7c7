-- title: What luck did
-- about: One row per game and player of judged matches: how much luck the player had, in shares of the win, in games of
-- one player in points, and what became of it; the true mean of a match lies, nineteen times of twenty, between
-- `luck_per_match_from` and `luck_per_match_to`. `variance` is that of the results of all players of the judged
-- matches of the game, `variance_without_luck` that of results less luck. Where this is not below the first,
-- `varies_less` is false, and neither it nor a player's `result_without_luck` is told: it would say no more than
-- the result.
-- counts: finished matches that are judged as they stand (`ludograph judge --all` judges matches), with results as the
-- game has them, before rulings; of fewer than two matches nothing varies. For a player who asks with `--as` luck is
-- what it was by their own knowledge.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only this player; what varies is still of all.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out who played fewer such matches.
-- plot: bars x=player y=luck_per_match by=game cases=matches
WITH sums AS (
    SELECT
        j.match,
        j.seat,
        any_value(j.game) AS game,
        any_value(j.player) AS player,
        sum(j.luck) AS luck,
        arg_max(j.value, j.step) AS result
    FROM judgements AS j
    JOIN participations AS p ON p.match = j.match AND p.seat = j.seat
    WHERE p.over
        AND ($game IS NULL OR p.game = lower($game))
        AND ($event IS NULL OR lower(p.event) = lower($event))
        AND ($since IS NULL OR p.day >= $since)
        AND ($until IS NULL OR p.day <= $until)
    GROUP BY j.match, j.seat
),
varied AS (
    SELECT
        game,
        round(var_pop(result), 6) AS raw,
        round(var_pop(result - luck), 6) AS adjusted,
        count(DISTINCT match) > 1 AND adjusted < raw AS less
    FROM sums
    GROUP BY game
)
SELECT
    s.game,
    s.player,
    count(*) AS matches,
    round(sum(s.luck), 4) AS luck,
    round(avg(s.luck), 4) AS luck_per_match,
    round(mean_from(avg(s.luck), var_samp(s.luck), count(*)), 4) AS luck_per_match_from,
    round(mean_to(avg(s.luck), var_samp(s.luck), count(*)), 4) AS luck_per_match_to,
    round(avg(s.result), 4) AS result,
    if(any_value(v.less), round(avg(s.result - s.luck), 4), NULL) AS result_without_luck,
    any_value(v.raw) AS variance,
    if(any_value(v.less), any_value(v.adjusted), NULL) AS variance_without_luck,
    any_value(v.less) AS varies_less
FROM sums AS s
JOIN varied AS v ON v.game = s.game
WHERE $player IS NULL OR lower(s.player) = lower($player)
GROUP BY s.game, s.player
HAVING count(*) >= $fewest
ORDER BY s.game, luck_per_match DESC, s.player
