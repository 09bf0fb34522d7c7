-- title: What each bidding card bought
-- about: One row per bidding card. `won_percent` is of its bids; the rest is about the auctions that it won: how many
-- cards of the pool came with it, how many cards Aces cost again, the points that those cards had scored when
-- the round was over, and by how much the Suns of its owner changed (they score only if they are the most).
-- counts: bids, of auctions under way too; points leave out rounds that were not scored. Leaves out what was taken
-- back or put right.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- param fewest: INTEGER = 1 -- Leave out cards that were bid fewer times than this.
-- plot: bars x=card y=average_points
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sun-bid' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
bids AS (
    SELECT placed.match, placed.step, placed.seat, placed.card
    FROM sun_bid.bid_placed AS placed JOIN chosen USING (match) JOIN seats USING (match, seat)
    WHERE ($player IS NULL OR lower(player) = lower($player))
),
won AS (
    SELECT a.* FROM sun_bid.auctions AS a JOIN chosen USING (match)
    WHERE a.sold AND ($player IS NULL OR lower(a.winner) = lower($player))
),
tried AS (
    SELECT card, count(*) AS bids FROM bids GROUP BY ALL
),
bought AS (
    SELECT card, count(*) AS won, avg(pool_size) AS cards, avg(lost_to_aces) AS lost, avg(points) AS points,
        avg(suns_gained) AS suns
    FROM won GROUP BY ALL
)
SELECT
    tried.card,
    known.name,
    tried.bids,
    coalesce(bought.won, 0) AS won,
    round(100 * coalesce(bought.won, 0) / tried.bids, 1) AS won_percent,
    round(bought.cards, 2) AS average_cards,
    round(bought.lost, 2) AS average_lost_to_aces,
    round(bought.points, 2) AS average_points,
    round(bought.suns, 2) AS average_suns_gained
FROM tried
LEFT JOIN bought USING (card)
LEFT JOIN cards AS known ON known.deck = 'decktet' AND known.code = tried.card
WHERE tried.bids >= $fewest
ORDER BY CASE tried.card WHEN 'PMSL' THEN 10 WHEN 'PSVK' THEN 11 WHEN 'TSLK' THEN 12 WHEN 'NS' THEN 13
    ELSE TRY_CAST(tried.card[1] AS INTEGER) END, tried.card
