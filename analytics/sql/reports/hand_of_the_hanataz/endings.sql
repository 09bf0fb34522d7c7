-- title: How hands end
-- about: One row per number of players in the game and way in which a hand ended: by a challenge, by a Dragon that
-- emptied the pot, or because everybody was nubbed out. `controls` counts how often control was taken.
-- counts: hands that were played to their end, in all matches; the pot is what lay in it at the end, and
-- `average_to_players` what Bards took from it too. `average_face_cards` leaves out Knights, who answer others.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- plot: bars x=cause y=hands_percent by=players part=hands
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'hand-of-the-hanataz' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
)
SELECT
    h.players,
    h.cause,
    count(*) AS hands,
    round(100 * count(*) / sum(count(*)) OVER (PARTITION BY h.players), 1) AS hands_percent,
    round(avg(h.turns), 2) AS average_turns,
    round(avg(h.controls), 2) AS average_controls,
    round(avg(h.face_cards), 2) AS average_face_cards,
    round(avg(h.nubbed_out), 2) AS average_nubbed_out,
    round(avg(h.pot), 2) AS average_pot,
    max(h.pot) AS highest_pot,
    round(avg(h.to_players), 2) AS average_to_players,
    round(avg(h.house_gain), 2) AS average_house_gain
FROM hand_of_the_hanataz.hands AS h JOIN chosen USING (match)
WHERE h.cause IS NOT NULL
GROUP BY h.players, h.cause
ORDER BY h.players, list_position(['challenge', 'empty_pot', 'all_nubbed'], h.cause)
