"""A scene as a picture: SVG, and PNG made of it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from html import escape
from importlib.resources import as_file, files
from itertools import chain, groupby, repeat
from typing import Any, Final, NamedTuple

from ludograph.domain.exchange.exporter import looker
from ludograph.domain.kernel.cards import UNKNOWN, Card, Deck
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.scene import EMPTY, Grid, Ledger, Part, Pile, Row, Scene, Zone
from ludograph.domain.kernel.sentences import Speaker, counted
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.beats.beats import about_in, beats_of, previous, state_at
from ludograph.replay.beats.changes import MARKERS
from ludograph.replay.beats.climax import moment_shown, stage_of
from ludograph.replay.beats.marks import Items, Mark, Marks, ZoneMarks, aimed_at, marks
from ludograph.replay.beats.movements import GONE
from ludograph.replay.drawing import card_faces
from ludograph.replay.drawing.arrows import arrows
from ludograph.replay.drawing.blocks import Block, below, beside, flowed_blocks, over
from ludograph.replay.drawing.letter_widths import AVERAGE, length, length_attributes
from ludograph.replay.drawing.stage_picture import stage_block
from ludograph.replay.drawing.text_table import LEFT, TARGET, zone_name
from ludograph.replay.sentences.ending import ending_of
from ludograph.replay.sentences.step_sentences import wrapped
from ludograph.replay.timeline.timeline import Timeline

WIDTH: Final = 980
MARGIN: Final = 14
GAP: Final = 5
BETWEEN: Final = 18
"""Between two parts of a zone."""
LABEL: Final = 12
TEXT: Final = 13
TOLD: Final = 16
"""What happened is larger than what else is written."""
MANY: Final = 9
"""More backs than this in a row are counted."""
OVERLAP: Final = 26
"""So much is seen of each card at least; where that is too wide, a row goes on below."""
FONTS: Final = "Lato, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', Arial, sans-serif"


class Colors(NamedTuple):
    """The colours of everything but cards."""

    ground: str
    panel: str
    felt: str
    rule: str
    ink: str
    faint: str
    ring: str


LIGHT: Final = Colors("#f1eee6", "#fffdf8", "#dbe8dd", "#cfc8b8", "#22252b", "#646158", "#d9480f")
DARK: Final = Colors("#16181c", "#1f2227", "#1d2c25", "#3a3e46", "#e9e6df", "#a5a198", "#ffa94d")


class Painter:
    """Draws zones and their parts in one set of colours."""

    def __init__(self, speaker: Speaker, colors: Colors, width: float = WIDTH) -> None:
        self.width = width
        self.speaker = speaker
        self.deck: Deck = speaker.deck
        self.colors = colors

    def table(self, scene: Scene, marked: Marks, heights: Sequence[float] = (), lit: Collection[int] = ()) -> Block:
        """All zones: the middle over the whole width, seats side by side; each row as high as it is told, at least.

        Those of the `lit` seats are framed.
        """
        blocks = []
        for (row, drawn), least in zip(self.rows(scene, marked), chain(heights, repeat(0.0)), strict=False):
            height = max(least, *(inside.height for inside in drawn))
            placed = [(scene.zones[at], inside) for at, inside in zip(row, drawn, strict=True)]
            panels = [self.panel(zone, one.width, height, one, lit=zone.owner in lit) for zone, one in placed]
            blocks.append(beside(panels, 10))
        whole = below(blocks, 10)
        return over([whole, arrows(whole, marked.movements, self.colors.ring)])

    def rows(self, scene: Scene, marked: Marks) -> list[tuple[list[int], list[Block]]]:
        """The zones that lie beside each other, by their numbers, row by row, and what is in each."""
        room = self.width - 2 * MARGIN
        middle = [at for at, zone in enumerate(scene.zones) if zone.owner is None]
        seats = [at for at, zone in enumerate(scene.zones) if zone.owner is not None]
        across = len(seats) if len(seats) < 4 else 2 if len(seats) == 4 else 3
        one = (room - (across - 1) * 10) / max(across, 1)
        rows = [([at], room) for at in middle]
        rows += [(seats[at : at + across], one) for at in range(0, len(seats), across)]
        return [
            (numbers, [self.zone(scene.zones[at], at, width, marked.zone(at)) for at in numbers])
            for numbers, width in rows
        ]

    def panel(self, zone: Zone, width: float, height: float, inside: Block, *, lit: bool) -> Block:
        """A zone's ground with what lies on it."""
        fill = self.colors.felt if zone.owner is None else self.colors.panel
        edge = f'stroke="{self.colors.ring}" stroke-width="3"' if lit else f'stroke="{self.colors.rule}"'
        ground = f'<rect width="{width:g}" height="{height:g}" rx="12" fill="{fill}" {edge}/>'
        return over([Block(width, height, ground), inside])

    def zone(self, zone: Zone, number: int, width: float, here: ZoneMarks) -> Block:
        """The heading of a zone and its parts, with a margin around; `number` is its own among all zones."""
        room = width - 2 * MARGIN
        heading = self.heading(zone, number, here)
        things: list[Block] = []
        ledgers: list[Block] = []
        several = sum(isinstance(part, Ledger) for part in zone.parts) > 1
        for at, part in enumerate(zone.parts):
            marked, left = here.items(at), at in here.left
            if isinstance(part, Ledger):
                wide = room * (0.55 if several else 1)
                ledgers.append(self.ledger(part, wide, marked, named=several, left=left).at(number, at))
            else:
                label, drawn = self.label(part.label, left), self.cards(part, room, marked)
                drawn = drawn.at(number, at, fixed=isinstance(part, Grid))
                things.append(below([label, drawn], 4))
        beside = several and any(isinstance(part, Grid) for part in zone.parts)
        columns = [*things, below(ledgers, 12)] if beside else things
        lines = [heading, flowed_blocks(columns, room, BETWEEN, 10), *([] if beside else ledgers)]
        body = below([line for line in lines if line.height], 8)
        placed = body.moved(MARGIN, MARGIN - 2)
        return placed._replace(width=width, height=placed.height + MARGIN - 2)

    def heading(self, zone: Zone, number: int, here: ZoneMarks) -> Block:
        """A zone's name with its markers beside it."""
        name = self.text(visible(zone_name(zone, self.speaker)), 16, self.colors.ink, bold=True)
        blocks = [name.at(number, GONE)]
        blocks += [self.text(LEFT, 16, self.colors.ring, bold=True)] * (GONE in here.left)
        blocks += [self.marker(marker, at in here.items(MARKERS).moved) for at, marker in enumerate(zone.markers)]
        blocks += [self.marker(TARGET, True)] * here.aimed
        return beside(blocks, 8)

    def marker(self, text: str, moved: bool) -> Block:
        """A word in a rounded frame."""
        width = self.text(text, LABEL, "").width + 12
        edge = self.colors.ring if moved else self.colors.rule
        frame = f'<rect width="{width:g}" height="20" rx="10" fill="{self.colors.ground}" stroke="{edge}"/>'
        style = f'font-size="{LABEL}" fill="{self.colors.ink}" {length_attributes(text, width - 12)}'
        word = f'<text x="6" y="14" {style}>'
        return Block(width, 20, f"{frame}{word}{escape(text)}</text>")

    def cards(self, part: Row | Pile | Grid, room: float, marked: Items) -> Block:
        """The cards of a part."""
        makers: dict[type[Part], Callable[[Any, float, Items], Block]] = {
            Row: self.row,
            Pile: self.pile,
            Grid: self.grid,
        }
        return makers[type(part)](part, room, marked)

    def label(self, label: str, left: bool) -> Block:
        """What a part is called, behind an arrow if something left it."""
        text = self.text(visible(label), LABEL, self.colors.faint)
        return beside([self.text(LEFT, LABEL, self.colors.ring, bold=True), text], 8) if left else text

    def row(self, row: Row, room: float, marked: Items) -> Block:
        """Cards side by side, which overlap where that is too wide; many backs are counted."""
        blocks: list[Block] = []
        for unseen, run in groupby(enumerate(row.cards or (EMPTY,)), lambda placed: placed[1] == UNKNOWN):
            cards = list(run)
            if unseen and len(cards) > MANY:
                blocks.append(self.heap(UNKNOWN, len(cards), marked.first(at for at, _ in cards)))
            else:
                blocks += [self.card(code, marked.of(at), hidden=row.lies_down(at)) for at, code in cards]
        step = (room - card_faces.WIDTH) / max(len(blocks) - 1, 1)
        return flowed_blocks(blocks, room, min(max(step, OVERLAP) - card_faces.WIDTH, GAP), GAP)

    def pile(self, pile: Pile, room: float, marked: Items) -> Block:
        """The card on top, and how many there are."""
        return self.heap((pile.top or UNKNOWN) if pile.count else EMPTY, pile.count, marked.of(0))

    def heap(self, top: Card, count: int, mark: Mark) -> Block:
        """Cards on each other, and how many there are."""
        number = self.text(counted(count, "card"), LABEL, self.colors.faint)
        return below([self.card(top, mark), number], 4)

    def grid(self, grid: Grid, room: float, marked: Items) -> Block:
        """Cards in columns and rows."""
        if not grid.cells:
            return self.card(EMPTY)
        left, top = min(cell.x for cell in grid.cells), min(cell.y for cell in grid.cells)
        wide_step, high_step = card_faces.WIDTH + GAP, card_faces.HEIGHT + GAP
        placed = {(cell.x - left, cell.y - top): at for at, cell in enumerate(grid.cells)}
        across, down = max(x for x, _ in placed) + 1, max(y for _, y in placed) + 1
        cells = []
        for y in range(down):
            for x in range(across):
                at = placed.get((x, y))
                block = (
                    self.card(EMPTY)
                    if at is None
                    else self.card(grid.cells[at].card, marked.of(at), hidden=grid.cells[at].hidden)
                )
                cells.append(block.moved(x * wide_step, y * high_step))
        return over(cells)

    def ledger(self, ledger: Ledger, room: float, marked: Items, *, named: bool, left: bool) -> Block:
        """Labels and values, on as many lines as they need, under the ledger's own label where there are several."""
        entries = flowed_blocks(
            [self.entry(*line, at in marked.moved) for at, line in enumerate(ledger.lines)], room, 14, 4
        )
        if named:
            return below([self.label(ledger.label, left), entries], 2)
        return beside([self.text(LEFT, TEXT, self.colors.ring, bold=True), entries], 8) if left else entries

    def entry(self, label: str, value: str, moved: bool) -> Block:
        """One label and its value; one that changed has the colour of the ring and a line under it."""
        color, line = (self.colors.ring, 'text-decoration="underline" ') if moved else (self.colors.ink, "")
        name, number = self.text(label, TEXT, self.colors.faint), self.text(visible(value), TEXT, color, bold=True)
        return beside([name, number._replace(markup=number.markup.replace("<text ", f"<text {line}", 1))], 4)

    def card(self, code: Card, mark: Mark = "", *, hidden: bool = False) -> Block:
        """A card, with a ring around it if it is marked: a broken one if it is only told of."""
        inside = card_faces.gap() if code == EMPTY else card_faces.back()
        if code in self.deck.by_code:
            inside = card_faces.face(self.deck, code) + (card_faces.veil() if hidden else "")
        if mark:
            broken = ' stroke-dasharray="7 4"' if mark == "named" else ""
            frame = f'<rect x="-1" y="-1" width="62" height="86" rx="7" fill="none" stroke-width="3"{broken}'
            inside += f'{frame} stroke="{self.colors.ring}"/>'
        drawn = Block(card_faces.WIDTH, card_faces.HEIGHT, inside)
        return drawn.renewed() if mark == "moved" else drawn

    def sentences(self, texts: Iterable[str], color: str = "", size: float = TEXT) -> list[Block]:
        """Texts, each on as many lines as it needs."""
        room, ink = int((self.width - 2 * MARGIN) / (size * AVERAGE)), color or self.colors.ink
        return [self.text(line, size, ink) for text in texts for line in wrapped(text, width=room)]

    def text(self, text: str, size: float, color: str, *, bold: bool = False) -> Block:
        """A line of text, as wide as it will be about."""
        width = length(text, size, bold=bold)
        style = f'font-size="{size:g}" fill="{color}" {length_attributes(text, width)}' + (
            ' font-weight="700"' if bold else ""
        )
        return Block(width, size * 1.3, f'<text xml:space="preserve" y="{size:g}" {style}>{escape(text)}</text>')


