-- title: How pots are won
-- about: One row per variant, kind of pot and how it was won: alone (all others had ducked), by the best hand, by the
-- Fool, or cut with him. `split` are pots that several seats shared; the grab is the house's.
-- counts: pots of all matches; one that several shared is one pot.
-- apart: fools_down
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: bars x=how y=pots_percent by=variant,pot part=pots
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'fools-down' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
)
SELECT
    start.fools_down AS variant,
    if(a.pot = 0, 'main', 'side') AS pot,
    a.how,
    count(*) AS pots,
    round(100 * count(*) / sum(count(*)) OVER (PARTITION BY start.fools_down, a.pot = 0), 1) AS pots_percent,
    round(avg(a.amount), 2) AS average_amount,
    max(a.amount) AS highest,
    count(*) FILTER (len(list_filter(a.shares, lambda share: share > 0)) > 1) AS split,
    sum(a.grab)::BIGINT AS grab,
    sum(a.bag)::BIGINT AS bag
FROM fools_down.pot_awarded AS a
JOIN chosen USING (match)
JOIN fools_down.match_started AS start USING (match)
GROUP BY start.fools_down, a.pot = 0, a.how
ORDER BY variant, pot, list_position(['alone', 'best', 'fool', 'cut'], a.how)
