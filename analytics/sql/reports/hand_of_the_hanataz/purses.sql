-- title: Purses from hand to hand
-- about: One row per hand and player of a match: what the hand brought, and the silvs after it. Without `match` it is
-- the match that was started last.
-- counts: all hands of the match, the last as far as it was played; leaves out stakes, buy-ins and what is shared
-- out at the end. Of matches that were started at the same time it is the one whose id comes first.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param match: VARCHAR = NULL -- The id of the match, or how it begins.
-- plot: line x=hand y=silvs by=player
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'hand-of-the-hanataz' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
one AS (
    SELECT match FROM chosen WHERE $match IS NULL OR starts_with(CAST(match AS VARCHAR), lower($match))
    ORDER BY started_at DESC, match LIMIT 1
)
SELECT
    p.hand,
    p.player,
    p.turns,
    p.controls,
    p.challenge,
    p.nubbed,
    p.put_out,
    p.paid,
    p.received,
    p.gain,
    p.silvs
FROM hand_of_the_hanataz.purses AS p JOIN one USING (match)
ORDER BY p.hand, p.seat
