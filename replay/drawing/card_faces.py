"""Cards as SVG, drawn from a code alone: rank, suits and name; one shape, one letter and one colour for each suit.

Nothing here is a picture of a whole deck: whoever knows a card's code can have its face, and only they.
"""

from html import escape
from typing import Final

from ludograph.domain.kernel.cards import Card, Deck
from ludograph.replay.drawing.letter_widths import length, length_attributes

WIDTH: Final = 60
HEIGHT: Final = 84
"""The size of a card in the units of all that is drawn here."""
NAME: Final = 10
"""The size of its name: readable where a card is as small as it gets."""
LEADING: Final = 9.5
INK: Final = "#22252b"
PAPER: Final = "#fffdf7"
EDGE: Final = "#8b8577"
BACK: Final = "#34507a"
WEAVE: Final = "#5d7fae"

SUIT_COLORS: Final = {
    "moons": "#3a4fb8", "suns": "#c25e00", "waves": "#007a87", "leaves": "#2f7d32", "wyrms": "#b3261e",
    "knots": "#7b3fa0", "clubs": "#2f7d32", "diamonds": "#c25e00", "hearts": "#b3261e", "spades": "#22252b",
    "flames": "#b3261e", "stones": "#5f5a52", "winds": "#3a4fb8",
}  # fmt: skip
"""A colour for each suit by its name, dark enough on paper; other suits are drawn in ink."""

_LINE: Final = 'fill="none" stroke="{c}" stroke-width="{w}" stroke-linecap="round" stroke-linejoin="round"'
_SOLID: Final = 'fill="{c}"'
_SHAPES: Final = {
    "moons": (_SOLID, "M15.5 2.5A10 10 0 1 0 21.8 16.4 8.2 8.2 0 0 1 15.5 2.5Z"),
    "suns": (_SOLID, "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM10.8 1h2.4l-.6 4.4h-1.2ZM10.8 23h2.4l-.6-4.4h-1.2Z"
             "M1 10.8v2.4l4.4-.6v-1.2ZM23 10.8v2.4l-4.4-.6v-1.2ZM3.4 5.1l1.7-1.7 2.7 3.5-.9.9ZM18.9 3.4l1.7 1.7-3.5 2.7"
             "-.9-.9ZM3.4 18.9l1.7 1.7 2.7-3.5-.9-.9ZM18.9 20.6l1.7-1.7-3.5-2.7-.9.9Z"),
    "waves": (_LINE, "M2 7c3.3-4 6.7-4 10 0s6.7 4 10 0"
              "M2 13c3.3-4 6.7-4 10 0s6.7 4 10 0M2 19c3.3-4 6.7-4 10 0s6.7 4 10 0"),
    "leaves": (_SOLID, "M21.5 2.5C8 2 2 8.5 3.5 18L2 22l1.5.5 1.7-2.7C15 21.5 21.8 15.5 21.5 2.5Z"
               "M17 6.7 6.2 17.7l-.6-.6Z"),
    "wyrms": (_LINE, "M19 6.5C17 1.5 8 2 8 6.7s9.5 4.3 9.5 9.3-9 7-12.5 2.5M19 6.5l2.8-.8M19 6.5l1.6 2.2"),
    "knots": (_LINE, "M12 3a4.7 4.7 0 0 1 3 8.3l-7.5 6a4.5 4.5 0 1 1 1.3-8.2l8 5.7a4.5 4.5 0 1 1-4.6 3.9"
              "L9 8.9A4.7 4.7 0 0 1 12 3Z"),
    "clubs": (_SOLID, "M12 2a4.8 4.8 0 0 1 3.7 7.8A4.8 4.8 0 1 1 13.3 16c.2 2.4 1 4.3 2.7 6H8c1.7-1.7 2.5-3.6"
              " 2.7-6a4.8 4.8 0 1 1-2.4-6.2A4.8 4.8 0 0 1 12 2Z"),
    "diamonds": (_SOLID, "M12 1.5 20.5 12 12 22.5 3.5 12Z"),
    "hearts": (_SOLID, "M12 22C6 16.5 2 12.8 2 8.2 2 2.5 9.5 1.3 12 6.2c2.5-4.9 10-3.7 10 2 0 4.6-4 8.3-10 13.8Z"),
    "spades": (_SOLID, "M12 1.5c4 5 9.5 7.7 9.5 12.3 0 4.3-5.6 5.8-8.3 2.4.2 2.3 1 4.2 2.8 6H8c1.8-1.8 2.6-3.7"
               " 2.8-6-2.7 3.4-8.3 1.9-8.3-2.4C2.5 9.2 8 6.5 12 1.5Z"),
    "flames": (_SOLID, "M13 1c.5 5 6.5 7.5 6.5 14a7.5 7.5 0 0 1-15 .5C4.3 11.5 6.5 9 8 6.5c.6 1.7 1.2 2.9 2.2 3.7"
               "C10.5 7 11 3.5 13 1Z"),
    "stones": (_SOLID, "M7 3h9l6 8-4.5 10h-12L2 11.5ZM8.2 5 6 10.3 11 9l2.6-4ZM12.5 9.8 16 18l2.5-6.4Z"),
    "winds": (_LINE, "M2 8.5h11.5a3 3 0 1 0-3-3.2M2 13h16.5a3 3 0 1 1-3 3.2M2 17.5h8a2.5 2.5 0 1 1-2.5 2.7"),
}  # fmt: skip
"""Each suit in a square of 24, as a surface or as lines."""
_LINE_LENGTH: Final = 54
_WIDER: Final = 1.25
"""Other fonts are so much wider at most."""
_ROUND: Final = (_SOLID, "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z")
_STAR: Final = (_LINE, "M12 2 14.6 9 22 9.3 16.2 14 18.2 21.2 12 17 5.8 21.2 7.8 14 2 9.3 9.4 9Z")
_PLACES: Final = {1: ((41, 36, 31),), 2: ((42, 20, 24), (42, 47, 24)), 3: ((42, 14, 18), (42, 33, 18), (42, 52, 18))}
"""For so many suits the middle and the size of each on the face."""


