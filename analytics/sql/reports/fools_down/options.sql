-- title: What options change
-- about: One row per set of options: matches and hands that were played to their end, how large pots are, how hands
-- end, and what the house and the bag got.
-- `match_pot` is the mean over matches of their average pot, `match_pot_spread` their standard deviation (of a
-- sample); between `match_pot_from` and `match_pot_to` the true mean lies nineteen times of twenty, and
-- `match_pot_differs_p` is the p-value of Welch's t test against the matches with all other options. How even
-- seats are for each number of players is in the report `variants`.
-- counts: hands that were played to their end, in all matches; the pot is what was divided, side pots, the house's grab
-- and the bag's stake among it. A raise is a wager or a bump.
-- apart: fools_down turning_the_trick fools_rules fools_bag dealer house_grab
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param players: INTEGER = NULL -- Only matches of so many players.
-- param fewest: INTEGER = 1 -- Leave out options with fewer hands than this.
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'fools-down' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
        AND ($players IS NULL OR seats = $players)
),
found AS (
    SELECT
        start.fools_down,
        start.turning_the_trick,
        start.fools_rules,
        start.fools_bag,
        start.dealer,
        start.house_grab,
        count(DISTINCT h.match) AS matches,
        count(*) AS hands,
        round(avg(h.players), 2) AS average_players,
        round(avg(h.pot), 2) AS average_pot,
        round(avg(h.wagers + h.bumps), 2) AS average_raises,
        round(100 * count(*) FILTER (h.ended_by = 'showdown') / count(*), 1) AS showdown_percent,
        round(100 * count(*) FILTER (h.exchange) / count(*), 1) AS exchange_percent,
        sum(h.house)::BIGINT AS house,
        sum(h.bag)::BIGINT AS bag
    FROM fools_down.hands AS h
    JOIN chosen USING (match)
    JOIN fools_down.match_started AS start USING (match)
    WHERE h.ended_by IS NOT NULL
    GROUP BY ALL
    HAVING count(*) >= $fewest
),
each_match AS (
    SELECT start.fools_down, start.turning_the_trick, start.fools_rules, start.fools_bag, start.dealer,
        start.house_grab, h.match, avg(h.pot) AS value
    FROM fools_down.hands AS h
    JOIN chosen USING (match)
    JOIN fools_down.match_started AS start USING (match)
    WHERE h.ended_by IS NOT NULL
    GROUP BY ALL
),
tested AS (
    SELECT
        fools_down, turning_the_trick, fools_rules, fools_bag, dealer, house_grab,
        count(value) AS n,
        avg(value) AS mean,
        coalesce(var_samp(value), 0) AS variance,
        sum(count(value)) OVER () AS all_n,
        sum(sum(value)) OVER () AS all_total,
        sum(sum(value * value)) OVER () AS all_squares
    FROM each_match
    GROUP BY fools_down, turning_the_trick, fools_rules, fools_bag, dealer, house_grab
)
SELECT
    f.*,
    round(t.mean, 2) AS match_pot,
    CASE WHEN t.n > 1 THEN round(sqrt(t.variance), 2) END AS match_pot_spread,
    round(mean_from(t.mean, t.variance, t.n), 2) AS match_pot_from,
    round(mean_to(t.mean, t.variance, t.n), 2) AS match_pot_to,
    round(rest_p(t.mean, t.variance, t.n, t.all_n, t.all_total, t.all_squares), 3) AS match_pot_differs_p
FROM found AS f
JOIN tested AS t USING (fools_down, turning_the_trick, fools_rules, fools_bag, dealer, house_grab)
ORDER BY f.fools_down, f.turning_the_trick, f.fools_rules, f.fools_bag, f.dealer, f.house_grab
