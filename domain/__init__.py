"""The heart of Ludograph: games, matches, records and who may know what."""

__version__ = "0.1.0"
