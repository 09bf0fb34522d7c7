-- One row per outcome of a step that stands, card or number, in all games: drawn, dealt, turned up, rolled or revealed.
-- `place` is that in the step's outcomes. A card is a code of `cards`, or `??` where nobody who wrote it down saw it. What
-- was dealt before the first step is not among these, see the deal in `match_started` of the game.
SELECT
    d.match,
    d.game,
    d.version,
    d.step,
    d.actor,
    d.player AS acted,
    d.verb,
    d.place,
    d.kind,
    CASE WHEN d.kind = 'card' THEN d.outcome END AS card,
    CASE WHEN d.kind = 'number' THEN CAST(d.outcome AS BIGINT) END AS number
FROM (
    SELECT *, unnest(drawn) AS outcome, unnest(drawn_kinds) AS kind, generate_subscripts(drawn, 1) AS place FROM steps
) AS d
