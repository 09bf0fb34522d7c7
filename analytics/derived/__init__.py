"""Tables that SQL alone cannot fill: the table of a match at every step, tournaments, ratings, decks."""
