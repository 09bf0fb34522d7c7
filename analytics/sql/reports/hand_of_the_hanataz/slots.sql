-- title: Which card of the Hanataz Hand to flip
-- about: One row per slot: nobody knows these cards, so the five should do alike. `house_percent` is the share of the
-- pots that the house got.
-- counts: challenges in which a card was flipped, in all matches; without a house it gets nothing, and what stayed
-- in the pot counts as pot.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=slot y=won_percent of=flipped
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'hand-of-the-hanataz' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
)
SELECT
    c.slot,
    count(*) AS flipped,
    round(100 * count(*) / sum(count(*)) OVER (), 1) AS chosen_percent,
    round(100 * count(*) FILTER (c.result = 'won') / count(*), 1) AS won_percent,
    round(100 * count(*) FILTER (c.result = 'beaten') / count(*), 1) AS beaten_percent,
    round(100 * count(*) FILTER (c.result = 'fool') / count(*), 1) AS fool_percent,
    round(100 * sum(c.to_house) / nullif(sum(c.pot), 0), 1) AS house_percent
FROM hand_of_the_hanataz.challenges AS c JOIN chosen USING (match)
WHERE c.slot IS NOT NULL AND ($player IS NULL OR lower(c.player) = lower($player))
GROUP BY c.slot
ORDER BY c.slot
