"""A state as somebody would lay it out on a table: zones with rows, piles, grids and ledgers.

A game describes its table once, from a state alone, so that what a view does not know is drawn as a back. Players of
records draw any game from these types.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from ludograph.domain.kernel.cards import Cards
from ludograph.domain.kernel.game import Seat

EMPTY: Final = ""
"""Stands in a row for a place on which no card lies."""


class Labelled(Struct, frozen=True):
    """A part of a zone, with the words that stand above or before it."""

    label: str


class Keyed(Labelled, frozen=True, kw_only=True):
    """A part that is known again in the next scene by its `name`, which no other part of the zone has."""

    key: str = ""
    """Its name where the label is none, since the numbers in it change: `Pool` of `Pool (3 of 5)`."""

    @property
    def name(self) -> str:
        """What it is called whatever changes in it."""
        return self.key or self.label


class Row(Keyed, frozen=True, tag=True):
    """Cards side by side, in this order, and places without one (`EMPTY`).

    `hidden` ones lie face down, whoever knows them, but for those at the places `up`.
    """

    cards: Cards
    hidden: bool = False
    up: tuple[int, ...] = ()

    def lies_down(self, at: int) -> bool:
        """Whether the card at this place lies face down."""
        return self.hidden and at not in self.up


class Pile(Keyed, frozen=True, tag=True):
    """A stack of cards of which only the number counts, and perhaps the card on top."""

    count: int
    top: str | None = None


class Cell(Struct, frozen=True):
    """A card in a grid; x grows to the right, y grows downwards, both may be negative.

    A `hidden` one lies face down, whoever knows it. `place` is what actions call where it lies, if not by x and y.
    """

    card: str
    x: int
    y: int
    hidden: bool = False
    place: str = ""


class Grid(Keyed, frozen=True, tag=True):
    """Cards in columns and rows."""

    cells: tuple[Cell, ...]


class Ledger(Keyed, frozen=True, tag=True):
    """Labelled numbers and words: gold, points, chips, who leads."""

    lines: tuple[tuple[str, str], ...]


Part = Row | Pile | Grid | Ledger


class Zone(Struct, frozen=True):
    """A part of the table: that of a seat, or, without an owner, the middle.

    `markers` stand beside its name, as a dealer's button or a turned card would lie on the table: `leads`, `to act`.
    `standing` is what a scoreboard says of its owner, as a label and a value: points, gold, chips.
    """

    label: str
    parts: tuple[Part, ...]
    owner: int | None = None
    markers: tuple[str, ...] = ()
    standing: tuple[str, str] | None = None


class Round(Struct, frozen=True):
    """One of the larger parts of a match, by what the game calls them and its number: `Hand 3`.

    `of` is how many there will be, where that is settled.
    """

    kind: str
    number: int
    of: int | None = None

    @property
    def label(self) -> str:
        """The short form, for headings and marks: `Round 2`."""
        return f"{self.kind} {self.number}"

    def __str__(self) -> str:
        return self.label if self.of is None else f"{self.label} of {self.of}"


class Scene(Struct, frozen=True):
    """The whole table; `title` says where the match stands (`Round 2 of 4: an auction`).

    `round` is the same for those who divide a match by its rounds; None between rounds, and in a game without any.
    """

    title: str
    zones: tuple[Zone, ...]
    round: Round | None = None


# Scenes are made of every state of whole archives, and these two are half of what one costs: no generators in them.


def ledger(label: str, lines: Mapping[str, int | str | None]) -> Ledger:
    """A ledger of those lines that have something in them: none of None, or of an empty text."""
    told = [(name, str(value)) for name, value in lines.items() if value is not None and value != ""]
    return Ledger(label, tuple(told))


def at_seat(
    seat: Seat,
    parts: Iterable[Part],
    markers: Mapping[str, bool],
    standing: Mapping[str, int | str | None] = {},
) -> Zone:
    """The zone of a seat, with the markers whose condition holds, and the first of the standings that has a value."""
    stands = [(label, str(value)) for label, value in standing.items() if value is not None]
    held = tuple([marker for marker, so in markers.items() if so])
    return Zone(f"Seat {seat}", tuple(parts), seat, held, stands[0] if stands else None)
