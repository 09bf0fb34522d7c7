-- title: Does the order of play matter?
-- about: One row per number of players and position in the round, 1 being the leader: how often the card won the trick
-- (null rounds have no winner), what each would win if all were equal, and the points per card.
-- counts: cards of rounds that were judged, in all matches, also those that are not finished; of `won_percent`
-- leaves out null rounds, of `won_bad_percent` all cards that did not win, of `average_points` nothing.
-- apart: seats
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- param players: INTEGER = NULL -- Only matches of so many players.
-- plot: heat x=position y=players by=won_percent of=cards
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'last-years-magic' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
)
SELECT
    chosen.seats AS players,
    p.position,
    count(*) AS cards,
    round(100 * count(*) FILTER (p.won) / nullif(count(*) FILTER (p.kind <> 'null'), 0), 1) AS won_percent,
    round(100 / chosen.seats, 1) AS even_percent,
    round(100 * count(*) FILTER (p.won AND p.kind = 'bad') / nullif(count(*) FILTER (p.won), 0), 1)
        AS won_bad_percent,
    round(100 * count(*) FILTER (p.follows) / count(*), 1) AS followed_percent,
    round(avg(p.points), 2) AS average_points
FROM last_years_magic.plays AS p JOIN chosen USING (match)
WHERE ($player IS NULL OR lower(p.player) = lower($player)) AND ($players IS NULL OR chosen.seats = $players)
GROUP BY ALL
ORDER BY players, p.position
