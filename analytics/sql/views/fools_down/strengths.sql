-- One row per player and hand where the down cards are known and three or more cards came onto the table.
-- `category` is that of the best five cards, two down and three common, with the table as it lay when the hand ended:
-- of a hand that was ducked, what it could have shown. Of two hands that with the greater `strength` is better: it
-- lists 16 - category, then the heights by which hands of the category are compared, then their suits.
WITH faces AS (
    SELECT code, list_position(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'R', 'K', 'W', 'C', 'D'], rank)
        AS height, strpos('wvsf', suits[1]) AS suit
    FROM cards WHERE deck = 'perilous' AND rank NOT IN ('J', 'F')
    UNION ALL
    SELECT code, 0, 0 FROM cards WHERE deck = 'perilous' AND rank IN ('J', 'F')
),
held AS MATERIALIZED (
    SELECT row_number() OVER () AS holding, p.match, p.hand, p.seat, p.player, p.down, h.common
    FROM fools_down.holdings AS p JOIN fools_down.hands AS h ON h.match = p.match AND h.hand = p.hand
    WHERE len(p.down) >= 2 AND len(h.common) >= 3 AND NOT list_contains(p.down, '??')
),
-- For each card a one in the three bits of its height (wild ones are at height 0), and a bit for its suit.
own AS (
    SELECT c.holding, c.place, f.height, f.suit
    FROM (SELECT holding, unnest(down) AS code, generate_subscripts(down, 1) AS place FROM held) AS c
    JOIN faces AS f USING (code)
),
tables AS MATERIALIZED (
    SELECT match, hand, row_number() OVER () AS deal, any_value(common) AS common FROM held GROUP BY match, hand
),
shared AS (
    SELECT c.deal, c.place, f.height, f.suit
    FROM (SELECT deal, unnest(common) AS code, generate_subscripts(common, 1) AS place FROM tables) AS c
    JOIN faces AS f USING (code)
),
pairs AS (
    SELECT a.holding, 1::BIGINT << (3 * a.height) AS bits_a, 1::BIGINT << (3 * b.height) AS bits_b,
        bits_a + bits_b AS counts,
        (if(a.suit = 0, 0, 1 << a.suit) | if(b.suit = 0, 0, 1 << b.suit)) AS suits,
        [a.height * 8 + a.suit, b.height * 8 + b.suit] AS codes
    FROM own AS a JOIN own AS b ON b.holding = a.holding AND b.place > a.place
),
triples AS (
    SELECT a.deal, (1::BIGINT << (3 * a.height)) + (1::BIGINT << (3 * b.height)) + (1::BIGINT << (3 * c.height))
            AS counts,
        ((1 << a.suit) | (1 << b.suit) | (1 << c.suit)) AS suits,
        [a.height * 8 + a.suit, b.height * 8 + b.suit, c.height * 8 + c.suit] AS codes
    FROM shared AS a
    JOIN shared AS b ON b.deal = a.deal AND b.place > a.place
    JOIN shared AS c ON c.deal = a.deal AND c.place > b.place
),
deals AS (
    SELECT held.holding, tables.deal FROM held JOIN tables USING (match, hand)
),
fives AS (
    SELECT p.holding, p.counts + t.counts AS counts, bit_count(p.suits | t.suits) AS suits, p.codes AS own_codes,
        t.codes AS shared_codes
    FROM pairs AS p JOIN deals USING (holding) JOIN triples AS t USING (deal)
),
-- What such cards are is the same for all cards of these heights, so it is worked out once.
patterns AS (
    SELECT *, flatten(list_transform(
            range(15, 0, -1), lambda height: list_transform(range((counts >> (3 * height)) & 7), lambda one: height)
        )) AS h, counts & 7 AS wilds
    FROM (SELECT DISTINCT counts, suits FROM fives)
),
-- How many neighbours are of a kind, and how many of these lie side by side: 2 and 1 are three, 2 and 0 two pairs.
matched AS (
    SELECT *, h[5 - wilds] AS lowest,
        (h[1] = h[2])::INTEGER + (h[2] = h[3])::INTEGER + coalesce((h[3] = h[4])::INTEGER, 0)
            + coalesce((h[4] = h[5])::INTEGER, 0) AS same,
        (h[1] = h[2] AND h[2] = h[3])::INTEGER + coalesce((h[2] = h[3] AND h[3] = h[4])::INTEGER, 0)
            + coalesce((h[3] = h[4] AND h[4] = h[5])::INTEGER, 0) AS joined
    FROM patterns
),
-- `high` is the top of the best run, `kind` the height of which a wild card makes one more.
shaped AS (
    SELECT *, if(same = 0 AND h[1] - lowest <= 4, least(lowest, 11) + 4, NULL) AS high,
        CASE WHEN joined > 0 THEN h[3] WHEN h[1] = h[2] THEN h[1] WHEN h[2] = h[3] THEN h[2]
            WHEN h[3] = h[4] THEN h[3] WHEN h[4] = h[5] THEN h[4] ELSE h[1] END AS kind
    FROM matched
),
named AS (
    SELECT *, CASE
        WHEN wilds > 0 AND same = 4 - wilds THEN 1
        WHEN high = 15 AND suits = 1 THEN 2
        WHEN high IS NOT NULL AND suits = 1 THEN 3
        WHEN wilds > 0 AND lowest >= 11 AND suits = 5 - wilds THEN 4
        WHEN wilds = 0 AND same = 3 AND joined = 2 THEN 5
        WHEN wilds = 1 AND same = 2 AND joined = 1 OR wilds = 2 AND same = 1 THEN 6
        WHEN wilds = 0 AND same = 3 OR wilds = 1 AND same = 2 THEN 7
        WHEN suits = 1 THEN 8
        WHEN wilds > 0 AND suits = 5 - wilds THEN 9
        WHEN high IS NOT NULL THEN 10
        WHEN wilds = 0 AND same = 2 AND joined = 1 THEN 11
        WHEN wilds = 1 AND same = 1 OR wilds = 2 THEN 12
        WHEN same = 2 THEN 13
        WHEN same = 1 OR wilds = 1 THEN 14
        ELSE 15
    END AS category
    FROM shaped
),
-- The heights in the order in which they are compared, with those that wild cards stand for.
completed AS (
    SELECT *, CASE
        WHEN category IN (2, 3, 10) THEN range(high, high - 5, -1)
        WHEN category IN (4, 9) THEN list_reverse_sort(list_concat(h, if(wilds = 2, [15], [])))
        WHEN category = 8 THEN list_reverse_sort(list_concat(
            h, list_filter(range(15, 0, -1), lambda height: NOT list_contains(h, height))[1:wilds]
        ))
        ELSE list_concat(h, list_transform(range(wilds), lambda one: kind))
    END AS whole
    FROM named
),
kinds AS (
    SELECT counts, suits, category, list_concat([16 - category], if(
        category IN (2, 3, 4, 8, 9, 10), whole,
        list_transform(list_reverse_sort(list_transform(
            whole, lambda height: len(list_filter(whole, lambda other: other = height)) * 100 + height
        )), lambda height: height % 100)
    )) AS ranks
    FROM completed
),
numbered AS (
    SELECT *, dense_rank() OVER (ORDER BY ranks) AS kind FROM kinds
),
best AS (
    SELECT f.holding, max(n.kind) AS kind
    FROM fives AS f JOIN numbered AS n ON n.counts = f.counts AND n.suits = f.suits GROUP BY f.holding
),
laid AS (
    SELECT f.holding, n.category, n.ranks, list_reverse_sort(list_concat(f.own_codes, f.shared_codes)) AS codes
    FROM best AS b
    JOIN fives AS f ON f.holding = b.holding
    JOIN numbered AS n ON n.counts = f.counts AND n.suits = f.suits AND n.kind = b.kind
),
-- Of equal heights the better suit is compared first, wild cards last.
judged AS (
    SELECT holding, any_value(category) AS category, max(list_concat(ranks, list_transform(
        range(2, len(ranks) + 1),
        lambda place: coalesce(list_filter(codes, lambda code: code // 8 = ranks[place])[
            place - 1 - list_position(ranks[2:], ranks[place]) + 1
        ] % 8, 0)
    ))) AS strength
    FROM laid GROUP BY holding
)
SELECT held.match, held.hand, held.seat, held.player, j.category, c.name AS category_name, j.strength
FROM judged AS j JOIN held USING (holding) JOIN fools_down.categories AS c USING (category)
