"""What a deal says, and commands that start a match with real cards, to be filled in."""

from collections.abc import Iterator
from itertools import islice
from shlex import quote
from textwrap import wrap
from typing import Any, Final

from ludograph.cli.printing.usage import type_text
from ludograph.domain.exchange.real_cards import RealCards, hides
from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.shapes import Field, Shape, fields_of
from ludograph.domain.notation.values import json_text

NAMES: Final = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kay", "Leo", "Max")
"""The players of the examples."""
WIDEST: Final = 78
"""A longer line is divided."""


def described_deal(game: Game) -> Iterator[tuple[str, str]]:
    """Each field of a deal, and what it is."""
    for field in fields_of(game.deal):
        yield field.name, f"{_type(field.shape)}; {_known(field)}. {field.about}"


def templates(game: Game) -> Iterator[str]:
    """A command that starts a match, once for all numbers of players with whom a deal has the same fields."""
    found: dict[tuple[str, ...], RealCards] = {}
    for seats in game.seats:
        table = RealCards(game, tuple(islice(NAMES, seats)), {})
        found.setdefault(tuple(table.example), table)
    for table in found.values():
        yield f"ludograph new {game.id} {' '.join(table.players)} {_given(table.example)}"


def deal_json(game: Game) -> dict[str, Any]:
    """The fields of a deal, and one for the fewest players as the table knows it."""
    names = tuple(islice(NAMES, game.seats[0]))
    fields = [
        {"name": field.name, "type": _type(field.shape), "hidden": hides(field), "about": field.about}
        for field in fields_of(game.deal)
    ]
    return {"fields": fields, "players": list(names), "example": RealCards(game, names, {}).example}


def _given(deal: dict[str, Any]) -> str:
    """The options that say the deal; a text in quotes may go over several lines."""
    if not deal:
        return "--written"
    return f"--deal {quote('{' + ','.join(_field(*one) for one in deal.items()) + chr(10) + '}')}"


def _field(name: str, value: Any) -> str:
    """One field on lines of its own, each entry on its own where they are too long together."""
    line = f"\n  {json_text(name)}: {json_text(value)}"
    if len(line) <= WIDEST:
        return line
    if isinstance(value, dict):
        entries = [_folded(f"{json_text(key)}: {json_text(entry)}") for key, entry in value.items()]
        return f"\n  {json_text(name)}: {{\n    {f',{chr(10)}    '.join(entries)}\n  }}"
    entries = [_folded(json_text(entry)) for entry in value]
    return f"\n  {json_text(name)}: [\n    {f',{chr(10)}    '.join(entries)}\n  ]"


def _folded(entry: str) -> str:
    """An entry of a field, on several lines where it is too long for one: a hand of thirteen cards is."""
    return f"{chr(10)}      ".join(wrap(entry, WIDEST - 6, break_long_words=False, break_on_hyphens=False))


def _type(shape: Shape) -> str:
    """A type in words: `lists of cards, by player`."""
    if shape.kind == "list" and shape.item is not None and shape.item.kind == "list":
        return f"lists of {_type(shape.item)}{', by player' if shape.by_seat else ''}"
    if shape.kind == "list" and shape.item is not None:
        return f"{type_text(shape.item)}s"
    return type_text(shape)


def _known(field: Field) -> str:
    """Who knows it, and what that means for whoever writes it."""
    secret = field.secret
    if secret is not None and secret.absent:
        return "for cards that a program shuffled"
    return "where seen, else ??" if hides(field) else "seen by all, never ??"
