-- One row per player of each finished match: what the match brought in silvs, debts taken off.
SELECT match, unnest(generate_series(1, len(gains))) AS seat, unnest(gains) AS net FROM hand_of_the_hanataz.match_ended
