-- title: What wins a challenge
-- about: One row per number of the controlling card. Beaten: the house takes half; fool: the Fool was flipped, and his
-- tokens decide. `kept_percent` is the share of the pot that the challenger got.
-- counts: challenges in all matches, also those that are not finished; the pot is what lay in it, so that without a
-- house what stayed for the next hand is not kept.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=number y=won_percent of=challenges
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'hand-of-the-hanataz' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
)
SELECT
    c.number,
    count(*) AS challenges,
    round(100 * count(*) FILTER (c.result = 'won') / count(*), 1) AS won_percent,
    round(100 * count(*) FILTER (c.result = 'beaten') / count(*), 1) AS beaten_percent,
    round(100 * count(*) FILTER (c.result = 'beaten' AND TRY_CAST(c.flipped_rank AS BIGINT) > 0) / count(*), 1)
        AS beaten_by_number_percent,
    round(100 * count(*) FILTER (c.result = 'fool') / count(*), 1) AS fool_percent,
    round(avg(c.pot), 2) AS average_pot,
    round(avg(c.from_pot), 2) AS average_won,
    round(100 * sum(c.from_pot) / nullif(sum(c.pot), 0), 1) AS kept_percent
FROM hand_of_the_hanataz.challenges AS c JOIN chosen USING (match)
WHERE $player IS NULL OR lower(c.player) = lower($player)
GROUP BY ALL
ORDER BY c.number
