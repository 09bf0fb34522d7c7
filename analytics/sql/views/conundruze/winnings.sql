-- One row per player of each finished match with betting: what the match brought in chips.
SELECT e.match, unnest(generate_series(1, len(e.stacks))) AS seat,
    unnest(list_transform(list_zip(e.stacks, b.stacks), lambda pair: pair[1] - pair[2])) AS net
FROM conundruze.match_ended AS e
JOIN conundruze.game_began AS b ON b.match = e.match
JOIN conundruze.match_started AS start ON start.match = e.match
WHERE start.betting <> 'none'
