-- One row per problem of a match, that is for each premonition.
-- `count` is the number of cards that were looked at; `nature` is NULL where it is not known. `rounds` are those that
-- were judged on it, `solved` says whether a good trick ended it, and `solver` is whose trick that was.
WITH rounds AS (
    SELECT match, problem, count(*) AS rounds, count(*) FILTER (kind = 'null') AS null_rounds,
        count(*) FILTER (kind = 'bad') AS bad_tricks, bool_or(kind = 'good') AS solved,
        any_value(winner) FILTER (kind = 'good') AS solver, sum(points)::BIGINT AS points
    FROM last_years_magic.rounds GROUP BY ALL
)
SELECT
    had.match,
    had.problem,
    had.step,
    had.version,
    had.seat AS prophet_seat,
    s.player AS prophet,
    had.count,
    had.cards,
    had.nature,
    coalesce(rounds.rounds, 0) AS rounds,
    coalesce(rounds.null_rounds, 0) AS null_rounds,
    coalesce(rounds.bad_tricks, 0) AS bad_tricks,
    coalesce(rounds.solved, false) AS solved,
    rounds.solver,
    coalesce(rounds.points, 0) AS points
FROM last_years_magic.premonition_had AS had
JOIN seats AS s ON s.match = had.match AND s.seat = had.seat
LEFT JOIN rounds ON rounds.match = had.match AND rounds.problem = had.problem
