-- title: What options change
-- about: One row per set of options: matches and hands that were played to their end, how long they are, how they end,
-- and what the house gains.
-- `match_pot` is the mean over matches of their average pot, `match_pot_spread` their standard deviation (of a
-- sample); between `match_pot_from` and `match_pot_to` the true mean lies nineteen times of twenty, and
-- `match_pot_differs_p` is the p-value of Welch's t test against the matches with all other options. How even
-- seats are for each number of players is in the report `variants`.
-- counts: hands that were played to their end, in all matches; the pot is what lay in it at the end.
-- apart: decks no_house pot_bonus rising_card_cost face_cards extra_faces
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param players: INTEGER = NULL -- Only matches of so many players.
-- param fewest: INTEGER = 1 -- Leave out options with fewer hands than this.
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'hand-of-the-hanataz' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
        AND ($players IS NULL OR seats = $players)
),
found AS (
    SELECT
        coalesce(start.decks, if(chosen.seats <= 4, 1, 2)) AS decks,
        start.no_house,
        start.pot_bonus,
        start.rising_card_cost,
        array_to_string(start.face_cards, ' ') AS face_cards,
        array_to_string(start.extra_faces, ' ') AS extra_faces,
        count(DISTINCT h.match) AS matches,
        count(*) AS hands,
        round(avg(h.turns), 2) AS average_turns,
        round(avg(h.controls), 2) AS average_controls,
        round(avg(h.pot), 2) AS average_pot,
        round(100 * count(*) FILTER (h.cause = 'challenge') / count(*), 1) AS challenge_percent,
        round(sum(h.put_out) / count(*), 2) AS put_out_per_hand,
        round(avg(h.house_gain), 2) AS average_house_gain
    FROM hand_of_the_hanataz.hands AS h
    JOIN chosen USING (match)
    JOIN hand_of_the_hanataz.match_started AS start USING (match)
    WHERE h.cause IS NOT NULL
    GROUP BY ALL
    HAVING count(*) >= $fewest
),
each_match AS (
    SELECT
        coalesce(start.decks, if(chosen.seats <= 4, 1, 2)) AS decks,
        start.no_house,
        start.pot_bonus,
        start.rising_card_cost,
        array_to_string(start.face_cards, ' ') AS face_cards,
        array_to_string(start.extra_faces, ' ') AS extra_faces,
        h.match,
        avg(h.pot) AS value
    FROM hand_of_the_hanataz.hands AS h
    JOIN chosen USING (match)
    JOIN hand_of_the_hanataz.match_started AS start USING (match)
    WHERE h.cause IS NOT NULL
    GROUP BY ALL
),
tested AS (
    SELECT
        decks, no_house, pot_bonus, rising_card_cost, face_cards, extra_faces,
        count(value) AS n,
        avg(value) AS mean,
        coalesce(var_samp(value), 0) AS variance,
        sum(count(value)) OVER () AS all_n,
        sum(sum(value)) OVER () AS all_total,
        sum(sum(value * value)) OVER () AS all_squares
    FROM each_match
    GROUP BY decks, no_house, pot_bonus, rising_card_cost, face_cards, extra_faces
)
SELECT
    f.*,
    round(t.mean, 2) AS match_pot,
    CASE WHEN t.n > 1 THEN round(sqrt(t.variance), 2) END AS match_pot_spread,
    round(mean_from(t.mean, t.variance, t.n), 2) AS match_pot_from,
    round(mean_to(t.mean, t.variance, t.n), 2) AS match_pot_to,
    round(rest_p(t.mean, t.variance, t.n, t.all_n, t.all_total, t.all_squares), 3) AS match_pot_differs_p
FROM found AS f
JOIN tested AS t USING (decks, no_house, pot_bonus, rising_card_cost, face_cards, extra_faces)
ORDER BY f.decks, f.no_house, f.pot_bonus, f.rising_card_cost, f.face_cards, f.extra_faces
