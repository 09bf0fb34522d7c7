-- One row per card that was bought at auction, with what it turned out to be worth to the buyer.
-- `worth` is what the card's suits pay, `bonus` what the buyer's Crown adds, `profit` both less the price: NULL where
-- valuations or Crowns are not known. `suits_known` counts the card's suits of which the buyer knew the valuation from
-- the start, `crown_suit` says whether it has the suit of the buyer's Crown. `bidders` counts who bid more than 0,
-- `next_bid` is the highest bid of anybody else (NULL where there was none).
WITH offers AS (
    SELECT match, step, seat, card, format, row_number() OVER (PARTITION BY match ORDER BY step) AS auction
    FROM sorcerous_futures.card_offered
),
dealt AS (
    SELECT match, step, "group" AS group_nr FROM sorcerous_futures.row_dealt
),
bought AS (
    SELECT b.match, o.auction, o.step AS offered, b.step, b.version, o.seat AS offered_by, o.format, b.seat, b.card, b.price,
        b.gold_left
    FROM sorcerous_futures.card_bought AS b
    ASOF JOIN offers AS o ON b.match = o.match AND b.step >= o.step
),
suits AS (
    SELECT b.match, b.auction, p.worth, p.seat = b.seat AS known
    FROM (
        SELECT bought.match, bought.auction, bought.seat, unnest(c.suits) AS suit
        FROM bought JOIN cards AS c ON c.deck = 'decktet' AND c.code = bought.card
    ) AS b
    LEFT JOIN sorcerous_futures.places AS p ON p.match = b.match AND p.suit = b.suit
),
worths AS (
    SELECT match, auction, if(count(worth) = count(*), sum(worth), NULL)::BIGINT AS worth,
        count(*) FILTER (known) AS suits_known
    FROM suits GROUP BY ALL
),
rivals AS (
    SELECT b.match, b.auction,
        count(DISTINCT bid.seat) FILTER (bid.amount > 0) AS bidders,
        max(bid.amount) FILTER (bid.seat <> b.seat) AS next_bid
    FROM bought AS b JOIN sorcerous_futures.bids AS bid USING (match, auction)
    GROUP BY ALL
),
crowned AS (
    SELECT b.*, card.name, if(card.rank = 'P', 10, TRY_CAST(card.rank AS BIGINT)) AS opening_bid, owner.player,
        list_contains(card.suits, owner.crown_suit) AS crown_suit
    FROM bought AS b
    JOIN sorcerous_futures.investors AS owner USING (match, seat)
    LEFT JOIN cards AS card ON card.deck = 'decktet' AND card.code = b.card
)
SELECT
    c.match,
    d.group_nr,
    c.auction,
    c.step,
    c.version,
    c.format,
    c.offered_by AS offered_by_seat,
    offering.player AS offered_by,
    c.seat,
    c.player,
    c.card,
    c.name,
    c.opening_bid,
    c.price,
    r.bidders,
    r.next_bid,
    c.gold_left,
    w.suits_known,
    c.crown_suit,
    w.worth,
    CASE WHEN c.crown_suit THEN excuse.worth WHEN NOT c.crown_suit THEN 0 END AS bonus,
    w.worth + CASE WHEN c.crown_suit THEN excuse.worth WHEN NOT c.crown_suit THEN 0 END - c.price AS profit
FROM crowned AS c
ASOF LEFT JOIN dealt AS d ON c.match = d.match AND c.offered > d.step
JOIN seats AS offering ON offering.match = c.match AND offering.seat = c.offered_by
LEFT JOIN worths AS w ON w.match = c.match AND w.auction = c.auction
LEFT JOIN rivals AS r ON r.match = c.match AND r.auction = c.auction
LEFT JOIN sorcerous_futures.places AS excuse ON excuse.match = c.match AND excuse.place = '0'
