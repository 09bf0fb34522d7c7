-- One row per player and hand in which the player ducked.
-- `ducked_in`: deal, cast, dance, trick, down or showdown. `category` is what the down cards could have made of the
-- table as it lay when the hand ended, `better_than_winner` whether that was better than what the winners of the pots
-- held: both NULL where that is not known, or where no cards came onto the table.
WITH known AS MATERIALIZED (
    SELECT * FROM fools_down.strengths
),
winners AS (
    SELECT p.match, p.hand, if(count(s.strength) = count(*), max(s.strength), NULL) AS strength,
        string_agg(p.player, ', ' ORDER BY p.seat) AS players
    FROM fools_down.holdings AS p
    LEFT JOIN known AS s ON s.match = p.match AND s.hand = p.hand AND s.seat = p.seat
    WHERE p.from_pots > 0 AND p.ducked_in IS NULL
    GROUP BY ALL
)
SELECT
    p.match,
    p.hand,
    p.seat,
    p.player,
    p.ducked_in,
    p.wagers + p.bumps > 0 AS raised,
    p.staked,
    p.down,
    s.category,
    s.category_name,
    w.players AS won_by,
    s.strength > w.strength AS better_than_winner
FROM fools_down.holdings AS p
LEFT JOIN known AS s ON s.match = p.match AND s.hand = p.hand AND s.seat = p.seat
LEFT JOIN winners AS w ON w.match = p.match AND w.hand = p.hand
WHERE p.ducked_in IS NOT NULL
