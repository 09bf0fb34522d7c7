-- title: What face cards do
-- about: One row per kind of face card that was played on a turn. `average_gained` is what it brought its player at
-- once (not what a Bard collects), `average_into_pot` what a Crown brought into the pot. `hand_won_percent` says how
-- often its player got silvs from the pot in the end.
-- counts: face cards played on a turn in all matches, also in hands that are not over; `per_hand` is for each hand
-- that was begun, `hand_won_percent` of hands that are over. Knights are left out.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: bars x=card y=hand_won_percent of=played
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'hand-of-the-hanataz' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
),
begun AS (
    SELECT count(*) AS hands FROM hand_of_the_hanataz.hands JOIN chosen USING (match)
)
SELECT
    CASE f.rank
        WHEN 'R' THEN 'Rogue' WHEN 'W' THEN 'Wizard' WHEN 'C' THEN 'Crown' WHEN 'D' THEN 'Dragon'
        WHEN 'J' THEN 'Jester' WHEN 'F' THEN 'Fool' WHEN 'T' THEN 'Troll' WHEN 'A' THEN 'Assassin'
        WHEN 'B' THEN 'Bard' WHEN 'P' THEN 'Priest'
    END AS card,
    count(*) AS played,
    round(count(*) / nullif(any_value(begun.hands), 0), 2) AS per_hand,
    round(100 * count(f.countered_by) / count(*), 1) AS countered_percent,
    round(avg(f.gained), 2) AS average_gained,
    round(avg(f.into_pot), 2) AS average_into_pot,
    round(avg(f.nubbed), 2) AS average_nubbed_out,
    count(*) FILTER (f.stolen) AS cards_stolen,
    count(*) FILTER (f.put_out) AS put_out,
    round(100 * avg(f.hand_won::INTEGER), 1) AS hand_won_percent
FROM hand_of_the_hanataz.faces AS f
JOIN chosen USING (match)
CROSS JOIN begun
WHERE $player IS NULL OR lower(f.player) = lower($player)
GROUP BY ALL
ORDER BY played DESC, card
