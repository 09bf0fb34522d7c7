-- title: How rounds go
-- about: One row per number of players, round and reason why it ended: how often, how many auctions there were and how
-- many of them forced, sold to nobody, how many cards were turned up, and how many points were made in all.
-- counts: rounds that have ended, of matches that go on or were abandoned too; leaves out rounds under way, and what
-- was taken back or put right.
-- apart: seats
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: bars x=round_number y=rounds by=players,ended_by
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'sun-bid' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
played AS (
    SELECT e.match, e.round, e.reason, e.step FROM sun_bid.round_ended AS e JOIN chosen USING (match)
),
sold AS (
    SELECT match, round, count(*) AS auctions, count(*) FILTER (kind = 'forced') AS forced,
        count(*) FILTER (NOT sold) AS unsold
    FROM sun_bid.auctions GROUP BY ALL
),
started AS (
    SELECT match, step, round FROM sun_bid.round_started
),
flips AS (
    SELECT f.match, s.round, count(*) AS flips
    FROM (SELECT match, step FROM sun_bid.card_flipped) AS f
    ASOF JOIN started AS s ON f.match = s.match AND f.step > s.step
    GROUP BY ALL
),
plays AS (
    SELECT f.match, s.round, count(*) AS plays
    FROM (SELECT match, step FROM sun_bid.card_fetched) AS f
    ASOF JOIN started AS s ON f.match = s.match AND f.step > s.step
    GROUP BY ALL
),
scored AS (
    SELECT match, round, sum(points) AS points FROM sun_bid.rounds GROUP BY ALL
)
SELECT
    chosen.seats AS players,
    played.round AS round_number,
    played.reason AS ended_by,
    count(*) AS rounds,
    round(avg(coalesce(sold.auctions, 0)), 2) AS average_auctions,
    round(avg(coalesce(sold.forced, 0)), 2) AS average_forced,
    round(avg(coalesce(sold.unsold, 0)), 2) AS average_unsold,
    round(avg(coalesce(flips.flips, 0)), 2) AS average_cards_turned_up,
    round(avg(coalesce(plays.plays, 0)), 2) AS average_plays,
    round(avg(scored.points), 2) AS average_points_of_all
FROM played
JOIN chosen USING (match)
LEFT JOIN sold ON sold.match = played.match AND sold.round = played.round
LEFT JOIN flips ON flips.match = played.match AND flips.round = played.round
LEFT JOIN plays ON plays.match = played.match AND plays.round = played.round
LEFT JOIN scored ON scored.match = played.match AND scored.round = played.round
GROUP BY ALL
ORDER BY players, round_number, ended_by
