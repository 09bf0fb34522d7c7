"""How actions and options are written, with their types in words."""

from domain.kernel.game import Action, verb_of
from domain.kernel.shapes import Shape, fields_of

MOST_WORDS = 6
"""How many words a field may have to be told all of them."""


def usage(action: type[Action]) -> str:
    """How an action is written: `play CARD TARGET`, with the types in words."""
    fields = (f"<{field.name}: {_short_type(field.shape)}>" for field in fields_of(action))
    return " ".join([verb_of(action.__name__), *fields])


def _short_type(shape: Shape) -> str:
    """A type in words, of many words only the first and the last."""
    words = shape.words
    return f"{words[0]}|...|{words[-1]}" if len(words) > MOST_WORDS else type_text(shape)


def type_text(shape: Shape) -> str:
    """A type in words: `a card`, `standard|alternative`."""
    simple = {"card": "card", "seat": "player", "number": "number", "flag": "true|false", "text": "text"}
    if shape.kind in simple:
        return simple[shape.kind]
    if shape.kind == "word":
        return "|".join(shape.words)
    if shape.kind == "either":
        return "|".join(type_text(one) for one in shape.shapes)
    if shape.kind == "list" and shape.item is not None:
        return f"{type_text(shape.item)}..."
    fields = fields_of(shape.struct) if shape.struct else ()
    return ", ".join(f"{field.name}: {type_text(field.shape)}" for field in fields)
