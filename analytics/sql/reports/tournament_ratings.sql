-- title: How a tournament went for ratings
-- about: One row per tournament, round and player, and game: the place in the standings after the round, and the rating
-- before and after it. Whoever had no match that counts for ratings, such as by a bye or at a table without a scribe,
-- keeps what they had by then. What is rated, and how, says the report `ratings`.
-- counts: every entrant after every seated round; ratings come from all matches that count for `ratings`, in whatever
-- tournament. Leaves out events that were not organised here: `rating-history` has their matches.
-- apart: matches
-- param event: VARCHAR = NULL -- Only this tournament, by its name or its organiser's own id.
-- param game: VARCHAR = 'all games' -- By the ratings in this game, by its id.
-- param round: VARCHAR = NULL -- Only this round.
-- param player: VARCHAR = NULL -- Only this player.
-- plot: line x=round y=rating_after by=event,player
-- needs: ratings
SELECT
    t.name AS event,
    r.round,
    r.game,
    s.place,
    r.player,
    r.matches,
    round(r.rating_before, 2) AS rating_before,
    round(r.rating_after, 2) AS rating_after,
    round(r.change, 2) AS change
FROM tournament_ratings AS r
JOIN tournaments AS t ON t.tournament = r.tournament
JOIN standings AS s ON s.tournament = r.tournament AND s.after_round = r.round AND s.player = r.player
JOIN entrants AS e ON e.tournament = r.tournament AND e.player = r.player
WHERE r.game = lower($game)
    AND ($event IS NULL OR lower($event) IN (lower(t.name), lower(t.source), CAST(t.tournament AS VARCHAR)))
    AND ($round IS NULL OR CAST(r.round AS VARCHAR) = $round)
    AND ($player IS NULL OR lower(r.player) = lower($player))
ORDER BY t.opened_at, t.tournament, r.round, s.place IS NULL, s.place, e.number
