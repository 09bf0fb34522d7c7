"""The names of variants: the options of a match that are other than usual, as `compare` is told them."""

from typing import Any, Final

from msgspec import json

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.shapes import fields_of

USUAL: Final = "as it is"
"""What a variant is called in which every option is as usual."""
NONE: Final = "none"


def variant_name(game: str, options: str) -> str:
    """What matches of a game with these options, as JSON, are called: `equal_pawns=true, rounds=2`."""
    given = json.decode(options)
    fields = fields_of(GAMES[game].options) if given else ()
    told = [
        f"{field.name}={shown_value(given[field.name])}"
        for field in fields
        # As JSON has them: a tuple is a list there, and `none` may be a word that is not nothing.
        if field.name in given and given[field.name] != json.decode(json.encode(field.default))
    ]
    return ", ".join(told) or USUAL


def default_of(game: str, name: str) -> Any:
    """What an option of a game is where nobody says otherwise; None for one that there is not."""
    return next((field.default for field in fields_of(GAMES[game].options) if field.name == name), None)


def shown_value(value: Any) -> str:
    """The value of an option as a report shows it, and is told it."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
