-- One row per finished match: why it ended.
SELECT match, reason AS ending FROM fools_down.match_ended
