-- title: When matches are decided
-- about: One row per game and number of players: after which part of the steps the winner was ahead alone and stayed so
-- to the end. `median_percent` is that of half the matches; in `in_last_tenth_percent` of them it was within the last
-- tenth of the steps. In the matches that are not among `ahead_at_end` the winner was not ahead alone after the last
-- step, by what counts on the table: the rules, a tie or a ruling decided then.
-- counts: finished matches of two or more players with one winner, after all rulings; percentages are of those in which
-- the winner was ahead alone at the end.
-- apart: seats
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out what was seen in fewer matches.
-- plot: bars x=players y=median_percent by=game of=ahead_at_end
WITH won AS (
    SELECT match, game, seats, seat
    FROM lone_winners
    WHERE ($game IS NULL OR game = lower($game))
        AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since)
        AND ($until IS NULL OR day <= $until)
),
settled AS (
    SELECT w.match, w.game, w.seats, 100 * l.from_step / m.steps AS share
    FROM won AS w
    JOIN matches AS m ON m.match = w.match
    LEFT JOIN leaders AS l ON l.match = w.match AND l.seat = w.seat AND l.to_step = m.steps
)
SELECT
    game,
    seats AS players,
    count(*) AS matches,
    count(share) AS ahead_at_end,
    round(avg(share), 1) AS average_percent,
    round(quantile_cont(share, 0.25), 1) AS first_quarter_percent,
    round(median(share), 1) AS median_percent,
    round(quantile_cont(share, 0.75), 1) AS third_quarter_percent,
    round(100 * count(*) FILTER (share >= 90) / nullif(count(share), 0), 1) AS in_last_tenth_percent
FROM settled
GROUP BY game, seats
HAVING count(*) >= $fewest
ORDER BY game, players
