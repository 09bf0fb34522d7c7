"""The pictures in `docs/pictures`: a table of each game, from its golden match.

`python -m tests.generate pictures` writes them anew; a test compares.
"""

from pathlib import Path

from ludograph.domain.games import GAMES
from ludograph.replay.drawing.picture import picture
from tests.playthrough import golden_match

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
STEPS = {
    "sun-bid": (18, 3),
    "sorcerous-futures": (29, 2),
    "aucteraden": (32, 8),
    "last-years-magic": (33, 2),
    "conundruze": (38, 7),
    "hand-of-the-hanataz": (26, 2),
    "fools-down": (13, 2),
}
"""The step and beat shown, as the player in seat 2 knows it, or in seat 1 where there is no other; else the middle."""


def drawn(game: str) -> str:
    """The picture of a game."""
    match = golden_match(game)
    return picture(match, min(2, len(match.players)), *STEPS.get(game, (len(match.steps) // 2, 0)))


def path_of(game: str) -> Path:
    """Where the picture of a game is kept."""
    return FOLDER / f"{game}.svg"


def main() -> None:
    """Writes all pictures anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        path_of(game).write_text(drawn(game), encoding="utf-8")


if __name__ == "__main__":
    main()
