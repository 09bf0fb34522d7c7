-- title: How each player gambles
-- about: One row per player, over hands that were played to their end. `average_gain` is what a hand brings;
-- `controlled_percent`: hands in which the player took control at least once.
-- counts: hands that were played to their end, in all matches; leaves out stakes, buy-ins and what is shared out at
-- the end. A player is who has the same name, letter for letter.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out players with fewer hands than this.
-- plot: bars x=player y=average_gain cases=hands
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'hand-of-the-hanataz' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
)
SELECT
    p.player,
    count(DISTINCT p.match) AS matches,
    count(*) AS hands,
    sum(p.gain)::BIGINT AS gain,
    round(avg(p.gain), 2) AS average_gain,
    round(100 * count(*) FILTER (p.controls > 0) / count(*), 1) AS controlled_percent,
    round(100 * count(p.challenge) / count(*), 1) AS challenged_percent,
    round(100 * count(*) FILTER (p.challenge = 'won') / nullif(count(p.challenge), 0), 1) AS challenges_won_percent,
    round(100 * count(*) FILTER (p.nubbed = 'chosen') / count(*), 1) AS nubbed_by_choice_percent,
    round(100 * count(*) FILTER (p.nubbed <> 'chosen') / count(*), 1) AS nubbed_by_others_percent,
    count(*) FILTER (p.put_out) AS put_out
FROM hand_of_the_hanataz.purses AS p
JOIN chosen USING (match)
JOIN hand_of_the_hanataz.hands AS h ON h.match = p.match AND h.hand = p.hand
WHERE h.cause IS NOT NULL
GROUP BY ALL
HAVING count(*) >= $fewest
ORDER BY average_gain DESC, p.player
