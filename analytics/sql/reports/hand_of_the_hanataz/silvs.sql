-- title: Where silvs come from and go
-- about: One row per reason for which silvs are moved: how often, how many, and what that means for the pot, the house
-- and all players together. `per_hand` is the number of silvs for each hand that was begun.
-- counts: all movements in all matches, also in hands that are not over; those between a player and a Bard are in no
-- sum but that of players.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param players: INTEGER = NULL -- Only matches of so many players.
-- plot: bars x=why y=per_hand
WITH chosen AS (
    SELECT * FROM matches
    WHERE game = 'hand-of-the-hanataz' AND ($event IS NULL OR lower(event) = lower($event))
        AND ($since IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) >= $since)
        AND ($until IS NULL OR coalesce(played_on, CAST(started_at AS DATE)) <= $until)
        AND ($players IS NULL OR seats = $players)
),
begun AS (
    SELECT count(*) AS hands FROM hand_of_the_hanataz.hands JOIN chosen USING (match)
)
SELECT
    s.why,
    count(*) AS times,
    sum(s.amount)::BIGINT AS silvs,
    round(sum(s.amount) / nullif(any_value(begun.hands), 0), 2) AS per_hand,
    sum(s.pot_change)::BIGINT AS into_pot,
    sum(s.house_change)::BIGINT AS to_house,
    sum(s.amount * ((s.receiver_seat IS NOT NULL)::INTEGER - (s.giver_seat IS NOT NULL)::INTEGER))::BIGINT AS to_players
FROM hand_of_the_hanataz.silvs AS s
JOIN chosen USING (match)
CROSS JOIN begun
GROUP BY ALL
ORDER BY silvs DESC, s.why
