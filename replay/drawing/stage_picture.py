"""What is decided, in a picture: a banner, and side by side what everybody shows, the winner's lit."""

from collections.abc import Iterable
from typing import Any, Final, Protocol

from ludograph.domain.kernel.cards import Card
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.beats.climax import Stage, StageEntry
from ludograph.replay.beats.marks import Mark
from ludograph.replay.drawing.blocks import Block, below, beside, flowed_blocks, over

PADDING: Final = 10
SEEN: Final = 0.45
"""So much of a card is seen at least where cards of one entry are too wide for it."""
SMALL: Final = 0.7
"""Cards are drawn so much smaller where there are many."""
MANY: Final = 16


class StagePainter(Protocol):
    """What draws texts and cards in one set of colours."""

    speaker: Speaker
    colors: Any

    def card(self, code: Card, mark: Mark = "") -> Block:
        """A card, with a ring around it if it is marked."""

    def sentences(self, texts: Iterable[str], color: str = "", size: float = 13) -> list[Block]:
        """Texts, each on as many lines as it needs."""

    def text(self, text: str, size: float, color: str, *, bold: bool = False) -> Block:
        """A line of text."""


def stage_block(painter: StagePainter, stage: Stage, room: float, told: bool) -> Block:
    """The stage, as wide as `room`; what is told of it only where that is wanted."""
    inner = room - 2 * PADDING
    title = painter.text(stage.title.upper(), 18, painter.colors.ring, bold=True)
    lines = painter.sentences([stage.told] if told and stage.told else [], size=16)
    scale = SMALL if sum(len(one.shown.cards) for one in stage.entries) > MANY else 1
    entries = [_entry(painter, one, inner, scale) for one in stage.entries]
    body = below([title, *lines, flowed_blocks(entries, inner, 14, 8)], 6).moved(PADDING, PADDING - 2)
    height = body.height + PADDING
    style = f'fill="{painter.colors.panel}" stroke="{painter.colors.ring}" stroke-width="3"'
    frame = f'<rect x="1.5" y="1.5" width="{room - 3:g}" height="{height - 3:g}" rx="12" {style}/>'
    return over([Block(room, height, frame), body])


def _entry(painter: StagePainter, entry: StageEntry, room: float, scale: float) -> Block:
    """What one shows: the name, what it comes to and what it brings over the cards, in a frame where it wins."""
    shown, gain = entry
    colors, name = painter.colors, painter.speaker.seat(shown.seat) if shown.seat else ""
    texts = [("★" if shown.won else "", colors.ring, True), (visible(name), colors.ink, True)]
    texts += [(visible(shown.said), colors.ink, False), (gain, colors.ring, True)]
    who = beside([painter.text(text, 14, color, bold=bold) for text, color, bold in texts if text], 5)
    cards = [painter.card(card, "moved" if card in shown.ringed else "") for card in shown.cards]
    inside = below([one for one in (who, _fan(cards, room, scale)) if one.width], 4).moved(6, 4)
    width, height = inside.width + 6, inside.height + 6
    frame = f'fill="none" stroke="{colors.ring}" stroke-width="2"' if shown.won else 'fill="none"'
    return over([Block(width, height, f'<rect width="{width:g}" height="{height:g}" rx="8" {frame}/>'), inside])


def _fan(cards: list[Block], room: float, scale: float) -> Block:
    """Cards side by side, closer where they are many."""
    if not cards:
        return Block(0, 0, "")
    wide = cards[0].width
    step = min(wide + 5, max(wide * SEEN, (room / scale - wide) / max(len(cards) - 1, 1)))
    laid = over([card.moved(step * at, 0) for at, card in enumerate(cards)])
    markup = f'<g transform="scale({scale:g})">{laid.markup}</g>'
    return Block(laid.width * scale, laid.height * scale, markup)


__all__ = ["stage_block"]
