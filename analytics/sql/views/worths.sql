-- One row per player and interval of steps in which the same counted for them: what they had, or were expected to have.
-- It is what the part `Worth` of `amounts_at` says, as a number; made when first asked.
SELECT
    match,
    game,
    seat,
    player,
    from_step,
    to_step,
    TRY_CAST(ltrim(text, '+') AS DOUBLE) AS worth
FROM amounts_at
WHERE part = 'Worth'
