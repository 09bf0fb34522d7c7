"""Players that know no game, and the playing of many matches with them."""