def picture(match: Match, observer: Observer, step: int, beat: int = 0, *, dark: bool = False) -> str:
    """The table as something is decided in a step, or after one beat of it, as an observer knows it, as SVG.

    Over it stands what happened, and what everybody shows then; what moved, where it came from and whom the step is
    aimed at is marked.
    """
    timeline, scene_of = Timeline(match, observer), match.game.scene
    beat = moment_shown(timeline, step, beat)
    scene, earlier, event = scene_of(state_at(timeline, step, beat)), previous(step, beat), timeline[step].step
    aimed = aimed_at(event.action, event.actor) if event else ()
    beats = beats_of(timeline, step)
    before = scene_of(state_at(timeline, *earlier)) if earlier else None
    last = scene_of(beats[-2].state) if not beat and len(beats) > 1 else None
    marked = marks(before, scene, aimed, about_in(timeline, step, beat), last)
    stage = stage_of(timeline, step, beat, beats)
    painter = Painter(Speaker(match.game.deck, match.players), DARK if dark else LIGHT)
    number = f"{step}.{beat}" if beat else str(step)
    title = f"{match.game.title}, step {number} of {len(match.steps)}, as {visible(looker(match, observer))} knows it"
    lines = [
        painter.text(scene.title, 18, painter.colors.ink, bold=True),
        *painter.sentences([" · ".join([title, *_where(match)])], painter.colors.faint),
    ]
    ending = ending_of(timeline) if beat in (0, len(beats)) else None
    if ending is not None and step >= ending.since:
        lines += painter.sentences(ending.told())
    told = [
        sentence for one in beats for sentence in (one.said if beat == 0 else one.told if beat == one.number else ())
    ]
    lines += painter.sentences([" ".join(told)] if told else [], size=TOLD)
    room = painter.width - 2 * MARGIN
    staged = [stage_block(painter, stage, room, stage.told not in " ".join(told))] if stage else []
    table = painter.table(scene, marked, lit=stage.winners if stage else ())
    return drawing(painter, title, below([below(lines, 2), *staged, table], 10))


def drawing(painter: Painter, title: str, whole: Block) -> str:
    """A block as SVG, with a margin around."""
    width, height = painter.width, whole.height + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" '
        f'font-family="{FONTS}" role="img"><title>{escape(title)}</title>'
        f'<rect width="100%" height="100%" fill="{painter.colors.ground}"/>{whole.moved(MARGIN, MARGIN).markup}</svg>\n'
    )


def png(svg: str, zoom: float = 2) -> bytes:
    """A picture as PNG, larger by `zoom`; its font comes along, for letters that it lacks the system's are taken."""
    from resvg_py import svg_to_bytes

    with as_file(files("font_lato") / "files") as fonts:
        return bytes(svg_to_bytes(svg_string=svg, zoom=zoom, font_dirs=[str(fonts)], sans_serif_family="Lato"))


def _where(match: Match) -> Iterator[str]:
    """The event, and where in it a match was played, as far as that is recorded."""
    start = match.start
    if start.event:
        yield start.event
    yield from (f"{name} {text}" for name, text in (("round", start.round), ("table", start.table)) if text)


__all__ = ["DARK", "GAP", "LIGHT", "MARGIN", "TEXT", "Painter", "drawing", "picture", "png"]
