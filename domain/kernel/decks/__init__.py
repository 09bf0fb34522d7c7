"""The decks that games are played with, one module each."""
