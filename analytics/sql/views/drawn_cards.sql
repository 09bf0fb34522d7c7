-- One row per card that came as an outcome of a standing step: drawn, dealt, turned up or shuffled in, in all games.
-- `place` is that in the step's outcomes, `card` a code of `cards`, or `??` where nobody who wrote it down saw it. What
-- was dealt before the first step is not among these, see the deal in `match_started` of the game.
SELECT
    d.match,
    d.game,
    d.version,
    d.step,
    d.actor,
    d.player,
    d.verb,
    d.place,
    d.outcome AS card,
    c.name,
    c.rank,
    c.suits
FROM (
    SELECT *, unnest(drawn) AS outcome, generate_subscripts(drawn, 1) AS place FROM steps WHERE NOT superseded
) AS d
JOIN games AS g ON g.game = d.game
LEFT JOIN cards AS c ON c.deck = g.deck AND c.code = d.outcome
WHERE c.code IS NOT NULL OR d.outcome = '??'
