-- title: What each wizard did
-- about: One row per player: cards put forward, tricks won, good and bad, points, how often the leader's card won,
-- and how many words were spoken.
-- counts: cards of rounds that were judged, in all matches, also those that are not finished; points are those of
-- the rules, before all rulings, and `average_points` is for each match. Words are all that the player said in any
-- match, judged round or not.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- param fewest: INTEGER = 1 -- Leave out players who put forward fewer cards than this.
-- plot: bars x=player y=points
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'last-years-magic' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
played AS (
    SELECT player, count(DISTINCT p.match) AS matches, count(*) AS cards, count(*) FILTER (position = 1) AS led,
        count(*) FILTER (won AND kind = 'good') AS good, count(*) FILTER (won AND kind = 'bad') AS bad,
        count(*) FILTER (won AND position = 1) AS led_and_won, sum(points)::BIGINT AS points
    FROM last_years_magic.plays AS p JOIN chosen USING (match) GROUP BY player
),
spoken AS (
    SELECT player, sum(words)::BIGINT AS words
    FROM last_years_magic.talk JOIN chosen USING (match) GROUP BY player
)
SELECT
    c.player,
    c.matches,
    c.cards,
    c.led,
    round(100 * c.led_and_won / nullif(c.led, 0), 1) AS won_as_leader_percent,
    c.good AS good_tricks,
    c.bad AS bad_tricks,
    c.points,
    round(c.points / c.matches, 2) AS average_points,
    coalesce(spoken.words, 0) AS words
FROM played AS c LEFT JOIN spoken USING (player)
WHERE c.cards >= $fewest AND ($player IS NULL OR lower(c.player) = lower($player))
ORDER BY average_points DESC, c.player
