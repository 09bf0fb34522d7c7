"""A scene as text for a terminal: any game's table from zones, rows, piles, grids and ledgers."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Final, NamedTuple

from ludograph.domain.kernel.cards import UNKNOWN, Card
from ludograph.domain.kernel.scene import EMPTY, Grid, Ledger, Part, Pile, Row, Scene, Zone
from ludograph.domain.kernel.sentences import Speaker, counted
from ludograph.domain.notation.visible_text import Styled, on_one_line
from ludograph.replay.beats.changes import MARKERS
from ludograph.replay.beats.marks import UNMARKED, Items, Mark, Marks, ZoneMarks
from ludograph.replay.beats.movements import GONE
from ludograph.replay.sentences.terminal_widths import wide

INDENT: Final = 2
WIDEST_LABEL: Final = 24
NARROWEST: Final = 16
"""The least that is left for cards, however narrow the terminal."""
MOST_BACKS: Final = 8
"""More backs than this in a row are counted, not drawn."""
SHADE: Final = "▒"
NOTHING: Final = "–"  # noqa: RUF001
HOLE: Final = "·"
BOLD: Final = "1"
DIM: Final = "2"
MOVED: Final = "1;35"
"""The style, to be read on black and on white, of `SIGNS` and of `LEFT`."""
SIGNS: Final = {"moved": ("»", "«"), "named": ("›", "‹"), "differs": ("≠", "≠")}  # noqa: RUF001
"""What stands around what moved, cards that are told of where they lie, and what is not so at the table beside it."""
LEFT: Final = "→"
"""Stands before a part that something left."""
RULE: Final = "──"
"""Stands before the name of a zone."""
TARGET: Final = "target"
SUIT_COLORS: Final = {
    "moons": "94", "suns": "33", "waves": "36", "leaves": "32", "wyrms": "31", "knots": "35",
    "clubs": "32", "diamonds": "33", "hearts": "31", "spades": "94",
    "flames": "31", "stones": "33", "winds": "94",
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

    def plain(self, text: str, style: str = "", *, mark: Mark = "") -> Piece:
        """A text in a style, between signs if it is marked."""
        shown = on_one_line(text)
        return self._marked(Piece(self._styled(shown, style), wide(shown)), mark)

    def card(self, code: Card, *, hidden: bool = False, mark: Mark = "") -> Piece:
        """A card: `[9MS]`, its back, or `▒9MS▒` for one that lies face down though its face is known."""
        if code in (UNKNOWN, EMPTY):
            return self.plain(SHADE * 3 if code else HOLE, DIM, mark=mark)
        code = on_one_line(code)
        if mark and not hidden:
            return self._marked(Piece(self._face(code), wide(code)), mark)
        left, right = (SHADE, SHADE) if hidden else ("[", "]")
        inner = self._face(code)
        return self._marked(Piece(self._styled(left, DIM) + inner + self._styled(right, DIM), wide(code) + 2), mark)

    def _marked(self, piece: Piece, mark: Mark) -> Piece:
        if not mark:
            return piece
        left, right = SIGNS[mark]
        return Piece(self._styled(left, MOVED) + piece.text + self._styled(right, MOVED), piece.width + 2)

    def _face(self, code: Card) -> str:
        face = self._deck.by_code.get(code)
        if not self._color or face is None or not code.endswith(face.suits):
            return self._styled(code, BOLD)
        rank = code[: len(code) - len(face.suits)]
        colored = (self._styled(suit, self._suits.get(suit, BOLD)) for suit in face.suits)
        return (self._styled(rank, BOLD) if rank else "") + "".join(colored)

    def _styled(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self._color and style and text else text


def draw_table(
    scene: Scene, speaker: Speaker, *, width: int = 80, color: bool = False, marks: Marks = UNMARKED
) -> Styled:
    """The whole table, with `\\n` between lines and none at the end; what is marked stands between `SIGNS`."""
    pen = Pen(speaker, color)
    lines = [pen.plain(scene.title, BOLD).text]
    for number, zone in enumerate(scene.zones):
        here = marks.zone(number)
        lines += ["", _heading(zone, speaker, pen, width, here), *_zone(zone, pen, width, here)]
    return Styled("\n".join(line.rstrip() for line in lines))


def zone_name(zone: Zone, speaker: Speaker) -> str:
    """What a zone is called: by its owner's name, and by its label where that says more."""
    if zone.owner is None:
        return zone.label
    own = speaker.seat(zone.owner)
    return own if zone.label.casefold() in (f"seat {zone.owner}", own.casefold()) else f"{own}: {zone.label}"


def flowed_pieces(pieces: Iterable[Piece], width: int, gap: str = " ") -> Iterator[str]:
    """Pieces side by side, on as many lines as they need."""
    line, used = "", 0
    for piece in pieces:
        if used and used + len(gap) + piece.width > width:
            yield line
            line, used = "", 0
        line, used = (f"{line}{gap}{piece.text}", used + len(gap) + piece.width) if used else piece
    if used:
        yield line


