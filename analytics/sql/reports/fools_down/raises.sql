-- title: What raising leads to
-- about: One row per standing and outcome of players who wagered or bumped. `best` held the best cards of all who were
-- dealt in, as far as known and by the table as it lay when the hand ended; `behind`: somebody held better, so that
-- raising was a bluff, knowingly or not. Hands without cards on the table, or with cards not known, are left out.
-- counts: players who raised, in hands that were played to their end; each once, however often it was. Two who hold
-- equal cards are both best. Who was left after others were taken down counts as if all others had ducked.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=outcome y=of_the_standing_percent by=standing part=raised
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'fools-down' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
known AS (
    SELECT match, hand, seat, strength = max(strength) OVER (PARTITION BY match, hand) AS best
    FROM fools_down.strengths JOIN chosen USING (match)
),
raised AS (
    SELECT if(k.best, 'best', 'behind') AS standing, p.staked, p.net, CASE
        WHEN p.ducked_in IS NOT NULL THEN 'ducked later'
        WHEN NOT p.shown THEN 'all others ducked'
        WHEN p.from_pots > 0 THEN 'showed and won'
        ELSE 'showed and lost'
    END AS outcome
    FROM fools_down.holdings AS p JOIN known AS k USING (match, hand, seat)
    WHERE p.net IS NOT NULL AND p.wagers + p.bumps > 0 AND ($player IS NULL OR lower(p.player) = lower($player))
)
SELECT
    r.standing,
    r.outcome,
    count(*) AS raised,
    round(100 * count(*) / sum(count(*)) OVER (PARTITION BY r.standing), 1) AS of_the_standing_percent,
    round(avg(r.staked), 2) AS average_staked,
    round(avg(r.net), 2) AS average_net
FROM raised AS r
GROUP BY r.standing, r.outcome
ORDER BY r.standing DESC, list_position(
    ['all others ducked', 'showed and won', 'showed and lost', 'ducked later'], r.outcome
)
