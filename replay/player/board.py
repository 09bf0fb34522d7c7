"""The scoreboard on the screen: one strip with what everybody has, who is to act, what changed and who has won."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from ludograph.domain.notation.visible_text import on_one_line
from ludograph.replay.player.session import ReplaySession
from ludograph.replay.sentences.terminal_widths import cut_to_width, wide
from ludograph.replay.timeline.scoreboard import PlayerScore

TO_ACT: Final = "▸"
WINNER: Final = "★"
GAP: Final = 3
SHORT: Final = 10
"""Names are cut to so many columns where the strip takes more than one line with all of them."""
LOWEST: Final = 10
"""On fewer rows than this there is no room for it."""


def board(session: ReplaySession, width: int, height: int) -> list[Text]:
    """The strip as lines, one if that is enough; none on a screen that is too low."""
    if height < LOWEST:
        return []
    lines = list(_flowed(_pieces(session, width), width))
    return lines if len(lines) < 2 else list(_flowed(_pieces(session, SHORT), width))


def _pieces(session: ReplaySession, most: int) -> Iterator[Text]:
    recording, at, beat = session.recording, session.at, session.beat
    now, before = recording.standings(at, beat), recording.standings_before(at)
    awaited = recording.awaited(at, beat)
    if now[0].label:
        yield Text(f"{now[0].label}:", style="dim")
    for one, old in zip(now, before, strict=True):
        yield _piece(session, one, old, one.seat in awaited, most)


def _piece(session: ReplaySession, one: PlayerScore, old: PlayerScore, waits: bool, most: int) -> Text:
    sign = WINNER if one.won else TO_ACT if waits else ""
    text = Text(f"{sign} " if sign else "", style="bold" if sign else "")
    text.append(cut_to_width(on_one_line(session.match.players[one.seat - 1]), most))
    text.append(f" {on_one_line(one.value)}" if one.value else "", style="bold")
    change = one.change(old)
    return text.append(f" ({change})" if change else "")


def _flowed(pieces: Iterator[Text], width: int) -> Iterator[Text]:
    line = Text()
    for piece in pieces:
        if line.plain and wide(line.plain) + GAP + wide(piece.plain) > width:
            yield line
            line = Text()
        line = line.append(" " * GAP if line.plain else "").append_text(piece)
    yield line