def _heading(zone: Zone, speaker: Speaker, pen: Pen, width: int, here: ZoneMarks) -> str:
    """The name of a zone on a rule, with the markers that lie there."""
    name, arrow = pen.plain(zone_name(zone, speaker), BOLD), pen.plain(f" {LEFT}", MOVED)
    marked = here.items(MARKERS)
    pieces = [pen.plain(marker, mark=marked.of(at)) for at, marker in enumerate(zone.markers)]
    pieces += [pen.plain(TARGET, mark="moved")] * here.aimed
    text, size = (name.text + arrow.text, name.width + 2) if GONE in here.left else name
    for at, piece in enumerate(pieces):
        text, size = f"{text}{', ' if at else ': '}{piece.text}", size + 2 + piece.width
    rule = "─" * max(width - size - 4, 3)
    return f"{pen.plain(RULE, DIM).text} {text} {pen.plain(rule, DIM).text}"


def _zone(zone: Zone, pen: Pen, width: int, here: ZoneMarks) -> Iterator[str]:
    column = min(max((wide(part.label) for part in zone.parts), default=0), WIDEST_LABEL)
    for at, part in enumerate(zone.parts):
        left = INDENT + column + 2
        lines = _part(part, pen, max(width - left, NARROWEST), here.items(at))
        if wide(part.label) > column:
            yield " " * INDENT + pen.plain(part.label, DIM).text
            label = " " * column
        else:
            label = pen.plain(part.label, DIM).text + " " * (column - wide(part.label))
        gap = pen.plain(LEFT, MOVED).text if at in here.left else " "
        yield f"{' ' * INDENT}{label}{gap} {lines[0]}"
        yield from (" " * left + line for line in lines[1:])


def _part(part: Part, pen: Pen, width: int, marked: Items) -> list[str]:
    makers: dict[type[Part], Callable[..., Iterable[str]]] = {Row: _row, Pile: _pile, Grid: _grid, Ledger: _ledger}
    return list(makers[type(part)](part, pen, width, marked)) or [pen.plain(NOTHING, DIM).text]


def _row(row: Row, pen: Pen, width: int, marked: Items) -> Iterator[str]:
    return flowed_pieces(_row_pieces(row, pen, marked), width)


def _row_pieces(row: Row, pen: Pen, marked: Items) -> Iterator[Piece]:
    for unseen, run in groupby(enumerate(row.cards), lambda placed: placed[1] == UNKNOWN):
        cards = list(run)
        if unseen and len(cards) > MOST_BACKS:
            yield _counted_backs(len(cards), pen, marked.first(at for at, _ in cards))
        else:
            yield from (pen.card(code, hidden=row.lies_down(at), mark=marked.of(at)) for at, code in cards)


def _counted_backs(count: int, pen: Pen, mark: Mark) -> Piece:
    back, times = pen.card(UNKNOWN), pen.plain(f"× {count}", mark=mark)  # noqa: RUF001
    return Piece(f"{back.text} {times.text}", back.width + 1 + times.width)


def _pile(pile: Pile, pen: Pen, width: int, marked: Items) -> Iterator[str]:
    if pile.count == 0:
        return iter((pen.plain(NOTHING, DIM, mark=marked.of(0)).text,))
    top = pen.card(pile.top or UNKNOWN)
    return flowed_pieces([top, pen.plain(counted(pile.count, "card"), mark=marked.of(0))], width)


def _grid(grid: Grid, pen: Pen, width: int, marked: Items) -> Iterator[str]:
    """Cards under the numbers of their columns, with the number of each row before it."""
    if not grid.cells:
        return
    cards = {
        (cell.x, cell.y): pen.card(cell.card, hidden=cell.hidden, mark=marked.of(at))
        for at, cell in enumerate(grid.cells)
    }
    across = range(min(x for x, _ in cards), max(x for x, _ in cards) + 1)
    down = range(min(y for _, y in cards), max(y for _, y in cards) + 1)
    margin = max(len(str(y)) for y in (down[0], down[-1]))
    size = max(piece.width for piece in cards.values())
    hole = pen.plain(HOLE, DIM)
    yield " " * margin + "".join(f" {_centred(pen.plain(str(x), DIM), size)}" for x in across)
    for y in down:
        cells = [_centred(cards.get((x, y), hole), size) for x in across]
        yield " ".join([pen.plain(f"{y:>{margin}}", DIM).text, *cells])


def _centred(piece: Piece, width: int) -> str:
    before = (width - piece.width) // 2
    return " " * before + piece.text + " " * (width - piece.width - before)


def _ledger(ledger: Ledger, pen: Pen, width: int, marked: Items) -> Iterator[str]:
    return flowed_pieces([_entry(line, pen, marked.of(at)) for at, line in enumerate(ledger.lines)], width, gap="   ")


def _entry(line: tuple[str, str], pen: Pen, mark: Mark) -> Piece:
    label, value = pen.plain(line[0]), pen.plain(line[1], BOLD, mark=mark)
    return Piece(f"{label.text} {value.text}", label.width + 1 + value.width)
