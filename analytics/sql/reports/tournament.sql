-- title: The results of a tournament
-- about: One row per table of each round of a tournament, or of all where none is named, and one for those who sit a round
-- out: what is played, and the players in the order of their places, with their scores (`??` where the score is not
-- known, `-` where there is none) and with what these are worth by the tournament's own scoring. `counts` says whether
-- it counts there: a second match for a table, or one of no table, does not.
-- Matches of an event that was not organised here have a row each as well, with the round and table that they say, but
-- neither points nor `counts`. Who stands where is in the report `standings`.
-- counts: every seated table, recorded or entered, byes, and every match that names a tournament, also those that go on
-- or were abandoned; results are those after all rulings. Leaves out matches of no tournament.
-- apart: matches
-- param event: VARCHAR = NULL -- Only this tournament, by its name or its organiser's own id.
-- param round: VARCHAR = NULL -- Only this round.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param player: VARCHAR = NULL -- Only tables and byes of this player.
SELECT
    event,
    round,
    at_table AS "table",
    game,
    any_value(day) AS day,
    stage,
    string_agg(player, ', ' ORDER BY player) FILTER (won) AS winners,
    string_agg(
        player || CASE WHEN unknown THEN ' ??' WHEN stage <> 'bye' THEN ' ' || coalesce(CAST(score AS VARCHAR), '-') ELSE '' END,
        ', ' ORDER BY place, seat, player
    ) AS scores,
    string_agg(player || ' ' || coalesce(shortly(points), '??'), ', ' ORDER BY place, seat, player)
        FILTER (points IS NOT NULL OR (stage = 'over' AND counts)) AS points,
    stage = 'over' AS over,
    counts,
    match
FROM tournament_seats
WHERE ($event IS NULL
        OR lower(event) = lower($event)
        OR tournament IN (
            SELECT t.tournament FROM tournaments AS t
            WHERE lower($event) IN (lower(t.source), CAST(t.tournament AS VARCHAR))
        ))
    AND ($round IS NULL OR lower(round) = lower($round))
    AND ($game IS NULL OR game = lower($game))
GROUP BY event, tournament, round, at_table, game, stage, counts, match
HAVING $player IS NULL OR bool_or(lower(player) = lower($player))
ORDER BY
    event,
    tournament,
    TRY_CAST(round AS INTEGER),
    round,
    at_table = 'bye',
    TRY_CAST(at_table AS INTEGER),
    at_table,
    counts IS NOT NULL AND NOT counts,
    day,
    match
