-- title: What decisions lost
-- about: One row per game and player of judged matches: what the player lost by decisions in which something else could
-- be done, by what they knew then. `lost` is in shares of the win, in games of one player in points. With the
-- interval the true mean of a decision lies, nineteen times of twenty, between `lost_per_decision_from` and
-- `lost_per_decision_to`; small amounts may be below 0, for the best move is measured apart from its choice.
-- counts: free decisions of the matches that are judged as they stand, the doubtful too (`ludograph judge --all` judges
-- matches); `sure` are the errors that are sure. For a player who asks with `--as` only their own decisions.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only this player.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out who made fewer free decisions.
-- plot: bars x=player y=lost_per_decision by=game cases=decisions
SELECT
    j.game,
    j.player,
    count(DISTINCT j.match) AS matches,
    count(*) AS decisions,
    round(sum(j.error), 4) AS lost,
    round(avg(j.error), 4) AS lost_per_decision,
    round(mean_from(avg(j.error), var_samp(j.error), count(*)), 4) AS lost_per_decision_from,
    round(mean_to(avg(j.error), var_samp(j.error), count(*)), 4) AS lost_per_decision_to,
    count(*) FILTER (j.sure) AS sure,
    round(100 * count(*) FILTER (j.sure) / count(*), 1) AS sure_percent
FROM judgements AS j
JOIN participations AS p ON p.match = j.match AND p.seat = j.seat
WHERE j.error IS NOT NULL
    AND ($game IS NULL OR p.game = lower($game))
    AND ($event IS NULL OR lower(p.event) = lower($event))
    AND ($player IS NULL OR lower(p.player) = lower($player))
    AND ($since IS NULL OR p.day >= $since)
    AND ($until IS NULL OR p.day <= $until)
GROUP BY j.game, j.player
HAVING count(*) >= $fewest
ORDER BY j.game, lost_per_decision, j.player
