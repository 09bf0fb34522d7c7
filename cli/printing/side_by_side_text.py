"""Two matches with one deal printed beside each other, from where they part."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from ludograph.cli.printing.terminal import echo, paragraph, width
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.visible_text import on_one_line
from ludograph.replay.sentences.step_sentences import tell_step, wrapped
from ludograph.replay.sentences.terminal_widths import padded
from ludograph.replay.timeline.alignment import aligned, table_name
from ludograph.replay.timeline.timeline import Timeline

GAP: Final = 3


def print_side_by_side(one: Match, other: Match, observer: Observer, *, terse: bool = False) -> None:
    """What is done at both, as an observer knows it, decisions of the same player beside each other."""
    timelines = Timeline(one, observer), Timeline(other, observer)
    alignment, room = aligned(*timelines), (width() - GAP) // 2
    _print_beside([on_one_line(table_name(one))], [on_one_line(table_name(other))], room)
    if alignment.parted == len(alignment.rows):
        paragraph("They went the same way as far as both go.")
    before = alignment.rows[alignment.parted - 1]
    for row in alignment.rows[alignment.parted :]:
        left, right = (
            _told(timeline, now, room, terse=terse) if now > was else []
            for timeline, now, was in zip(timelines, row, before, strict=True)
        )
        _print_beside(left, right, room)
        before = row


def _told(timeline: Timeline, step: int, room: int, *, terse: bool) -> list[str]:
    """A step as lines of a column."""
    match = timeline.match
    told = tell_step(match.game, Speaker(match.game.deck, match.players), timeline[step], terse=terse)
    return wrapped(" ".join(told), width=room, first=f"{step:>4}  ")


def _print_beside(left: Sequence[str], right: Sequence[str], room: int) -> None:
    for mine, theirs in zip_longest(left, right, fillvalue=""):
        echo(f"{padded(mine, room)}{' ' * GAP}{theirs}".rstrip())
