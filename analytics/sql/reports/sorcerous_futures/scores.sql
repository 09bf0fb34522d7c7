-- title: What winners are made of
-- about: One row per number of players, winners and others of finished matches: gold kept, what the cards and the Crown
-- paid, how many cards they bought and how many of those paid off. Matches whose winner is open are left out.
-- counts: players of finished matches, who has won after all rulings; leaves out matches of which nobody knows who
-- won, and of averages what is not known. Scores are those by the rules, without what rulings gave or took.
-- apart: seats
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=players y=average_score by=result cases=played
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sorcerous-futures' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
bought AS (
    SELECT match, seat, count(*) AS cards, count(*) FILTER (profit > 0) AS paid_off, sum(price) AS paid
    FROM sorcerous_futures.purchases GROUP BY ALL
)
SELECT
    chosen.seats AS players,
    if(i.won, 'won', 'lost') AS result,
    count(*) AS played,
    round(avg(i.gold), 2) AS average_gold,
    round(avg(i.cards), 2) AS average_cards,
    round(avg(i.crown_bonus), 2) AS average_crown_bonus,
    round(avg(i.score), 2) AS average_score,
    round(avg(coalesce(bought.cards, 0)), 2) AS average_bought,
    round(avg(coalesce(bought.paid, 0)), 2) AS average_paid,
    round(100 * sum(coalesce(bought.paid_off, 0)) / nullif(sum(bought.cards), 0), 1) AS paid_off_percent
FROM sorcerous_futures.investors AS i
JOIN chosen USING (match)
LEFT JOIN bought USING (match, seat)
WHERE i.won IS NOT NULL AND ($player IS NULL OR lower(i.player) = lower($player))
GROUP BY ALL
ORDER BY players, result DESC
