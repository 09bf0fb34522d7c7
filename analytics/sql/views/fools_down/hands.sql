-- One row per hand of each match.
-- `last_round` (deal, cast, dance, trick, down) is the last for which cards were dealt. `common` are the cards on the
-- table, place 1 first, `trick` the first one on place 6. `ended_by`: showdown if two or more were left when wagering
-- was over, else ducked; NULL while the hand is going on. `shown` counts the hands that were turned up. `pot` is what
-- was divided, `house` what the house took, `bag` what went into the Fool's Bag; `pots` is 1 unless there were side
-- pots.
WITH started AS (
    SELECT match, step, version, hand, dealer, fools_bettor, "order" FROM fools_down.hand_started
),
common AS (
    SELECT t.match, s.hand,
        list(t.card ORDER BY t.place) FILTER (t.card <> 'F' AND NOT starts_with(t.card, 'J')) AS common,
        arg_min(t.card, t.step * 1000 + t.nr) FILTER (t.place = 6) AS trick,
        count(*) FILTER (t.card = 'F' OR starts_with(t.card, 'J')) AS wilds
    FROM fools_down.common_card_turned AS t ASOF JOIN started AS s ON s.match = t.match AND t.step >= s.step
    GROUP BY ALL
),
counted AS (
    SELECT e.match, s.hand,
        count(*) FILTER (e.what = 'wagered') AS wagers,
        count(*) FILTER (e.what = 'bumped') AS bumps,
        count(*) FILTER (e.what = 'ducked') AS ducks,
        count(*) FILTER (e.what = 'shown') AS shown,
        count(*) FILTER (e.what = 'showdown') > 0 AS showdown,
        count(*) FILTER (e.what = 'exchange') > 0 AS exchange,
        count(*) FILTER (e.what = 'ended') > 0 AS ended,
        coalesce(arg_max(e.round, e.step * 1000 + e.nr) FILTER (e.what = 'burned'), 'deal') AS last_round
    FROM (
        SELECT match, step, nr, 'wagered' AS what, NULL AS round FROM fools_down.wagered
        UNION ALL
        SELECT match, step, nr, 'bumped', NULL FROM fools_down.bumped
        UNION ALL
        SELECT match, step, nr, 'ducked', NULL FROM fools_down.ducked
        UNION ALL
        SELECT match, step, nr, 'shown', NULL FROM fools_down.hand_shown
        UNION ALL
        SELECT match, step, nr, 'showdown', NULL FROM fools_down.showdown_started
        UNION ALL
        SELECT match, step, nr, 'exchange', NULL FROM fools_down.exchange_opened
        UNION ALL
        SELECT match, step, nr, 'ended', NULL FROM fools_down.hand_ended
        UNION ALL
        SELECT match, step, nr, 'burned', round FROM fools_down.card_burned
    ) AS e
    ASOF JOIN started AS s ON s.match = e.match AND e.step >= s.step
    GROUP BY ALL
),
awarded AS (
    SELECT a.match, s.hand, count(*) AS pots, sum(a.amount)::BIGINT AS pot, sum(a.grab)::BIGINT AS house,
        sum(a.bag)::BIGINT AS bag, arg_min(a.how, a.pot) AS how
    FROM fools_down.pot_awarded AS a ASOF JOIN started AS s ON s.match = a.match AND a.step >= s.step
    GROUP BY ALL
)
SELECT
    s.match,
    s.hand,
    s.step,
    s.version,
    s.dealer AS dealer_seat,
    dealing.player AS dealer,
    s.fools_bettor AS fools_bettor_seat,
    betting.player AS fools_bettor,
    len(s."order") AS players,
    coalesce(c.last_round, 'deal') AS last_round,
    coalesce(t.common, []) AS common,
    t.trick,
    coalesce(t.wilds, 0) AS wilds_turned,
    coalesce(c.exchange, false) AS exchange,
    coalesce(c.wagers, 0) AS wagers,
    coalesce(c.bumps, 0) AS bumps,
    coalesce(c.ducks, 0) AS ducks,
    CASE WHEN c.ended THEN if(c.showdown, 'showdown', 'ducked') END AS ended_by,
    coalesce(c.shown, 0) AS shown,
    a.how AS main_pot_won,
    CASE WHEN c.ended THEN coalesce(a.pots, 0) END AS pots,
    CASE WHEN c.ended THEN coalesce(a.pot, 0) END AS pot,
    CASE WHEN c.ended THEN coalesce(a.house, 0) END AS house,
    CASE WHEN c.ended THEN coalesce(a.bag, 0) END AS bag
FROM started AS s
JOIN seats AS dealing ON dealing.match = s.match AND dealing.seat = s.dealer
JOIN seats AS betting ON betting.match = s.match AND betting.seat = s.fools_bettor
LEFT JOIN common AS t ON t.match = s.match AND t.hand = s.hand
LEFT JOIN counted AS c ON c.match = s.match AND c.hand = s.hand
LEFT JOIN awarded AS a ON a.match = s.match AND a.hand = s.hand
