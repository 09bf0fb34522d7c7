-- One row per player and round that was scored.
-- `suns`, `courts`, `kinds` and `sequences` are the points of the four steps, `points` their sum; `suns_total` is what
-- the bidding cards of the player add up to; `began` says who led the round's first turn.
SELECT
    scored.match,
    scored.round,
    s.seat,
    s.player,
    started.lead = s.seat AS began,
    ended.reason AS ended_by,
    scored.scores[s.seat].suns_total AS suns_total,
    scored.scores[s.seat].suns AS suns,
    scored.scores[s.seat].courts AS courts,
    scored.scores[s.seat].kinds AS kinds,
    scored.scores[s.seat].sequences AS sequences,
    scored.scores[s.seat].points AS points,
    scored.scores[s.seat].total AS total_so_far
FROM sun_bid.round_scored AS scored
JOIN seats AS s USING (match)
LEFT JOIN sun_bid.round_started AS started
    ON started.match = scored.match AND started.round = scored.round
LEFT JOIN sun_bid.round_ended AS ended
    ON ended.match = scored.match AND ended.round = scored.round
