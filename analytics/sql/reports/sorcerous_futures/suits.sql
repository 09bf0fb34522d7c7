-- title: Does the gold find the valuable suits?
-- about: One row per rank of a suit in its match, 1 for the suit that was worth most (suits that are worth the same
-- share the better rank). The prices are those of the cards with this suit, each counted for each of its suits.
-- Matches in which a suit's worth is not known are left out.
-- counts: matches in which the worth of all six suits is known, also those that are not finished; `average_profit`
-- leaves out cards of which the Crown's bonus is not known.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: bars x=suit_rank y=average_price cases=cards_sold
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sorcerous-futures' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
ranked AS (
    SELECT match, suit, worth, rank() OVER (PARTITION BY match ORDER BY worth DESC) AS suit_rank
    FROM sorcerous_futures.places JOIN chosen USING (match) WHERE suit IS NOT NULL
    QUALIFY count(worth) OVER (PARTITION BY match) = 6
),
sold AS (
    SELECT p.match, p.price, p.profit, unnest(c.suits) AS suit
    FROM sorcerous_futures.purchases AS p JOIN cards AS c ON c.deck = 'decktet' AND c.code = p.card
),
priced AS (
    SELECT ranked.suit_rank, count(*) AS cards_sold, avg(sold.price) AS price, avg(sold.profit) AS profit
    FROM ranked JOIN sold USING (match, suit) GROUP BY ALL
)
SELECT
    ranked.suit_rank,
    count(*) AS suits,
    round(avg(ranked.worth), 2) AS average_suit_worth,
    coalesce(any_value(priced.cards_sold), 0) AS cards_sold,
    round(any_value(priced.price), 2) AS average_price,
    round(any_value(priced.profit), 2) AS average_profit
FROM ranked LEFT JOIN priced USING (suit_rank)
GROUP BY ALL
ORDER BY ranked.suit_rank
