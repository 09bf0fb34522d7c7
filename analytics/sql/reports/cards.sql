-- title: How often each card comes up
-- about: One row per game and card that came as an outcome of a step (not in a deal before the first step). Percentages
-- and averages are over the matches that were played with the card (`matches_with_it`); those in which it came up are
-- `matches`. `compared_percent` is 100 where a card came up as often, for each copy of it, as the cards of the game do on
-- average, those that were not seen (`??`) apart.
-- counts: cards in the outcomes of steps that stand, of matches that go on or were abandoned too; leaves out the deal
-- before the first step, numbers, and what was taken back or put right. With a player or an action the matches are
-- still all that were played with the card.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param player: VARCHAR = NULL -- Only what came of this player's actions.
-- param verb: VARCHAR = NULL -- Only what came of this action.
-- param fewest: INTEGER = 1 -- Leave out cards that came up fewer times than this.
-- plot: bars x=card y=compared_percent by=game counted=times even=100
-- note: The range is that of draws that do not hang together; cards of one deck come up more evenly.
WITH chosen AS (
    SELECT * FROM matches
    WHERE ($game IS NULL OR game = lower($game)) AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
played AS (
    SELECT game, card, count(*) AS matches, sum(copies) AS copies
    FROM cards_in_play SEMI JOIN chosen USING (match) GROUP BY game, card
    UNION ALL
    SELECT game, '??', count(*), NULL FROM chosen GROUP BY game
),
counted AS (
    SELECT d.game, d.card, count(*) AS times, count(DISTINCT d.match) AS matches, avg(d.step) AS step
    FROM outcomes AS d SEMI JOIN chosen ON chosen.match = d.match
    WHERE d.kind = 'card' AND ($player IS NULL OR lower(d.acted) = lower($player))
        AND ($verb IS NULL OR d.verb = lower($verb))
    GROUP BY d.game, d.card
)
SELECT
    c.game,
    c.card,
    known.name,
    c.times,
    c.matches,
    p.matches AS matches_with_it,
    round(c.times / p.matches, 2) AS times_per_match,
    round(100 * c.matches / p.matches, 1) AS matches_percent,
    round(100 * c.times / p.copies / avg(c.times / p.copies) OVER (PARTITION BY c.game), 1) AS compared_percent,
    round(c.step, 2) AS average_step
FROM counted AS c
JOIN played AS p ON p.game = c.game AND p.card = c.card
JOIN games AS g ON g.game = c.game
LEFT JOIN cards AS known ON known.deck = g.deck AND known.code = c.card
QUALIFY c.times >= $fewest
ORDER BY c.game, c.times DESC, c.card
