-- One row per player, game, number of players and position, over finished matches.
-- Position 1 is who began the match by the rules, 2 the next to the left, and so on. `above_chance` is by how many standard
-- deviations more was won than if all players were alike. Matches of which nobody knows who won are left out.
WITH counted AS (
    SELECT
        p.player,
        p.game,
        p.seats,
        (p.seat - l.starting_seat + p.seats) % p.seats + 1 AS position,
        count(*) AS matches,
        count(*) FILTER (p.won) AS wins,
        sum(p.even) AS fair,
        sum(p.even * (1 - p.even)) AS spread,
        avg(p.place) AS place
    FROM participations AS p
    JOIN match_lengths AS l ON l.match = p.match
    WHERE p.over AND p.seats > 1 AND p.won IS NOT NULL AND l.starting_seat IS NOT NULL
    GROUP BY ALL
)
SELECT
    player,
    game,
    seats,
    position,
    matches,
    wins,
    round(100 * wins / matches, 1) AS won_percent,
    round(100 * fair / matches, 1) AS even_percent,
    round(percent_from(wins, matches), 1) AS won_percent_from,
    round(percent_to(wins, matches), 1) AS won_percent_to,
    round((wins - fair) / nullif(sqrt(spread), 0), 2) AS above_chance,
    round(place, 2) AS average_place
FROM counted
