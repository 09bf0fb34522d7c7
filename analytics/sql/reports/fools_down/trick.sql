-- title: Turning the Trick
-- about: One row per card that opened the exchange (a Dragon, a Jester or the Fool) and answer. It shows whether those
-- who exchanged a card do better than those who kept theirs.
-- counts: players who were asked, in hands that were played to their end; `average_category` is of those whose cards
-- are known, by the table as it lay when the hand ended, 1 being the best.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=trick y=won_percent by=answer of=seats
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'fools-down' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
asked AS (
    SELECT p.match, p.hand, p.seat, p.player, p.from_pots, p.net, h.trick,
        if(p.exchanged_slot IS NULL, 'kept', 'exchanged') AS answer, p.ducked_in
    FROM fools_down.holdings AS p
    JOIN chosen USING (match)
    JOIN fools_down.hands AS h ON h.match = p.match AND h.hand = p.hand
    WHERE h.exchange AND p.net IS NOT NULL AND coalesce(p.ducked_in NOT IN ('deal', 'cast', 'dance'), true)
        AND ($player IS NULL OR lower(p.player) = lower($player))
)
SELECT
    CASE WHEN a.trick = 'F' THEN 'Fool' WHEN starts_with(a.trick, 'J') THEN 'Jester' ELSE 'Dragon' END AS trick,
    a.answer,
    count(*) AS seats,
    round(100 * count(*) FILTER (a.ducked_in IS NOT NULL) / count(*), 1) AS ducked_later_percent,
    round(avg(16 - s.strength[1]), 2) AS average_category,
    round(100 * count(*) FILTER (a.from_pots > 0) / count(*), 1) AS won_percent,
    round(avg(a.net), 2) AS average_net
FROM asked AS a
LEFT JOIN fools_down.strengths AS s ON s.match = a.match AND s.hand = a.hand AND s.seat = a.seat
GROUP BY ALL
ORDER BY trick, answer
