"""Tables that SQL alone cannot fill: the table of a match at every step, tournaments, ratings, decks.

Views, which SQL alone can fill, are files in `analytics/sql/views`.
"""
