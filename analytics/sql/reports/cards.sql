-- title: How often each card comes up
-- about: One row per game and card that came as an outcome of a step (not in a deal before the first step).
-- `compared_percent` is 100 where it came up as often as the cards of the game do on average, those that were not seen
-- (`??`) apart.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param player: VARCHAR = NULL -- Only what this player drew or dealt.
-- param verb: VARCHAR = NULL -- Only what came of this action.
-- param fewest: INTEGER = 1 -- Leave out cards that came up fewer times than this.
-- plot: bars x=card y=times by=game
WITH chosen AS (
    SELECT * FROM matches
    WHERE ($game IS NULL OR game = lower($game)) AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
played AS (
    SELECT game, count(*) AS matches FROM chosen GROUP BY ALL
),
counted AS (
    SELECT d.game, d.card, any_value(d.name) AS name, count(*) AS times, count(DISTINCT d.match) AS matches,
        avg(d.step) AS step
    FROM drawn_cards AS d SEMI JOIN chosen ON chosen.match = d.match
    WHERE ($player IS NULL OR lower(d.player) = lower($player)) AND ($verb IS NULL OR d.verb = lower($verb))
    GROUP BY d.game, d.card
)
SELECT
    c.game,
    c.card,
    c.name,
    c.times,
    round(c.times / p.matches, 2) AS times_per_match,
    round(100 * c.matches / p.matches, 1) AS matches_percent,
    CASE WHEN c.card <> '??' THEN
        round(100 * c.times / avg(c.times) FILTER (c.card <> '??') OVER (PARTITION BY c.game), 1)
    END AS compared_percent,
    round(c.step, 2) AS average_step
FROM counted AS c JOIN played AS p USING (game)
QUALIFY c.times >= $fewest
ORDER BY c.game, c.times DESC, c.card
