"""A scene as text for a terminal: any game's table from zones, rows, piles, grids and ledgers."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple
from unicodedata import combining, east_asian_width

from domain.cards import UNKNOWN, Card
from domain.scene import Grid, Ledger, Part, Pile, Row, Scene, Zone
from domain.sentences import Speaker, counted

INDENT: Final = 2
WIDEST_LABEL: Final = 24
NARROWEST: Final = 16
"""The least that is left for cards, however narrow the terminal."""
MOST_BACKS: Final = 8
"""More backs than this in a row are counted, not drawn."""
SHADE: Final = "▒"
NOTHING: Final = "–"  # noqa: RUF001
BOLD: Final = "1"
DIM: Final = "2"
SUIT_COLORS: Final = {
    "moons": "94", "suns": "33", "waves": "36", "leaves": "32", "wyrms": "31", "knots": "35",
    "clubs": "32", "diamonds": "33", "hearts": "31", "spades": "94",
    "flames": "31", "stones": "33", "winds": "96",
}  # fmt: skip
"""A colour for each suit by its name; other suits take one of these by their place."""


class Piece(NamedTuple):
    """Some text that is never broken, as it is shown and as wide as it appears."""

    text: str
    width: int


class Pen:
    """Writes pieces, with colour or without."""

    def __init__(self, speaker: Speaker, color: bool) -> None:
        self._deck = speaker.deck
        self._color = color
        spare = list(SUIT_COLORS.values())
        self._suits = {
            suit: SUIT_COLORS.get(name.lower(), spare[at % len(spare)])
            for at, (suit, name) in enumerate(speaker.deck.suit_names.items())
        }

    def plain(self, text: str, style: str = "") -> Piece:
        """A text in a style."""
        return Piece(self._styled(text, style), wide(text))

    def card(self, code: Card, *, hidden: bool = False) -> Piece:
        """A card: `[9MS]`, its back, or `▒9MS▒` for one that lies face down though its face is known."""
        if code == UNKNOWN:
            return self.plain(SHADE * 3, DIM)
        left, right = (SHADE, SHADE) if hidden else ("[", "]")
        inner = self._face(code)
        return Piece(self._styled(left, DIM) + inner + self._styled(right, DIM), wide(code) + 2)

    def _face(self, code: Card) -> str:
        face = self._deck.by_code.get(code)
        if not self._color or face is None or not code.endswith(face.suits):
            return self._styled(code, BOLD)
        rank = code[: len(code) - len(face.suits)]
        colored = (self._styled(suit, self._suits.get(suit, BOLD)) for suit in face.suits)
        return (self._styled(rank, BOLD) if rank else "") + "".join(colored)

    def _styled(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self._color and style and text else text


def draw(scene: Scene, speaker: Speaker, *, width: int = 80, color: bool = False) -> str:
    """The whole table, with `\\n` between lines and none at the end."""
    pen = Pen(speaker, color)
    lines = [pen.plain(scene.title, BOLD).text]
    for zone in scene.zones:
        lines += ["", _heading(zone, speaker, pen, width), *_zone(zone, pen, width)]
    return "\n".join(line.rstrip() for line in lines)


def wide(text: str) -> int:
    """The number of columns that a text takes on a terminal."""
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def flowed(pieces: Iterable[Piece], width: int, gap: str = " ") -> Iterator[str]:
    """Pieces side by side, on as many lines as they need."""
    line, used = "", 0
    for piece in pieces:
        if used and used + len(gap) + piece.width > width:
            yield line
            line, used = "", 0
        line, used = (f"{line}{gap}{piece.text}", used + len(gap) + piece.width) if used else piece
    if used:
        yield line


def _heading(zone: Zone, speaker: Speaker, pen: Pen, width: int) -> str:
    name = zone.label
    if zone.owner is not None:
        own = speaker.seat(zone.owner)
        name = own if zone.label.casefold() in (f"seat {zone.owner}", own.casefold()) else f"{own}: {zone.label}"
    rule = "─" * max(width - wide(name) - 4, 3)
    return f"{pen.plain('──', DIM).text} {pen.plain(name, BOLD).text} {pen.plain(rule, DIM).text}"


def _zone(zone: Zone, pen: Pen, width: int) -> Iterator[str]:
    column = min(max((wide(part.label) for part in zone.parts), default=0), WIDEST_LABEL)
    for part in zone.parts:
        left = INDENT + column + 2
        lines = list(_part(part, pen, max(width - left, NARROWEST)))
        if wide(part.label) > column:
            yield " " * INDENT + pen.plain(part.label, DIM).text
            label = " " * column
        else:
            label = pen.plain(part.label, DIM).text + " " * (column - wide(part.label))
        yield f"{' ' * INDENT}{label}  {lines[0]}"
        yield from (" " * left + line for line in lines[1:])


def _part(part: Part, pen: Pen, width: int) -> list[str]:
    makers: dict[type[Part], Callable[..., Iterable[str]]] = {Row: _row, Pile: _pile, Grid: _grid, Ledger: _ledger}
    return list(makers[type(part)](part, pen, width)) or [pen.plain(NOTHING, DIM).text]


def _row(row: Row, pen: Pen, width: int) -> Iterator[str]:
    return flowed(_row_pieces(row, pen), width)


def _row_pieces(row: Row, pen: Pen) -> Iterator[Piece]:
    for unseen, run in groupby(row.cards, lambda code: code == UNKNOWN):
        codes = list(run)
        if unseen and len(codes) > MOST_BACKS:
            yield _counted_backs(len(codes), pen)
        else:
            yield from (pen.card(code, hidden=row.hidden) for code in codes)


def _counted_backs(count: int, pen: Pen) -> Piece:
    back = pen.card(UNKNOWN)
    return Piece(f"{back.text} × {count}", back.width + len(f" × {count}"))  # noqa: RUF001


def _pile(pile: Pile, pen: Pen, width: int) -> Iterator[str]:
    if pile.count == 0:
        return iter(())
    top = pen.card(pile.top or UNKNOWN)
    return flowed([top, pen.plain(counted(pile.count, "card"))], width)


def _grid(grid: Grid, pen: Pen, width: int) -> Iterator[str]:
    """Cards under the numbers of their columns, with the number of each row before it."""
    if not grid.cells:
        return
    cards = {(cell.x, cell.y): pen.card(cell.card, hidden=cell.hidden) for cell in grid.cells}
    across = range(min(x for x, _ in cards), max(x for x, _ in cards) + 1)
    down = range(min(y for _, y in cards), max(y for _, y in cards) + 1)
    margin = max(len(str(y)) for y in (down[0], down[-1]))
    size = max(piece.width for piece in cards.values())
    hole = pen.plain("·", DIM)
    yield " " * margin + "".join(f" {_centred(pen.plain(str(x), DIM), size)}" for x in across)
    for y in down:
        cells = [_centred(cards.get((x, y), hole), size) for x in across]
        yield " ".join([pen.plain(f"{y:>{margin}}", DIM).text, *cells])


def _centred(piece: Piece, width: int) -> str:
    before = (width - piece.width) // 2
    return " " * before + piece.text + " " * (width - piece.width - before)


def _ledger(ledger: Ledger, pen: Pen, width: int) -> Iterator[str]:
    return flowed([_entry(line, pen) for line in ledger.lines], width, gap="   ")


def _entry(line: Sequence[str], pen: Pen) -> Piece:
    label, value = line
    return Piece(f"{label} {pen.plain(value, BOLD).text}", wide(label) + 1 + wide(value))
