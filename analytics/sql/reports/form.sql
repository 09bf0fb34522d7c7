-- title: The form of players
-- about: One row per player: the newest matches, in the order of the view `chronology`, beside all before them.
-- `results` has a letter for each of them, the newest last: W for won, L for not, ? where nobody knows. `better_by` is
-- by how many points `won_percent` is above what it was before.
-- counts: finished matches of two or more players, after all rulings; of percentages and averages leaves out those in
-- which nobody knows who won. Who is written otherwise (`ANN`) is another player.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only this player.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param newest: INTEGER = 5 -- How many matches count as the newest.
-- param fewest: INTEGER = 1 -- Leave out players with fewer matches.
-- plot: bars x=player y=won_percent of=decided even=won_before_percent
WITH played AS (
    SELECT
        p.player,
        p.won,
        p.place,
        c.day,
        c.number,
        row_number() OVER (PARTITION BY p.player ORDER BY c.number DESC) <= $newest AS lately
    FROM participations AS p
    JOIN chronology AS c ON c.match = p.match
    WHERE p.over AND p.seats > 1
        AND ($game IS NULL OR p.game = lower($game))
        AND ($event IS NULL OR lower(p.event) = lower($event))
        AND ($since IS NULL OR p.day >= $since)
        AND ($until IS NULL OR p.day <= $until)
        AND ($player IS NULL OR lower(p.player) = lower($player))
)
SELECT
    player,
    count(*) AS matches,
    string_agg(CASE WHEN won THEN 'W' WHEN NOT won THEN 'L' ELSE '?' END, ' ' ORDER BY number)
        FILTER (lately) AS results,
    count(won) FILTER (lately) AS decided,
    round(100 * avg(CAST(won AS INTEGER)) FILTER (lately), 1) AS won_percent,
    round(100 * avg(CAST(won AS INTEGER)) FILTER (NOT lately), 1) AS won_before_percent,
    round(
        100 * (avg(CAST(won AS INTEGER)) FILTER (lately) - avg(CAST(won AS INTEGER)) FILTER (NOT lately)), 1
    ) AS better_by,
    round(avg(place) FILTER (lately), 2) AS average_place,
    round(avg(place) FILTER (NOT lately), 2) AS average_place_before,
    max(day) AS last_played
FROM played
GROUP BY player
HAVING count(*) >= $fewest
ORDER BY better_by DESC NULLS LAST, player
