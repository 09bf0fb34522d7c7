"""For whom an archive or a lake is made, and who that is in each match."""

from hashlib import sha256
from typing import NamedTuple
from unicodedata import normalize

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE


class ObserverName(NamedTuple):
    """An observer of many matches: `judge`, `table`, a seat number or a player's name.

    Who does not play in a match is `table` there.
    """

    name: str

    @property
    def see_all(self) -> bool:
        """Whether nothing is withheld."""
        return self.name.casefold() == "judge"

    def seat(self, players: tuple[str, ...]) -> Observer:
        """Which observer this is in a match of these players."""
        if self.see_all:
            return JUDGE
        names = [player.casefold() for player in players]
        for name in (self.name.casefold(), normalize("NFC", self.name).casefold()):
            if name in names:
                return names.index(name) + 1
        seat = int(self.name) if self.name.isdecimal() and len(self.name) < 10 else TABLE
        return seat if 1 <= seat <= len(players) else TABLE


def position_mark(digest: str, observer: ObserverName) -> str:
    """By what an archive knows the newest event in it, which has this digest."""
    # Digests themselves are for the judge alone: whoever guesses what was withheld could find by one that it is so.
    return digest if observer.see_all else sha256(digest.encode()).hexdigest()
