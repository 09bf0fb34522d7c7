-- title: What Pawns and Courts fetch
-- about: One row per Pawn or Court: how often it came into a take and was played, what the cards fetched for it scored
-- on average, and what it scored itself where it was kept (3 points). Rounds that have not ended are left out.
-- counts: rounds that were scored, of matches that go on or were abandoned too; leaves out what was taken back or put
-- right.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=card y=average_points_fetched
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sun-bid' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
owned AS (
    SELECT t.* FROM sun_bid.takes AS t JOIN chosen USING (match)
    JOIN sun_bid.round_scored AS scored ON scored.match = t.match AND scored.round = t.round
    WHERE $player IS NULL OR lower(t.player) = lower($player)
),
fetched AS (
    SELECT f.played AS card, count(*) AS plays, avg(t.points) AS points,
        count(*) FILTER (known.rank IN ('P', 'T')) AS pawns, count(*) FILTER (known.rank = '1') AS aces
    FROM sun_bid.card_fetched AS f
    JOIN owned AS t ON t.match = f.match AND t.step = f.step AND t.came_by = 'play'
    JOIN cards AS known ON known.deck = 'decktet' AND known.code = f.target
    GROUP BY ALL
),
came AS (
    SELECT o.card, count(*) AS came, count(*) FILTER (o.fate = 'kept') AS kept,
        count(*) FILTER (o.fate IN ('ace', 'companion')) AS lost
    FROM owned AS o JOIN cards AS known ON known.deck = 'decktet' AND known.code = o.card
    WHERE known.rank IN ('P', 'T')
    GROUP BY ALL
)
SELECT
    came.card,
    known.name,
    came.came,
    coalesce(fetched.plays, 0) AS played,
    round(100 * coalesce(fetched.plays, 0) / came.came, 1) AS played_percent,
    round(100 * came.kept / came.came, 1) AS kept_percent,
    round(100 * came.lost / came.came, 1) AS lost_to_aces_percent,
    round(fetched.points, 2) AS average_points_fetched,
    coalesce(fetched.pawns, 0) AS fetched_pawns_and_courts,
    coalesce(fetched.aces, 0) AS fetched_aces
FROM came
LEFT JOIN fetched USING (card)
JOIN cards AS known ON known.deck = 'decktet' AND known.code = came.card
ORDER BY played_percent DESC, came.card
