-- title: What the first two cards are worth
-- about: One row per kind of the first two down cards, where both are known: how often they are played on, and what
-- they bring. Where a card was exchanged it is still that which was dealt.
-- counts: players in hands that were played to their end whose first two cards the record knew when they were dealt;
-- leaves out those that were known only when shown.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=first_cards y=average_net cases=hands
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'fools-down' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
begun AS (
    SELECT match, step, hand FROM fools_down.hand_started
),
dealt AS (
    SELECT d.match, b.hand, d.seat, list(d.card ORDER BY d.slot) AS cards, list(c.rank ORDER BY d.slot) AS ranks,
        list(c.suits[1] ORDER BY d.slot) AS suits
    FROM (SELECT * FROM fools_down.down_card_dealt WHERE slot < 3 AND card <> '??') AS d
    ASOF JOIN begun AS b ON b.match = d.match AND d.step >= b.step
    LEFT JOIN cards AS c ON c.deck = 'perilous' AND c.code = d.card
    GROUP BY ALL
    HAVING count(*) = 2
),
sorted AS (
    SELECT p.*, CASE
        WHEN d.ranks[1] IN ('J', 'F') AND d.ranks[2] IN ('J', 'F') THEN 1
        WHEN d.ranks[1] IN ('J', 'F') OR d.ranks[2] IN ('J', 'F') THEN 2
        WHEN d.ranks[1] = d.ranks[2] THEN 3
        WHEN d.ranks[1] IN ('R', 'K', 'W', 'C', 'D') AND d.ranks[2] IN ('R', 'K', 'W', 'C', 'D')
            THEN if(d.suits[1] = d.suits[2], 4, 5)
        WHEN d.suits[1] = d.suits[2] THEN 6
        ELSE 7
    END AS kind
    FROM fools_down.holdings AS p
    JOIN chosen USING (match)
    JOIN dealt AS d ON d.match = p.match AND d.hand = p.hand AND d.seat = p.seat
    WHERE p.net IS NOT NULL AND ($player IS NULL OR lower(p.player) = lower($player))
)
SELECT
    ['two wild cards', 'a wild card', 'a pair', 'two face cards of a suit', 'two face cards', 'two of a suit',
        'anything else'][s.kind] AS first_cards,
    count(*) AS hands,
    round(100 * count(*) / sum(count(*)) OVER (), 1) AS dealt_percent,
    round(100 * count(*) FILTER (s.entered) / count(*), 1) AS entered_percent,
    round(100 * count(*) FILTER (s.ducked_in IS NOT NULL) / count(*), 1) AS ducked_percent,
    round(100 * count(*) FILTER (s.from_pots > 0) / count(*), 1) AS won_percent,
    round(100 * count(*) FILTER (s.shown AND s.from_pots > 0) / nullif(count(*) FILTER (s.shown), 0), 1)
        AS won_when_shown_percent,
    round(avg(s.net), 2) AS average_net
FROM sorted AS s
GROUP BY s.kind
ORDER BY s.kind
