-- One row per player and hand that the player was dealt into.
-- `place` is that in the order of acting, 1 acts first, the Fool's Bet player last; `role`: dealer, fools_bet or other.
-- `down` are the down cards at last (`??` where not known). `staked` is what was put in for good, fees and dues too,
-- `from_pots` what came back from pots, `collected` what came of others' dues and of the bag, `net` both less what was
-- staked; these three are NULL while the hand is going on.
-- `entered` says whether the player put in more than forelay or Fool's Bet. `ducked_in`: deal, cast, dance, trick, down
-- or showdown; NULL for who stayed. `category` is that of a hand that was shown. `stack` is what was left afterwards.
WITH started AS (
    SELECT match, step, hand, dealer, fools_bettor, "order" FROM fools_down.hand_started
),
dealt AS (
    SELECT match, step, hand, dealer, fools_bettor, unnest("order") AS seat,
        generate_subscripts("order", 1) AS place, len("order") AS players
    FROM started
),
laid AS (
    SELECT match, step * 1000 + nr AS moment, step, seat, slot, card FROM fools_down.down_card_dealt
    UNION ALL
    SELECT match, step * 1000 + nr, step, seat, slot, new FROM fools_down.card_exchanged
    UNION ALL
    SELECT match, step * 1000 + nr, step, seat, 3, shown FROM fools_down.ducked
    WHERE shown IS NOT NULL
    UNION ALL
    SELECT match, step * 1000 + nr, step, seat, generate_subscripts(cards, 1), unnest(cards)
    FROM fools_down.hand_shown
),
slots AS (
    SELECT l.match, s.hand, l.seat, l.slot, arg_max(l.card, l.moment) AS card
    FROM laid AS l ASOF JOIN started AS s ON s.match = l.match AND l.step >= s.step
    GROUP BY ALL
),
down AS (
    SELECT match, hand, seat, list(card ORDER BY slot) AS down FROM slots GROUP BY ALL
),
chips AS (
    SELECT match, step, seat, amount AS staked, 0 AS from_pots, 0 AS collected FROM fools_down.fee_posted
    UNION ALL
    SELECT match, step, seat, amount, 0, 0 FROM fools_down.forelay_posted
    UNION ALL
    SELECT match, step, seat, amount, 0, 0 FROM fools_down.fools_bet_posted
    UNION ALL
    SELECT match, step, seat, paid, 0, 0 FROM fools_down.matched
    UNION ALL
    SELECT match, step, seat, paid, 0, 0 FROM fools_down.wagered
    UNION ALL
    SELECT match, step, seat, paid, 0, 0 FROM fools_down.bumped
    UNION ALL
    SELECT match, step, seat, amount, 0, 0 FROM fools_down.dues_paid
    UNION ALL
    SELECT match, step, seat, -amount, 0, 0 FROM fools_down.bet_returned
    UNION ALL
    SELECT match, step, generate_subscripts(shares, 1), 0, unnest(shares), 0 FROM fools_down.pot_awarded
    UNION ALL
    SELECT match, step, seat, 0, 0, amount FROM fools_down.dues_collected
    UNION ALL
    SELECT match, step, seat, 0, 0, half FROM fools_down.fools_bag_won
    UNION ALL
    SELECT match, step, unnest(seats), 0, 0, each FROM fools_down.fools_bag_won
),
moved AS (
    SELECT c.match, s.hand, c.seat, sum(c.staked)::BIGINT AS staked, sum(c.from_pots)::BIGINT AS from_pots,
        sum(c.collected)::BIGINT AS collected
    FROM chips AS c ASOF JOIN started AS s ON s.match = c.match AND c.step >= s.step
    GROUP BY ALL
),
acted AS (
    SELECT a.match, s.hand, a.seat,
        count(*) FILTER (a.what = 'wagered') AS wagers,
        count(*) FILTER (a.what = 'bumped') AS bumps,
        count(*) FILTER (a.what = 'matched') AS times_matched,
        any_value(a.how) FILTER (a.what = 'ducked') AS ducked_in,
        max(a.category) AS category,
        bool_or(a.what = 'taken down') AS taken_down,
        max(a.slot) FILTER (a.what = 'exchanged') AS exchanged
    FROM (
        SELECT match, step, seat, 'wagered' AS what, NULL AS how, NULL AS category, NULL AS slot
        FROM fools_down.wagered
        UNION ALL
        SELECT match, step, seat, 'bumped', NULL, NULL, NULL FROM fools_down.bumped
        UNION ALL
        SELECT match, step, seat, 'matched', NULL, NULL, NULL FROM fools_down.matched
        UNION ALL
        SELECT match, step, seat, 'ducked', coalesce(round, 'showdown'), NULL, NULL FROM fools_down.ducked
        UNION ALL
        SELECT match, step, seat, 'shown', NULL, category, NULL FROM fools_down.hand_shown
        UNION ALL
        SELECT match, step, seat, 'taken down', NULL, NULL, NULL FROM fools_down.taken_down
        UNION ALL
        SELECT match, step, seat, 'exchanged', NULL, NULL, slot FROM fools_down.card_exchanged
    ) AS a
    ASOF JOIN started AS s ON s.match = a.match AND a.step >= s.step
    GROUP BY ALL
),
ended AS (
    SELECT e.match, s.hand, e.stacks
    FROM fools_down.hand_ended AS e ASOF JOIN started AS s ON s.match = e.match AND e.step >= s.step
)
SELECT
    d.match,
    d.hand,
    d.seat,
    p.player,
    d.players,
    d.place,
    CASE d.seat WHEN d.dealer THEN 'dealer' WHEN d.fools_bettor THEN 'fools_bet' ELSE 'other' END AS role,
    coalesce(down.down, []) AS down,
    a.exchanged AS exchanged_slot,
    coalesce(a.wagers, 0) AS wagers,
    coalesce(a.bumps, 0) AS bumps,
    coalesce(a.times_matched, 0) AS times_matched,
    coalesce(a.wagers + a.bumps + a.times_matched > 0, false) AS entered,
    a.ducked_in,
    a.category IS NOT NULL AS shown,
    a.category,
    c.name AS category_name,
    coalesce(a.taken_down, false) AS taken_down,
    coalesce(m.staked, 0) AS staked,
    if(e.stacks IS NULL, NULL, coalesce(m.from_pots, 0)) AS from_pots,
    if(e.stacks IS NULL, NULL, coalesce(m.collected, 0)) AS collected,
    if(e.stacks IS NULL, NULL, coalesce(m.from_pots + m.collected - m.staked, 0)) AS net,
    e.stacks[d.seat] AS stack
FROM dealt AS d
JOIN seats AS p ON p.match = d.match AND p.seat = d.seat
LEFT JOIN down ON down.match = d.match AND down.hand = d.hand AND down.seat = d.seat
LEFT JOIN moved AS m ON m.match = d.match AND m.hand = d.hand AND m.seat = d.seat
LEFT JOIN acted AS a ON a.match = d.match AND a.hand = d.hand AND a.seat = d.seat
LEFT JOIN fools_down.categories AS c ON c.category = a.category
LEFT JOIN ended AS e ON e.match = d.match AND e.hand = d.hand
