"""What a correction will bring, as somebody can foresee it who knows no more of the match than they were told."""

from collections.abc import Callable
from io import BytesIO
from typing import NamedTuple

from msgspec.structs import replace

from domain.kernel.conceal import Observer
from domain.kernel.game import JUDGE, Refused
from domain.notation.loading import Unreadable
from domain.notation.matchfile import chunks
from domain.notation.values import json_text
from domain.records.amending import Amendment, Correction, NothingToAmend, Reason, Unamendable, decided
from domain.records.exporting import exported
from domain.records.importing import Builder
from domain.records.match import Match, Stamp
from domain.records.program_deal import is_dealt


class Outlook(NamedTuple):
    """A match before and after a correction; from step `untold` on nobody can say what comes, None where all is."""

    before: Match
    after: Match
    untold: int | None = None


def foreseen(
    match: Match, amendment: Amendment, made: Callable[[Match], Correction], eyes: Observer, stamp: Stamp
) -> Outlook:
    """The correction, made and decided in the match as these eyes would have written it down.

    What they have not seen is `??` in it, so that nothing of that can be told before it is recorded: not even whether
    the correction says what is recorded, for so it could be guessed.
    """
    if eyes == JUDGE:
        return Outlook(match, amendment.match)
    try:
        seen = _as_seen(match, eyes, stamp)
        correction = made(seen)
    except (Refused, Unreadable, Unamendable, NothingToAmend):
        wanted = made(match)
        return Outlook(match, match, wanted.first if wanted.header is None else 0)
    standing = len(amendment.match.steps) + 1 - correction.first
    correction = replace(correction, entries=correction.entries[:standing], unread=None)
    try:
        return Outlook(seen, decided(seen, correction, Reason(""), stamp).match)
    except Unamendable as wrong:
        if wrong.step == 0:
            return Outlook(seen, seen, 0)
        known = replace(correction, entries=correction.entries[: wrong.step - correction.first])
        return Outlook(seen, decided(seen, known, Reason(""), stamp).match, wrong.step)


def _as_seen(match: Match, eyes: Observer, stamp: Stamp) -> Match:
    """The match as these eyes would have written it down, under its own id; who dealt is known to everybody."""
    head, *lines = exported(match, eyes)
    text = "".join(f"{json_text(line)}\n" for line in [head | {"id": str(match.id)}, *lines])
    (chunk,) = chunks(BytesIO(text.encode()))
    seen = Builder(chunk, lambda: stamp).match()
    if not is_dealt(match):
        return seen
    start = replace(seen.start, seed="")
    return replace(seen, start=start, history=(start, *seen.history[1:]))
