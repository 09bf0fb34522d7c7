-- title: What players do
-- about: One row per game and verb, over steps that stand: how often it is done, in how many matches, and how much
-- follows from it. `steps_percent` is its share of the game's steps.
-- counts: every step that stands, of matches that go on or were abandoned too; leaves out what was taken back or put
-- right. With a player its percentages are of that player's steps.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only what this player does.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: bars x=verb y=steps_percent by=game part=steps
WITH chosen AS (
    SELECT s.game, s.verb, s.match, s.facts
    FROM steps AS s
    JOIN match_lengths AS l ON l.match = s.match
    WHERE ($game IS NULL OR s.game = lower($game))
        AND ($event IS NULL OR lower(l.event) = lower($event))
        AND ($player IS NULL OR lower(s.player) = lower($player))
        AND ($since IS NULL OR l.day >= $since)
        AND ($until IS NULL OR l.day <= $until)
)
SELECT
    game,
    verb,
    count(*) AS steps,
    round(100 * count(*) / sum(count(*)) OVER (PARTITION BY game), 1) AS steps_percent,
    count(DISTINCT match) AS matches,
    round(count(*) / count(DISTINCT match), 2) AS average_in_those_matches,
    round(avg(facts), 2) AS average_facts
FROM chosen
GROUP BY game, verb
ORDER BY game, steps DESC, verb
