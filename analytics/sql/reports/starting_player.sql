-- title: Does it matter who begins?
-- about: One row per game, number of players and distance from the player who began the match by the rules of its game:
-- 0 is that player, 1 the next to the left, and so on. Over finished matches of two or more. That is not always who acted
-- first: in Conundruze all turn up cards first, in any order, and who sits left of the caster has the first turn. In games
-- that go hand by hand it is who begins the first. Read `above_chance` as in the report `seats`.
-- counts: finished matches of two or more players of which it is known who began, after all rulings; of `won_percent` and
-- what follows from it leaves out those in which nobody knows who won, so that it is of the `decided` ones, and of averages
-- what is not known.
-- apart: seats
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out what was seen in fewer matches.
-- plot: bars x=seats_after_first y=won_percent by=game,players of=decided even=even_percent
SELECT
    p.game,
    p.seats AS players,
    (p.seat - l.starting_seat + p.seats) % p.seats AS seats_after_first,
    count(*) AS matches,
    count(p.won) AS decided,
    count(*) FILTER (p.won) AS won,
    round(100 * avg(CAST(p.won AS INTEGER)), 1) AS won_percent,
    round(100 * avg(p.even), 1) AS even_percent,
    round(percent_from(count(*) FILTER (p.won), count(p.won)), 1) AS won_percent_from,
    round(percent_to(count(*) FILTER (p.won), count(p.won)), 1) AS won_percent_to,
    round((count(*) FILTER (p.won) - sum(p.even)) / nullif(sqrt(sum(p.even * (1 - p.even))), 0), 2) AS above_chance,
    round(avg(p.score), 2) AS average_score,
    round(avg(p.place), 2) AS average_place
FROM participations AS p
JOIN match_lengths AS l ON l.match = p.match
WHERE p.over AND p.seats > 1 AND l.starting_seat IS NOT NULL
    AND ($game IS NULL OR p.game = lower($game))
    AND ($event IS NULL OR lower(p.event) = lower($event))
    AND ($since IS NULL OR p.day >= $since)
    AND ($until IS NULL OR p.day <= $until)
GROUP BY ALL
HAVING count(*) >= $fewest
ORDER BY p.game, players, seats_after_first
