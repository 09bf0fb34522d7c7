"""How actions, options and cards are written, with their types in words."""

from ludograph.domain.kernel.cards import Deck
from ludograph.domain.kernel.game import Action, verb_of
from ludograph.domain.kernel.shapes import Shape, fields_of

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


def codes_text(deck: Deck) -> str:
    """How the cards of a deck are written: by which codes, of which ranks and suits, or by name."""
    suited = [face for face in deck.faces if face.suits]
    example = [face for face in suited if face.rank.isdigit()][-1]
    ranks = dict.fromkeys(face.rank for face in suited)
    numbers = [rank for rank in ranks if rank.isdigit() and rank != "1"]
    named = [f"{rank} {deck.rank_names[rank]}" for rank in ranks if rank not in numbers]
    named.insert(next(iter(ranks)) not in numbers, f"{numbers[0]}-{numbers[-1]}")
    alone = ", ".join(f"{face.code} {deck.rank_names[face.rank]}" for face in deck.faces if not face.suits)
    return (
        f"A card goes by its code or its name: {example.code} or {example.name}. "
        f"A code is the rank and the {'suit' if all(len(face.suits) == 1 for face in suited) else 'suits'}: "
        f"{', '.join(named)}; {', '.join(f'{suit} {name}' for suit, name in deck.suit_names.items())}"
        f"{f'; or {alone}' if alone else ''}."
    )
