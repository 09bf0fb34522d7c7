-- title: Variants of the rules compared
-- about: One row per game, number of players and set of options. For each match the average of its scores is taken:
-- `average_score` is the mean of those, `spread` their standard deviation (of a sample), and between
-- `average_score_from` and `average_score_to` the true mean lies nineteen times of twenty (by Student's distribution).
-- `differs_p` is the p-value of Welch's t test against all other matches of the game with as many players: so often a
-- difference as large would come by chance; `steps_differ_p` is the same of how many steps a match takes, of which
-- `steps_spread` is the deviation. `seat_balance_p` is that of a chi-squared test of how often each seat won:
-- small where seats are not alike. Of many variants some are below 0.05 by chance.
-- counts: finished matches, after all rulings; leaves out of scores those that are not known, of the balance of seats
-- matches for one player, those with several winners and those in which nobody knows who won. A p-value is missing
-- where there are fewer than two matches on either side, or no spread; that of seats where fewer than five wins a seat
-- are expected.
-- apart: seats options
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out variants with fewer matches.
WITH chosen AS (
    SELECT p.*, CAST(s.options AS VARCHAR) AS options
    FROM participations AS p
    JOIN starts AS s ON s.match = p.match
    WHERE p.over
        AND ($game IS NULL OR p.game = lower($game))
        AND ($event IS NULL OR lower(p.event) = lower($event))
        AND ($since IS NULL OR p.day >= $since)
        AND ($until IS NULL OR p.day <= $until)
),
each_match AS (
    SELECT
        c.match,
        c.game,
        c.seats,
        c.options,
        avg(c.score) AS score,
        any_value(m.steps) AS steps,
        any_value(l.lead) AS lead
    FROM chosen AS c
    JOIN matches AS m ON m.match = c.match
    LEFT JOIN leads AS l ON l.match = c.match
    GROUP BY c.match, c.game, c.seats, c.options
),
own AS (
    SELECT
        game,
        seats,
        options,
        count(*) AS matches,
        avg(steps) AS steps,
        var_samp(steps) AS steps_variance,
        sum(steps) AS all_steps,
        sum(steps * steps) AS steps_squares,
        avg(lead) AS lead,
        count(score) AS n,
        avg(score) AS mean,
        coalesce(var_samp(score), 0) AS variance,
        sum(score) AS total,
        sum(score * score) AS squares
    FROM each_match
    GROUP BY game, seats, options
),
rest AS (
    SELECT
        *,
        (sum(n) OVER alike) - n AS rest_n,
        ((sum(total) OVER alike) - total) / nullif((sum(n) OVER alike) - n, 0) AS rest_mean,
        (sum(squares) OVER alike) - squares AS rest_squares,
        (sum(matches) OVER alike) - matches AS rest_matches,
        ((sum(all_steps) OVER alike) - all_steps) / nullif((sum(matches) OVER alike) - matches, 0) AS rest_steps,
        (sum(steps_squares) OVER alike) - steps_squares AS rest_steps_squares
    FROM own
    WINDOW alike AS (PARTITION BY game, seats)
),
wins AS (
    SELECT game, seats, options, seat, count(*) FILTER (won) AS won, count(*) / any_value(seats) AS expected
    FROM chosen
    SEMI JOIN (
        SELECT match FROM chosen WHERE seats > 1
        GROUP BY match HAVING count(*) FILTER (won) = 1 AND count(won) = count(*)
    ) AS alone ON alone.match = chosen.match
    GROUP BY game, seats, options, seat
),
balance AS (
    SELECT
        game,
        seats,
        options,
        CAST(sum(won) AS BIGINT) AS decided,
        CASE WHEN min(expected) >= 5 THEN sum((won - expected) * (won - expected) / expected) END AS uneven
    FROM wins
    GROUP BY game, seats, options
)
SELECT
    r.game,
    r.seats AS players,
    r.options,
    r.matches,
    round(r.steps, 2) AS average_steps,
    round(sqrt(r.steps_variance), 2) AS steps_spread,
    round(
        welch_p(
            r.steps, r.steps_variance, r.matches, r.rest_steps,
            (r.rest_steps_squares - r.rest_matches * r.rest_steps * r.rest_steps) / nullif(r.rest_matches - 1, 0),
            r.rest_matches
        ), 3
    ) AS steps_differ_p,
    round(r.mean, 2) AS average_score,
    CASE WHEN r.n > 1 THEN round(sqrt(r.variance), 2) END AS spread,
    round(mean_from(r.mean, r.variance, r.n), 2) AS average_score_from,
    round(mean_to(r.mean, r.variance, r.n), 2) AS average_score_to,
    round(
        welch_p(
            r.mean, r.variance, r.n, r.rest_mean,
            (r.rest_squares - r.rest_n * r.rest_mean * r.rest_mean) / nullif(r.rest_n - 1, 0), r.rest_n
        ), 3
    ) AS differs_p,
    round(r.lead, 2) AS average_lead,
    coalesce(b.decided, 0) AS decided,
    round(chi_squared_p(b.uneven, r.seats - 1), 3) AS seat_balance_p
FROM rest AS r
LEFT JOIN balance AS b ON b.game = r.game AND b.seats = r.seats AND b.options = r.options
WHERE r.matches >= $fewest
ORDER BY r.game, players, r.matches DESC, r.options
