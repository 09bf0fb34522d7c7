-- One row per player of each finished match: what the match brought in chips.
SELECT match, unnest(generate_series(1, len(net))) AS seat, unnest(net) AS net FROM fools_down.match_ended
