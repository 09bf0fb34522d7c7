-- title: The house edge over time
-- about: One row per hand of the match, the first, the second, ... over all matches with a house. `edge_percent` is
-- what the house gained for each 100 silvs that players paid into the pot in these hands; `average_house_total` is what
-- it had after the hand, in the matches that came so far.
-- counts: hands that were played to their end in matches with a house; late hands are of the matches that lasted so
-- long, and these are not like the others.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param players: INTEGER = NULL -- Only matches of so many players.
-- param fewest: INTEGER = 5 -- Leave out hands that fewer matches came to.
-- plot: line x=hand y=average_house_total cases=matches
-- note: Later hands are only of the matches that came so far, fewer and fewer of them.
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'hand-of-the-hanataz' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
        AND ($players IS NULL OR seats = $players)
)
SELECT
    h.hand,
    count(*) AS matches,
    sum(h.paid_in)::BIGINT AS paid_in,
    sum(h.house_gain)::BIGINT AS house_gain,
    round(avg(h.house_gain), 2) AS average_house_gain,
    round(100 * sum(h.house_gain) / nullif(sum(h.paid_in), 0), 1) AS edge_percent,
    round(avg(h.house_total), 2) AS average_house_total,
    round(100 * count(*) FILTER (h.house_total > 0) / count(*), 1) AS house_ahead_percent
FROM hand_of_the_hanataz.hands AS h
JOIN chosen USING (match)
JOIN hand_of_the_hanataz.match_started AS start USING (match)
WHERE h.cause IS NOT NULL AND NOT start.no_house
GROUP BY ALL
HAVING count(*) >= $fewest
ORDER BY h.hand
