-- One row per finished match of two or more players that one of them won alone, after all rulings.
SELECT match, game, seats, seat, player, day, event
FROM participations
WHERE over AND seats > 1 AND won
QUALIFY count(*) OVER (PARTITION BY match) = 1
