"""Sorcerous Futures with less gold to begin with."""

GAME = "sorcerous-futures"
GOLD = 70
