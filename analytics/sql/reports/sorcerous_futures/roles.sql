-- title: The Excuse and the first offer
-- about: One row per form of the game and part in it, in finished matches. With four players one has the Excuse, gives
-- the Crowns and looks under it; of those with Aces one offers first. `even_percent` is what each would win if all were
-- equal, several winners of a match included.
-- counts: players of finished matches, who has won after all rulings; leaves out matches of which nobody knows who
-- won, and of averages what is not known. Scores are those by the rules, without what rulings gave or took.
-- apart: seats sly_excuse
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=part y=won_percent by=form of=played even=even_percent
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sorcerous-futures' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
together AS (
    SELECT match, count(*) FILTER (final_won) AS won FROM results GROUP BY match
)
SELECT
    concat(chosen.seats, ' players', if(start.sly_excuse, ', sly Excuse', '')) AS form,
    CASE WHEN i.role = 'excuse' THEN 'has the Excuse' WHEN i.first THEN 'offers first' ELSE 'others' END AS part,
    count(*) AS played,
    count(*) FILTER (i.won) AS won,
    round(100 * count(*) FILTER (i.won) / count(*), 1) AS won_percent,
    round(100 * avg(together.won / chosen.seats), 1) AS even_percent,
    round(avg(i.gold), 2) AS average_gold,
    round(avg(i.cards), 2) AS average_cards,
    round(avg(i.crown_bonus), 2) AS average_crown_bonus,
    round(avg(i.score), 2) AS average_score
FROM sorcerous_futures.investors AS i
JOIN chosen USING (match)
JOIN sorcerous_futures.match_started AS start USING (match)
JOIN together USING (match)
WHERE i.won IS NOT NULL AND ($player IS NULL OR lower(i.player) = lower($player))
GROUP BY chosen.seats, start.sly_excuse, part
ORDER BY form, part
