-- title: What powers did
-- about: One row per power (or per card whose power was left unused, `power` being empty). A die decides what succeeds,
-- so the castles and games of those who succeeded and of those who failed show what the power is worth.
-- `average_gained` is how many points a recalled card counts less than the one it replaced.
-- counts: face cards that were drawn and played in matches with powers, also in games that are not over; `succeeded`
-- and what is won after it are of games that are over, and scores leave out castles that were not scored.
-- Rulings are about the match, and change no game in it.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=card,power y=won_percent_after_success of=succeeded
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'conundruze' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
)
SELECT
    any_value(c.name) AS card,
    coalesce(p.power, '') AS power,
    count(*) AS times,
    round(100 * count(*) / sum(count(*)) OVER (PARTITION BY p.rank), 1) AS of_its_chances_percent,
    round(100 * count(*) FILTER (p.success) / nullif(count(p.success), 0), 1) AS success_percent,
    count(p.won) FILTER (p.success) AS succeeded,
    count(*) FILTER (p.effect IN ('swapped', 'recalled', 'pilfered', 'another card')) AS used,
    sum(p.chips)::BIGINT AS chips,
    round(avg(p.gained), 2) AS average_gained,
    round(avg(p.score) FILTER (p.success), 2) AS average_score_after_success,
    round(avg(p.score) FILTER (NOT p.success), 2) AS average_score_after_failure,
    round(100 * avg(p.won::INTEGER) FILTER (p.success), 1) AS won_percent_after_success,
    round(100 * avg(p.won::INTEGER) FILTER (NOT p.success), 1) AS won_percent_after_failure,
    round(100 * avg(p.won::INTEGER), 1) AS won_percent
FROM conundruze.powers AS p
JOIN chosen USING (match)
JOIN (
    VALUES ('R', 'Rogue'), ('K', 'Knight'), ('W', 'Wizard'), ('C', 'Crown'), ('J', 'Jester'), ('D', 'Dragon'),
        ('F', 'Fool')
) AS c (rank, name) ON c.rank = p.rank
WHERE $player IS NULL OR lower(p.player) = lower($player)
GROUP BY p.rank, p.power
ORDER BY list_position(['R', 'K', 'W', 'C', 'J', 'D', 'F'], p.rank), power
