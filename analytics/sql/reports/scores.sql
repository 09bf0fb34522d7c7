-- title: Scores
-- about: One row per game and number of players, over finished matches: what is scored, and by how much one wins.
-- `average_lead` is the score of the first less that of the second, where the winners have the highest score, or the
-- other way round where they have the lowest; it is 0 where several win together with the same score.
-- `shared_percent` says how often several win together, and `spread` is the sample standard
-- deviation (over n - 1, as pandas and R have it), which one score alone has not.
-- counts: finished matches and what was scored in them, after all rulings; leaves out scores that are not known (they are
-- `unknown_scores`), of the lead the matches with such a score, and of `shared_percent` those in which nobody knows who
-- won. With a player the matches are that player's, the lead and whether it was shared are of the match.
-- apart: seats
-- param game: VARCHAR = NULL -- Only this game, by its id.
-- param event: VARCHAR = NULL -- Only this tournament.
-- param player: VARCHAR = NULL -- Only the scores of this player.
-- param since: DATE = NULL -- Only matches played on this day or later.
-- param until: DATE = NULL -- Only matches played on this day or earlier.
-- param fewest: INTEGER = 1 -- Leave out what was seen in fewer matches.
SELECT
    p.game,
    p.seats AS players,
    count(DISTINCT p.match) AS matches,
    count(p.score) AS scores,
    round(avg(p.score), 2) AS average,
    round(stddev_samp(p.score), 2) AS spread,
    min(p.score) AS lowest,
    quantile_disc(p.score, 0.25) AS lower_quarter,
    median(p.score) AS median,
    quantile_disc(p.score, 0.75) AS upper_quarter,
    max(p.score) AS highest,
    round(avg(p.score) FILTER (p.won), 2) AS winners_average,
    round(avg(l.lead), 2) AS average_lead,
    round(100 * avg(CAST(l.shared AS INTEGER)), 1) AS shared_percent,
    count(*) FILTER (p.unknown) AS unknown_scores
FROM participations AS p
LEFT JOIN leads AS l ON l.match = p.match
WHERE p.over
    AND ($game IS NULL OR p.game = lower($game))
    AND ($event IS NULL OR lower(p.event) = lower($event))
    AND ($player IS NULL OR lower(p.player) = lower($player))
    AND ($since IS NULL OR p.day >= $since)
    AND ($until IS NULL OR p.day <= $until)
GROUP BY p.game, p.seats
HAVING count(DISTINCT p.match) >= $fewest
ORDER BY p.game, p.seats
