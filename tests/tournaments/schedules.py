"""How near to the best seatings come: `python -m tests.tournaments.schedules` writes the table of `docs/seating.md`."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ludograph.domain.kernel.game import Refused
from ludograph.domain.tournaments.seating.methods import seat
from ludograph.domain.tournaments.seating.requests import SeatingRequest

PAGE: Final = Path(__file__).parents[2] / "docs" / "seating.md"
SIZES: Final = ((3, 4), (4, 4), (4, 5))
ROUNDS: Final = 4
HEAD: Final = "| players |" + "".join(f" {least}-{most}: byes | repeated | at least | s |" for least, most in SIZES)
BEGIN, END = "<!-- made by tests/tournaments/schedules.py -->", "<!-- to here -->"


def cells(players: int, sizes: tuple[int, int]) -> str:
    """What comes of a field: byes a round, repeated meetings, the bound, and seconds of a processor."""
    names = tuple(f"P{number}" for number in range(players))
    began = time.process_time()
    try:
        seated = seat(SeatingRequest(players=names, sizes=sizes, rounds=ROUNDS, method="spread", seed="1"))
    except Refused:
        return " | | | |"
    took = time.process_time() - began
    return f" {seated.byes // ROUNDS} | {seated.meetings_repeated} | {seated.bound} | {took:.1f} |"


def rows() -> Iterator[str]:
    """The table, a line each."""
    yield HEAD
    yield "|---:" * (1 + 4 * len(SIZES)) + "|"
    for players in range(5, 41):
        yield f"| {players} |" + "".join(cells(players, sizes) for sizes in SIZES)


def main() -> None:
    """Writes the table into the page."""
    before, rest = PAGE.read_text().split(BEGIN)
    PAGE.write_text("\n".join((before + BEGIN, "", *rows(), "", END + rest.split(END)[1])))


if __name__ == "__main__":
    main()
