-- title: What became of each auction card
-- about: One row per card. Of the times it was turned up: how often it was bought in an auction, fetched with a Pawn or
-- Court, or left to nobody. Of the times it came into a take: how often it was still there when the round was
-- over, lost to an Ace (itself or with one), or played; and the points it scored on average, lost or not.
-- counts: cards of rounds under way too, and a card that lies in the pool as left; what became of cards in takes and
-- what they scored is of rounds that were scored. Leaves out what was taken back or put right.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out cards that were turned up fewer times than this.
-- plot: bars x=card y=average_points
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sun-bid' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
flipped AS (
    SELECT f.card, count(*) AS turned_up FROM sun_bid.card_flipped AS f JOIN chosen USING (match)
    GROUP BY ALL
),
taken AS (
    SELECT
        t.card,
        count(*) AS came,
        count(*) FILTER (t.came_by = 'auction') AS bought,
        count(*) FILTER (t.came_by = 'play') AS fetched,
        count(scored.match) AS settled,
        count(scored.match) FILTER (t.fate = 'kept') AS kept,
        count(scored.match) FILTER (t.fate IN ('ace', 'companion')) AS lost,
        count(scored.match) FILTER (t.fate = 'played') AS played,
        avg(t.points) FILTER (scored.match IS NOT NULL) AS points
    FROM sun_bid.takes AS t
    JOIN chosen USING (match)
    LEFT JOIN sun_bid.round_scored AS scored ON scored.match = t.match AND scored.round = t.round
    GROUP BY ALL
)
SELECT
    f.card,
    known.name,
    f.turned_up,
    round(100 * coalesce(t.bought, 0) / f.turned_up, 1) AS bought_percent,
    round(100 * coalesce(t.fetched, 0) / f.turned_up, 1) AS fetched_percent,
    round(100 * (f.turned_up - coalesce(t.came, 0)) / f.turned_up, 1) AS left_percent,
    round(100 * t.kept / nullif(t.settled, 0), 1) AS kept_percent,
    round(100 * t.lost / nullif(t.settled, 0), 1) AS lost_to_aces_percent,
    round(100 * t.played / nullif(t.settled, 0), 1) AS played_percent,
    round(t.points, 2) AS average_points
FROM flipped AS f
LEFT JOIN taken AS t USING (card)
LEFT JOIN cards AS known ON known.deck = 'decktet' AND known.code = f.card
WHERE f.turned_up >= $fewest
ORDER BY average_points DESC NULLS LAST, f.card
