"""Forks: that they equal their origin where nothing is done otherwise, and tell a player nothing they do not know."""
