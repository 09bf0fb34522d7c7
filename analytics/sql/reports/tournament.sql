-- title: The results of a tournament
-- about: One row per match of a tournament, or of all where none is named: round, table, and the players in the order
-- of their places with their scores (`??` where the score is not known, `-` before the end).
-- What an organiser entered on paper, byes and points are in the tables `seatings` and `standings`, and in
-- `ludograph tournament standings`.
-- counts: every match that names a tournament, also those that go on or were abandoned; results are those after all
-- rulings. Leaves out matches of no tournament.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param round: VARCHAR = NULL -- Only this round.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param player: VARCHAR = NULL -- Only matches in which this player plays.
SELECT
    p.event,
    p.round,
    p.at_table AS "table",
    p.game,
    any_value(p.day) AS day,
    string_agg(p.player, ', ' ORDER BY p.player) FILTER (p.won) AS winners,
    string_agg(
        p.player || ' ' || CASE WHEN p.unknown THEN '??' ELSE coalesce(CAST(p.score AS VARCHAR), '-') END,
        ', ' ORDER BY p.place, p.seat
    ) AS scores,
    any_value(p.over) AS over,
    p.match
FROM participations AS p
WHERE p.event <> ''
    AND ($event IS NULL OR lower(p.event) = lower($event))
    AND ($round IS NULL OR lower(p.round) = lower($round))
    AND ($game IS NULL OR p.game = lower($game))
    AND ($player IS NULL OR p.match IN (SELECT match FROM participations WHERE lower(player) = lower($player)))
GROUP BY p.event, p.round, p.at_table, p.game, p.match
ORDER BY p.event, TRY_CAST(p.round AS INTEGER), p.round, TRY_CAST(p.at_table AS INTEGER), p.at_table, day, p.match
