-- title: How often each rule comes into play
-- about: One row per rule, over finished matches: how often it came up, in how many of the matches, and how often in a
-- match on average.
-- counts: finished matches; a premonition told without words is told. Several wizards are the best after
-- all rulings.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: bars x=rule y=average_in_match
WITH chosen AS (
    SELECT *, coalesce(played_on, CAST(started_at AS DATE)) AS day
    FROM matches
    WHERE game = 'last-years-magic' AND over AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR day >= $since) AND ($until IS NULL OR day <= $until)
),
named (nr, rule) AS (
    VALUES
        (1, 'a fortune was cast'),
        (2, 'a premonition of no card'),
        (3, 'a premonition of one card'),
        (4, 'a premonition of two cards'),
        (5, 'a premonition was told'),
        (6, 'a good trick'),
        (7, 'a bad trick'),
        (8, 'a null round'),
        (9, 'a null round right after another'),
        (10, 'the leader won the trick'),
        (11, 'a problem was left unsolved at the end'),
        (12, 'a card was put into the deck'),
        (13, 'several wizards were the best')
),
came AS (
    SELECT 1 AS nr, match FROM last_years_magic.fortune_cast
    UNION ALL SELECT count + 2, match FROM last_years_magic.problems
    UNION ALL SELECT 5, match FROM last_years_magic.prophecy_told
    UNION ALL SELECT 6, match FROM last_years_magic.rounds WHERE kind = 'good'
    UNION ALL SELECT 7, match FROM last_years_magic.rounds WHERE kind = 'bad'
    UNION ALL SELECT 8, match FROM last_years_magic.rounds WHERE kind = 'null'
    UNION ALL SELECT 9, match FROM last_years_magic.rounds WHERE kind = 'null' AND why = 'null'
    UNION ALL SELECT 10, match FROM last_years_magic.rounds WHERE winner_seat = leader_seat
    UNION ALL SELECT 11, match FROM last_years_magic.problems WHERE NOT solved
    UNION ALL SELECT 12, match FROM last_years_magic.card_given
    UNION ALL SELECT 13, match FROM results WHERE final_won GROUP BY match HAVING count(*) > 1
)
SELECT
    named.rule,
    count(chosen.match) AS times,
    count(DISTINCT chosen.match) AS matches,
    round(100 * count(DISTINCT chosen.match) / (SELECT count(*) FROM chosen), 1) AS matches_percent,
    round(count(chosen.match) / (SELECT count(*) FROM chosen), 2) AS average_in_match
FROM named
LEFT JOIN came USING (nr)
LEFT JOIN chosen USING (match)
GROUP BY named.nr, named.rule
HAVING (SELECT count(*) FROM chosen) > 0
ORDER BY named.nr