def face(deck: Deck, code: Card) -> str:
    """The face of a card, to be put into a drawing of `WIDTH` by `HEIGHT`."""
    known = deck.by_code.get(code)
    rank, suits, name = (known.rank, known.suits, known.name) if known else (code, "", code)
    parts = [_paper(PAPER, EDGE), _rank(rank)]
    for at, suit in enumerate(suits):
        shape, color = suit_shape(deck, suit)
        below = 32 + 13 * at
        parts.append(_text(4, below, suit, 10, f'fill="{color}" font-weight="700"'))
        parts.append(_glyph(shape, color, 19, below - 3.6, 9))
        x, y, size = _PLACES[min(len(suits), 3)][min(at, 2)]
        parts.append(_glyph(shape, color, x, y, size))
    if not suits:
        parts.append(_glyph(_STAR, INK, 38, 38, 32))
    parts += _name(name.removeprefix("the "))
    return "".join(parts)


def back() -> str:
    """The back of every card."""
    weave = "".join(f"M{x} 7 {x + 10} 17M{x + 10} 7 {x} 17" for x in range(5, 55, 10))
    rows = "".join(f'<path transform="translate(0 {y})" d="{weave}" stroke="{WEAVE}"/>' for y in range(0, 70, 10))
    frame = f'<rect x="5" y="7" width="50" height="70" fill="none" stroke="{WEAVE}" stroke-width="1.5"/>'
    return _paper(BACK, "#1f3350") + rows + frame


def veil() -> str:
    """What is laid over a face that lies face down though it is known: the rim of a back."""
    return (
        f'<rect x="1.5" y="1.5" width="57" height="81" rx="4.5" fill="{BACK}" fill-opacity=".15" stroke="{BACK}" '
        f'stroke-width="3.4"/><rect x="1.5" y="1.5" width="57" height="81" rx="4.5" fill="none" stroke="#b9cbe6" '
        'stroke-width="1.6" stroke-dasharray="2.5 3.5"/>'
    )


def gap() -> str:
    """A place on which no card lies."""
    return (
        f'<rect x="2" y="2" width="56" height="80" rx="5" fill="{EDGE}" fill-opacity=".12" stroke="{EDGE}" '
        'stroke-width="1.5" stroke-dasharray="5 4"/>'
    )


def suit_shape(deck: Deck, suit: str) -> tuple[tuple[str, str], str]:
    """The shape and the colour of a suit."""
    name = deck.suit_names.get(suit, "").lower()
    return _SHAPES.get(name, _ROUND), SUIT_COLORS.get(name, INK)


def _paper(fill: str, edge: str) -> str:
    return (
        f'<rect x=".75" y=".75" width="58.5" height="82.5" rx="5.5" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
    )


def _rank(rank: str) -> str:
    squeezed = f"{length_attributes(rank, 17)} " if len(rank) > 1 else ""
    return _text(4, 20, rank, 19, f'{squeezed}fill="{INK}" font-weight="700"')


def _name(name: str) -> list[str]:
    """The name under it all, on two lines where it is long."""
    lines = _halves(name) if length(name, NAME) > _LINE_LENGTH else [name]
    below = 78.8 - LEADING * (len(lines) - 1)
    return [_name_line(line, below + LEADING * at) for at, line in enumerate(lines)]


def _name_line(line: str, y: float) -> str:
    tight = length(line, NAME) * _WIDER > _LINE_LENGTH
    squeezed = f"{length_attributes(line, min(length(line, NAME), _LINE_LENGTH))} " if tight else ""
    return _text(30, y, line, NAME, f'{squeezed}fill="{INK}" text-anchor="middle"')


def _halves(name: str) -> list[str]:
    """A name as two lines of nearly the same length, or as it is where it is one word."""
    words = name.split()
    cuts = ([" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words)))
    return min(cuts, key=lambda lines: max(length(line, NAME) for line in lines), default=[name])


def _text(x: float, y: float, text: str, size: float, rest: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" {rest}>{escape(text)}</text>'


def _glyph(shape: tuple[str, str], color: str, x: float, y: float, size: float) -> str:
    """A suit with its middle at a place."""
    style, path = shape
    scale = size / 24
    drawn = style.format(c=color, w=3 if size < 15 else 2.4)
    move = f"translate({x - size / 2:g} {y - size / 2:g}) scale({scale:.3g})"
    return f'<path transform="{move}" {drawn} fill-rule="evenodd" d="{path}"/>'
