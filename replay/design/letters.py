"""Capital letters and digits as lines, for drawings that may hold no text."""

from typing import Final
from unicodedata import normalize

WIDTH: Final = 16
HEIGHT: Final = 24
LINES: Final = {
    "A": "M0 24L8 0l8 24M3 16h10",
    "B": "M0 0v24h9a6.2 6.2 0 0 0 0-12.5h-9M0 0h8a5.7 5.7 0 0 1 0 11.5",
    "C": "M16 6a8 8 0 0 0-16 2v8a8 8 0 0 0 16 2",
    "D": "M0 0h6a10 10 0 0 1 10 10v4a10 10 0 0 1-10 10h-6z",
    "E": "M15 0h-15v24h15M0 12h12",
    "F": "M15 0h-15v24M0 12h12",
    "G": "M16 6a8 8 0 0 0-16 2v8a8 8 0 0 0 16 0v-3h-6",
    "H": "M0 0v24M16 0v24M0 12h16",
    "I": "M8 0v24M3 0h10M3 24h10",
    "J": "M14 0v17a7 7 0 0 1-14 0",
    "K": "M0 0v24M15 0l-15 14M6 9l10 15",
    "L": "M1 0v24h14",
    "M": "M0 24v-24l8 13 8-13v24",
    "N": "M0 24v-24l16 24v-24",
    "O": "M0 8a8 8 0 0 1 16 0v8a8 8 0 0 1-16 0z",
    "P": "M0 24v-24h9a6.5 6.5 0 0 1 0 13h-9",
    "Q": "M0 8a8 8 0 0 1 16 0v8a8 8 0 0 1-16 0zM10 17l6 8",
    "R": "M0 24v-24h9a6.5 6.5 0 0 1 0 13h-9M8 13l8 11",
    "S": "M15 4.5q-2-4.5-7-4.5a6 6 0 0 0 0 12a6 6 0 0 1 0 12q-5.5 0-7.5-4.5",
    "T": "M0 0h16M8 0v24",
    "U": "M0 0v16a8 8 0 0 0 16 0v-16",
    "V": "M0 0l8 24 8-24",
    "W": "M-1 0l4.5 24 4.5-15 4.5 15 4.5-24",
    "X": "M0 0l16 24M16 0l-16 24",
    "Y": "M0 0l8 12 8-12M8 12v12",
    "Z": "M0 0h16l-16 24h16",
    "0": "M0 8a8 8 0 0 1 16 0v8a8 8 0 0 1-16 0z",
    "1": "M3 4l5-4v24",
    "2": "M0 7a8 7 0 0 1 16 0q0 4-5 8l-11 9h16",
    "3": "M1 0h14l-8 9.5a7.3 7.3 0 1 1-6.5 10",
    "4": "M12 24v-24l-12 17h16",
    "5": "M14 0h-12v10h6a7 7 0 0 1 0 14h-7",
    "6": "M13 0q-13 6-13 16a8 8 0 1 0 8-8q-5 0-8 5",
    "7": "M0 0h16l-9 24",
    "8": "M8 0a5.5 5.5 0 1 0 .1 0zM8 11a6.5 6.5 0 1 0 .1 0z",
    "9": "M3 24q13-6 13-16a8 8 0 1 0-8 8q5 0 8-5",
}
"""The path of each, drawn with a line within `WIDTH` and `HEIGHT`."""


def initials(title: str, most: int = 2) -> str:
    """The letters that the words of a title begin with, without words in small letters; empty where none is known."""
    words = normalize("NFKD", title).split()
    capitals = [word for word in words if not word[0].islower()] or words
    first = (next((letter for letter in word.upper() if letter in LINES), "") for word in capitals)
    return "".join(first)[:most]
