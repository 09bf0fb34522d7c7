-- title: When castles are finished
-- about: One row per number of turns that the finisher of a game had had, games with a finisher only. The fewest are
-- six, without powers. `finisher_won_percent` says how often being first paid; `average_score` is of all castles.
-- counts: games in which a castle was finished, also those whose final round is going on; percentages of games are
-- of all of them, whatever `fewest` leaves out, those of winning of games that are over.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param players: INTEGER = NULL -- Only matches of so many players.
-- param fewest: INTEGER = 1 -- Leave out numbers of turns that came up in fewer games than this.
-- plot: bars x=turns y=games
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'conundruze' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
        AND ($players IS NULL OR seats = $players)
),
scores AS (
    SELECT match, game_number, sum(score) AS score, count(score) AS castles,
        avg(score) FILTER (finished) AS finisher_score
    FROM conundruze.castles GROUP BY ALL
)
SELECT
    g.finished_in AS turns,
    count(*) AS games,
    round(100 * count(*) / sum(count(*)) OVER (), 1) AS games_percent,
    round(100 * sum(count(*)) OVER (ORDER BY g.finished_in) / sum(count(*)) OVER (), 1) AS finished_by_then_percent,
    round(100 * count(*) FILTER (g.finisher_won) / nullif(count(g.finisher_won), 0), 1) AS finisher_won_percent,
    round(avg(s.finisher_score), 2) AS average_finisher_score,
    round(sum(s.score) / nullif(sum(s.castles), 0), 2) AS average_score
FROM conundruze.games AS g
JOIN chosen USING (match)
LEFT JOIN scores AS s ON s.match = g.match AND s.game_number = g.game_number
WHERE g.finished_in IS NOT NULL
GROUP BY g.finished_in
QUALIFY count(*) >= $fewest
ORDER BY turns
