"""Thinking about a match from one seat: worlds that its view allows, playouts in them, and the search for a move.

Nothing here takes what only the judge knows: all of it begins with the view of a seat.
"""
