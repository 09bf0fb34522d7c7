"""A state as somebody would lay it out on a table: zones with rows, piles, grids and ledgers.

A game describes its table once, from a state alone, so that what a view does not know is drawn as a back. Players of
records draw any game from these types.
"""

from typing import Final

from msgspec import Struct

from domain.kernel.cards import Cards

EMPTY: Final = ""
"""Stands in a row for a place on which no card lies."""


class Row(Struct, frozen=True, tag=True):
    """Cards side by side, in this order, and places without one (`EMPTY`).

    `hidden` ones lie face down, whoever knows them.
    """

    label: str
    cards: Cards
    hidden: bool = False


class Pile(Struct, frozen=True, tag=True):
    """A stack of cards of which only the number counts, and perhaps the card on top."""

    label: str
    count: int
    top: str | None = None


class Cell(Struct, frozen=True):
    """A card in a grid; x grows to the right, y grows downwards, both may be negative.

    A `hidden` one lies face down, whoever knows it.
    """

    card: str
    x: int
    y: int
    hidden: bool = False


class Grid(Struct, frozen=True, tag=True):
    """Cards in columns and rows."""

    label: str
    cells: tuple[Cell, ...]


class Ledger(Struct, frozen=True, tag=True):
    """Labelled numbers and words: gold, points, chips, who leads."""

    label: str
    lines: tuple[tuple[str, str], ...]


Part = Row | Pile | Grid | Ledger


class Zone(Struct, frozen=True):
    """A part of the table: that of a seat, or, without an owner, the middle.

    `markers` stand beside its name, as a dealer's button or a turned card would lie on the table: `leads`, `to act`.
    """

    label: str
    parts: tuple[Part, ...]
    owner: int | None = None
    markers: tuple[str, ...] = ()


class Scene(Struct, frozen=True):
    """The whole table; `title` says where the match stands (`Round 2, an auction`)."""

    title: str
    zones: tuple[Zone, ...]
