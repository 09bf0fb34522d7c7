-- title: What ducked
-- about: One row per round and category that was given up (none: not known). It is what the down cards could have made
-- of the table as it lay when the hand ended. `better_than_winner_percent`: how often that would have beaten the
-- winners.
-- counts: ducks in hands that were played to their end, in all matches; `better_than_winner_percent` is of those where
-- the cards of all who won are known, and the winner is who had the best of these.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- param round: ENUM('deal', 'cast', 'dance', 'trick', 'down', 'showdown') = NULL -- Only what ducked in this round.
-- plot: bars x=category_name y=ducked by=ducked_in
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'fools-down' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
)
SELECT
    d.ducked_in,
    d.category,
    coalesce(d.category_name, 'none') AS category_name,
    count(*) AS ducked,
    round(100 * count(*) / sum(count(*)) OVER (PARTITION BY d.ducked_in), 1) AS of_the_round_percent,
    round(avg(d.staked), 2) AS average_staked,
    round(100 * count(*) FILTER (d.raised) / count(*), 1) AS raised_before_percent,
    round(100 * count(*) FILTER (d.better_than_winner) / nullif(count(d.better_than_winner), 0), 1)
        AS better_than_winner_percent
FROM fools_down.laid_down AS d JOIN chosen USING (match) JOIN fools_down.hands AS h USING (match, hand)
WHERE h.ended_by IS NOT NULL AND ($player IS NULL OR lower(d.player) = lower($player))
    AND ($round IS NULL OR d.ducked_in = CAST($round AS VARCHAR))
GROUP BY d.ducked_in, d.category, d.category_name
ORDER BY list_position(['deal', 'cast', 'dance', 'trick', 'down', 'showdown'], d.ducked_in), d.category NULLS LAST,
    category_name
