-- One row per finished match: why it ended.
SELECT match, cause AS ending FROM hand_of_the_hanataz.match_ended
