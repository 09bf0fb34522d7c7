-- title: When markets are discarded
-- about: One row per number of cards in the tableau at the time, over all matches: how often the market was discarded,
-- and how often because nothing in it could be bought. Each discard costs 3 points.
-- counts: discards by the player in all matches, also those that are not finished; a market swept by the Excuse is
-- none.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=cards_in_tableau y=discards
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'aucteraden' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
placed AS (
    SELECT match, step, cards_in_tableau FROM aucteraden.card_placed
),
thrown AS (
    SELECT d.match, d.step, d.forced, d.cards FROM aucteraden.market_discarded AS d
    JOIN chosen USING (match) JOIN seats USING (match)
    WHERE ($player IS NULL OR lower(seats.player) = lower($player))
)
SELECT
    coalesce(placed.cards_in_tableau, 0) AS cards_in_tableau,
    count(*) AS discards,
    count(*) FILTER (thrown.forced) AS forced,
    round(100 * count(*) FILTER (thrown.forced) / count(*), 1) AS forced_percent,
    round(avg(len(thrown.cards)), 2) AS average_cards_in_market
FROM thrown ASOF LEFT JOIN placed ON thrown.match = placed.match AND thrown.step > placed.step
GROUP BY 1
ORDER BY 1
