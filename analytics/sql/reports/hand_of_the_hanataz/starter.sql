-- title: Does it matter who starts?
-- about: One row per number of players in the game and place in the order of turns, 1 being the starter of the hand,
-- over hands that were played to their end.
-- counts: players of hands that were played to their end, in all matches; leaves out stakes, buy-ins and what is
-- shared out at the end.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=after_starter y=average_gain by=players cases=hands
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'hand-of-the-hanataz' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
)
SELECT
    h.players,
    p.after_starter,
    count(*) AS hands,
    round(avg(p.gain), 2) AS average_gain,
    round(avg(p.paid), 2) AS average_paid,
    round(avg(p.turns), 2) AS average_turns,
    round(100 * count(*) FILTER (p.controls > 0) / count(*), 1) AS controlled_percent,
    round(100 * count(p.challenge) / count(*), 1) AS challenged_percent,
    round(100 * count(p.nubbed) / count(*), 1) AS nubbed_out_percent
FROM hand_of_the_hanataz.purses AS p
JOIN chosen USING (match)
JOIN hand_of_the_hanataz.hands AS h ON h.match = p.match AND h.hand = p.hand
WHERE h.cause IS NOT NULL AND ($player IS NULL OR lower(p.player) = lower($player))
GROUP BY ALL
ORDER BY h.players, p.after_starter
