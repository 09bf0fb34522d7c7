-- One row per finished match: why it ended.
SELECT match, reason AS ending FROM aucteraden.match_ended
