"""The games, written out; each is loaded when it is first asked for."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final

from ludograph.domain.kernel.game import Game

FOLDERS: Final = {
    "sun-bid": "sun_bid",
    "sorcerous-futures": "sorcerous_futures",
    "aucteraden": "aucteraden",
    "last-years-magic": "last_years_magic",
    "conundruze": "conundruze",
    "hand-of-the-hanataz": "hand_of_the_hanataz",
    "fools-down": "fools_down",
}


class Catalogue(Mapping[str, Game]):
    """Games by their id. Loading one does not load the others, for a command needs one and should start at once."""

    def __getitem__(self, id: str) -> Game:
        game: Game = import_module(f"{__name__}.{FOLDERS[id]}").GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(FOLDERS)

    def __len__(self) -> int:
        return len(FOLDERS)


GAMES: Final = Catalogue()
