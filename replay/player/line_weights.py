"""How much it counts that a line of a drawn table is in sight, where there is no room for all of them."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from rich.text import Text

from ludograph.domain.kernel.game import Seat
from ludograph.domain.notation.visible_text import on_one_line
from ludograph.replay.drawing.text_table import RULE, SHADE, SIGNS
from ludograph.replay.player.session import ReplaySession
from ludograph.replay.sentences.terminal_widths import wide

MARKED: Final = re.compile("|".join(f"{left}([^{right}]*){right}" for left, right in SIGNS.values()))
"""What is marked in a drawn table."""
CARD: Final = 10_000
COUNTER: Final = 30
OWN: Final = 20
"""So many times as much counts what is marked of whoever the sentence tells of, and so much each line of theirs."""
NAME_MOVED: Final = 80
"""A name beside which something came or went counts as four lines in which nothing did."""


def line_weights(session: ReplaySession, lines: Sequence[Text]) -> dict[int, int]:
    """By line of a drawn table how much it counts: marked cards more than counters, and who is to act least.

    Of whoever acted, or has won what is decided, all that lies there counts, and what is marked more than elsewhere;
    the name over what is marked counts a little too.
    """
    faces, found, heading = session.match.game.deck.by_code, Counter[int](), 0
    names = [on_one_line(session.recording.speaker.seat(seat)) for seat in _told_of(session)]
    columns: list[tuple[int, int]] = []
    for at, line in enumerate(lines):
        named = line.plain.startswith(RULE)
        heading, columns = (at, list(_columns(line.plain, names))) if named else (heading, columns)
        for match in MARKED.finditer(line.plain):
            inner = match[match.lastindex or 0]
            card = inner in faces or inner.startswith(SHADE)
            place = wide(line.plain[: match.start()])
            own = any(first <= place < last for first, last in columns)
            if named:
                found[at] += NAME_MOVED if match[0].startswith(SIGNS["moved"][0]) else 1
                continue
            found[at] += (CARD if card else COUNTER) * (OWN if own else 1)
            found[heading] += 1
        if any(line.plain[first:last].strip() for first, last in columns):
            found[at] += OWN
    return dict(found)


def _told_of(session: ReplaySession) -> Collection[Seat]:
    """The seats that are looked at first: whoever wins what is decided, else whoever acted."""
    recording, at, beat = session.recording, session.at, session.beat
    stage, actor = recording.stage(at, beat), recording.actor(at)
    return (stage.winners if stage else ()) or (() if actor is None else (actor,))


def _columns(heading: str, names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """From which column to which the zones of these players go, of those that stand beside each other."""
    starts = [match.start() for match in re.finditer(rf"(?:^|(?<= )){RULE} ", heading)]
    for first, last in zip(starts, [*starts[1:], len(heading)], strict=True):
        if any(re.match(rf"{RULE} {re.escape(name)}[ :]", heading[first:last]) for name in names):
            yield wide(heading[:first]), wide(heading[:last])


__all__ = ["line_weights"]
