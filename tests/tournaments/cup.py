"""A small tournament that commands are tried on: one table recorded to its end, one result entered, one bye."""

from pathlib import Path

from tests.cli.conftest import Ludograph

AWKWARD = "<b>Sohn & Co"
MOVES = Path(__file__).parents[2] / "docs/day/table-1.txt"
"""A match of three that the program deals from the seed `winter-1-1`."""


def played_cup(ludograph: Ludograph) -> None:
    """Plays one round of it."""
    tables = {"1": ("Emil", "Kurt", "Lena"), "2": ("Dora", "Farah", AWKWARD), "bye": ("Ivo", "Ann")}
    rows = [f"1,{table},{name}" for table, names in tables.items() for name in names]
    first = ludograph.file("round-1.csv", "round,table,player", *rows)
    seats = ("Ann", AWKWARD, "Ivo", "Dora", "Emil", "Farah")
    ludograph.file(
        "round-2.csv",
        "round,table,player",
        *(f"2,{1 + at // 3},{name}" for at, name in enumerate(seats)),
        "2,bye,Kurt",
        "2,bye,Lena",
    )
    ludograph("tournament", "new", "Cup <i>", "--id", "C", "--scoring", "places=5,3,1")
    ludograph("tournament", "enter", "C", *(name for names in tables.values() for name in names))
    ludograph("tournament", "seat", "C", "--game", "sun-bid", "--file", first)
    ludograph("tournament", "start", "C", "1", "--table", "1", "--seed", "winter")
    ludograph("act", "C-1-1", "-", input=MOVES.read_text())
    ludograph("tournament", "result", "C", "1", "2", "Dora=4", "Farah=3", f"{AWKWARD}=-2")
