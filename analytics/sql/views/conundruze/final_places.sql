-- One row per player of each finished match: the place they came to, which here does not follow from the totals.
-- Equal places are shared; whoever stayed in longer is ahead.
SELECT match, unnest(generate_series(1, len(places))) AS seat, unnest(places) AS place
FROM conundruze.match_ended
