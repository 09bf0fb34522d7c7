"""What is decided as framed lines for a terminal: what it is called, who is ahead of whom, and what everybody shows."""

import re
from collections.abc import Iterator
from typing import Final

from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.notation.visible_text import on_one_line
from ludograph.replay.beats.climax import Stage, StageEntry
from ludograph.replay.drawing.text_table import BOLD, MOVED, Pen, Piece, flowed_pieces
from ludograph.replay.sentences.step_sentences import wrapped
from ludograph.replay.sentences.terminal_widths import cut_to_width, wide

WON: Final = "★"
GAP: Final = "   "
STYLES: Final = re.compile(r"\x1b\[[0-9;]*m")


def draw_stage(stage: Stage, speaker: Speaker, *, width: int, told: bool, color: bool = False) -> list[str]:
    """The stage in a frame, no wider than `width`; what is told only where that is wanted."""
    pen, room = Pen(speaker, color), width - 4
    lines = wrapped(on_one_line(stage.told), width=room) if told and stage.told else []
    pieces = [piece for one in stage.entries for piece in _pieces(one, speaker, pen, room)]
    lines += flowed_pieces(pieces, room, GAP)
    title = cut_to_width(on_one_line(stage.title).upper(), room - 2)
    edge, rule = pen.plain("┃", MOVED).text, "━" * max(width - wide(title) - 5, 1)
    top = f"{pen.plain('┏━', MOVED).text} {pen.plain(title, BOLD).text} {pen.plain(rule + '┓', MOVED).text}"
    inside = [f"{edge} {line}{' ' * max(room - wide(STYLES.sub('', line)), 0)} {edge}" for line in lines]
    return [top, *inside, pen.plain(f"┗{'━' * (width - 2)}┛", MOVED).text]


def _pieces(entry: StageEntry, speaker: Speaker, pen: Pen, room: int) -> Iterator[Piece]:
    """What one shows in one piece, or card by card where that is too wide."""
    parts = [*_words(entry, speaker, pen, room), *_cards(entry, pen)]
    whole = Piece(" ".join(part.text for part in parts), sum(part.width + 1 for part in parts) - 1)
    yield from (whole,) if whole.width <= room else parts


def _words(entry: StageEntry, speaker: Speaker, pen: Pen, room: int) -> Iterator[Piece]:
    shown, gain = entry
    if shown.won:
        yield pen.plain(WON, MOVED)
    name = speaker.seat(shown.seat) if shown.seat else ""
    for text, style in ((name, BOLD), (shown.said, ""), (gain, BOLD)):
        if text:
            yield pen.plain(cut_to_width(on_one_line(text), room), style)


def _cards(entry: StageEntry, pen: Pen) -> Iterator[Piece]:
    shown = entry.shown
    return (pen.card(card, mark="moved" if card in shown.ringed else "") for card in shown.cards)


__all__ = ["draw_stage"]
