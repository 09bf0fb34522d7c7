-- One row per player and interval of steps in which they were out of the match, so that they could not be ahead whatever
-- they had; made when first asked. At the end of a match it is who came behind others before scores were compared.
SELECT
    match,
    game,
    seat,
    player,
    from_step,
    to_step
FROM amounts_at
WHERE part = 'Eliminated'
