-- title: Does the seat matter?
-- about: One row per game, number of players and seat, over finished matches of two or more players. `even_percent` is
-- what a seat would win if all were alike; between `won_percent_from` and `won_percent_to` the true percentage lies
-- nineteen times of twenty; `above_chance` says by how many standard deviations it wins more: beyond 2
-- or below -2 it is rarely chance.
-- counts: finished matches of two or more players, after all rulings; of `won_percent` and what follows from it leaves
-- out those in which nobody knows who won, so that it is of the `decided` ones, and of averages what is not known.
-- apart: seats
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out what was seen in fewer matches.
-- plot: bars x=seat y=won_percent by=game,players of=decided even=even_percent
SELECT
    game,
    seats AS players,
    seat,
    count(*) AS matches,
    count(p.won) AS decided,
    count(*) FILTER (p.won) AS won,
    round(100 * avg(CAST(p.won AS INTEGER)), 1) AS won_percent,
    round(100 * avg(even), 1) AS even_percent,
    round(percent_from(count(*) FILTER (p.won), count(p.won)), 1) AS won_percent_from,
    round(percent_to(count(*) FILTER (p.won), count(p.won)), 1) AS won_percent_to,
    round((count(*) FILTER (p.won) - sum(even)) / nullif(sqrt(sum(even * (1 - even))), 0), 2) AS above_chance,
    round(avg(score), 2) AS average_score,
    round(avg(place), 2) AS average_place
FROM participations AS p
WHERE over AND seats > 1
    AND ($game IS NULL OR game = lower($game))
    AND ($event IS NULL OR lower(event) = lower($event))
    AND ($since IS NULL OR day >= $since)
    AND ($until IS NULL OR day <= $until)
GROUP BY ALL
HAVING count(*) >= $fewest
ORDER BY game, players, seat
