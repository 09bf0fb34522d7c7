-- title: Who wins how often
-- about: One row per game and player, and one per player over all games of two or more players together, over finished
-- matches. Who has won equally often and the same share, with the same average place and score, shares a `place`.
-- `even_percent` is how many would be won if all players were alike: who wins more is better than the others; in a game
-- for one player there is nobody to compare with, and won is what its rules call so. Whether a high score is good
-- depends on the game. Ratings come from all matches ever recorded, see the report `ratings`.
-- How a tournament stands by its own scoring is in the report `standings`.
-- counts: finished matches, after all rulings, with -p event those that name the tournament, also where they count for
-- none of its tables, and no result of a table without a scribe; of `won_percent` and what follows from it leaves out those in which nobody
-- knows who won, so that it is of the `decided` ones, and of averages what is not known. Who is written otherwise
-- (`ANN`) is another player.
-- param game: VARCHAR = NULL -- Only this game, by its id, or `all games`.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param round: VARCHAR = NULL -- Only this round.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player, with the place among all.
-- param fewest: INTEGER = 1 -- Leave out players with fewer matches.
-- plot: bars x=player y=won_percent by=game of=decided even=even_percent
-- needs: ratings
WITH played AS (
    SELECT *
    FROM participations
    WHERE over
        AND ($event IS NULL OR lower(event) = lower($event))
        AND ($round IS NULL OR lower("round") = lower($round))
        AND ($since IS NULL OR day >= $since)
        AND ($until IS NULL OR day <= $until)
),
pooled AS (
    SELECT * FROM played
    UNION ALL
    SELECT * REPLACE ('all games' AS game) FROM played WHERE seats > 1
),
counted AS (
    SELECT
        game,
        player,
        count(*) AS matches,
        count(won) AS decided,
        count(*) FILTER (won) AS won,
        round(100 * avg(CAST(won AS INTEGER)), 1) AS won_percent,
        round(100 * avg(even) FILTER (seats > 1), 1) AS even_percent,
        round(percent_from(count(*) FILTER (won), count(won)), 1) AS won_percent_from,
        round(percent_to(count(*) FILTER (won), count(won)), 1) AS won_percent_to,
        round(avg(place), 2) AS average_place,
        CASE WHEN game <> 'all games' THEN round(avg(score), 2) END AS average_score,
        CASE WHEN game <> 'all games' THEN min(score) END AS lowest_score,
        CASE WHEN game <> 'all games' THEN max(score) END AS highest_score
    FROM pooled
    GROUP BY game, player
)
SELECT
    c.game,
    rank() OVER (
        PARTITION BY c.game
        ORDER BY c.won DESC, c.won_percent DESC, c.average_place, c.average_score DESC
    ) AS place,
    c.player,
    c.matches,
    c.decided,
    c.won,
    c.won_percent,
    c.even_percent,
    c.won_percent_from,
    c.won_percent_to,
    round(r.rating, 2) AS rating,
    c.average_place,
    c.average_score,
    c.lowest_score,
    c.highest_score
FROM counted AS c
LEFT JOIN ratings AS r ON r.game = c.game AND r.player = c.player
WHERE c.matches >= $fewest AND ($game IS NULL OR c.game = lower($game))
QUALIFY $player IS NULL OR lower(c.player) = lower($player)
ORDER BY c.game <> 'all games', c.game, place, c.player
