"""Players that know no game, and the playing of many matches with them.

Bots choose by chance among what is open; a player that thinks would be a room of its own.
"""
