-- title: Who stands where in tournaments
-- about: One row per tournament and player, after its last seated round or another: place and points by the
-- tournament's own scoring and tie-breaks, as `ludograph tournament standings` prints them. `played` and `byes` are how
-- many matches count and how many rounds were sat out, `missed` how many had begun before they were entered,
-- `penalties` the points that were taken off, and `tie_breaks` is JSON. Place and points are NULL where a score that nobody knows leaves them open.
-- Matches of an event that was not organised here have no scoring: the report `win-rates` says who won how often.
-- counts: tables that are over, recorded or entered, after all rulings and corrections, with byes of rounds that have
-- begun and the penalties till then; leaves out whoever was entered after the round.
-- apart: matches
-- param event: VARCHAR = NULL -- Only this tournament, by its name or its organiser's own id.
-- param round: VARCHAR = NULL -- As they were after this round; `all` for each.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=player y=points by=event,after_round
WITH taken AS (
    SELECT s.tournament, s.after_round, s.player, sum(p.points) AS points
    FROM standings AS s
    JOIN penalties AS p ON p.tournament = s.tournament AND p.player = s.player AND p.round <= s.after_round
    GROUP BY s.tournament, s.after_round, s.player
)
SELECT
    t.name AS event,
    s.after_round,
    s.place,
    s.player,
    s.points,
    s.played,
    s.byes,
    s.missed,
    coalesce(p.points, 0) AS penalties,
    s.tie_breaks,
    s.withdrawn
FROM standings AS s
JOIN tournaments AS t ON t.tournament = s.tournament
JOIN entrants AS e ON e.tournament = s.tournament AND e.player = s.player
LEFT JOIN taken AS p ON p.tournament = s.tournament AND p.after_round = s.after_round AND p.player = s.player
WHERE ($event IS NULL OR lower($event) IN (lower(t.name), lower(t.source), CAST(t.tournament AS VARCHAR)))
    AND (lower($round) = 'all' OR CAST(s.after_round AS VARCHAR) = coalesce($round, CAST(t.rounds AS VARCHAR)))
    AND ($player IS NULL OR lower(s.player) = lower($player))
ORDER BY t.opened_at, t.tournament, s.after_round, s.place IS NULL, s.place, e.number
