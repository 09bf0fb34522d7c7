"""Corrections made, and previewed, by an observer who knows no more of the match than they were told."""

from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from typing import Final, NamedTuple

from msgspec.structs import replace

from ludograph.domain.corrections.amend import (
    Amendment,
    Correction,
    NothingToAmend,
    Reason,
    Unamendable,
    corrected_match,
)
from ludograph.domain.corrections.consequences import DecidedCorrection, decided_with_consequences, with_followed
from ludograph.domain.corrections.program_deal import is_program_dealt
from ludograph.domain.exchange.exporter import exported
from ludograph.domain.exchange.importer import Builder
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import Match, Stamp
from ludograph.domain.match.events import StepsAmended, Was
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.notation.values import json_text

UNLIKE_RECORD: Final = (
    "This correction cannot be recorded: it disagrees with what stands in the record and these eyes have not seen. "
    "Look at what is written, or ask the director to correct it."
)

CorrectionMaker = Callable[[Match], Correction]
"""The correction that is wanted of a match. Raises `Unamendable` or `NothingToAmend`."""


class PreviewedMatch(NamedTuple):
    """A match before and after a correction; from step `untold` on nobody can say what comes, None where all is."""

    before: Match
    after: Match
    untold: int | None = None
    planned: int = 0
    """How many steps there are then if all are legal, where not all can be foreseen."""

    @property
    def steps(self) -> int:
        """How many steps there are then."""
        return len(self.after.steps) if self.untold is None else self.planned


class CorrectionPreview(NamedTuple):
    """A correction as far as somebody can foresee it."""

    amendment: Amendment
    outlook: PreviewedMatch


def corrected(
    match: Match, made: CorrectionMaker, reason: Reason, stamp: Stamp, *, observer: Observer, cut: bool
) -> Amendment:
    """The correction, decided by all that is recorded.

    A refusal leaves no trace, so that it is told as the observer could have foreseen it, and otherwise in words that
    are alike whatever the record says. Raises `Unamendable` or `NothingToAmend`.
    """
    how = (reason, stamp, observer, cut)
    if observer == JUDGE:
        return _settled(match, decided_with_consequences(match, made(match), reason, stamp, observer), *how)
    # Decided by the whole record, told by the view: a correction that only a hidden card forbids is refused, but in
    # words that do not depend on that card, else whoever tries out corrections would find it (decision 36).
    found, correction = None, made(match)
    with suppress(Unamendable):  # why is told below, as the observer knows the match
        found = corrected_match(match, correction, reason, stamp, observer=observer)
    if found is not None and (found.at is not None or correction.whole):
        return found
    seen = _as_seen(match, observer, stamp)
    known = decided_with_consequences(seen, made(seen), reason, stamp, observer)
    if found is None:
        # What follows is worked out in what these eyes see, as in the preview, and carried over.
        whole = with_followed(match, correction, known.followed)
        with suppress(Unamendable):
            return corrected_match(match, whole, reason, stamp, observer=observer, cut=cut)
    if _settled(seen, known, *how).at is None and found is not None:
        return found
    raise NothingToAmend(UNLIKE_RECORD)


def _settled(
    match: Match, decided: DecidedCorrection, reason: Reason, stamp: Stamp, observer: Observer, cut: bool
) -> Amendment:
    """What came of a correction; where it is refused, with `cut` as far as it is legal. Raises `Unamendable`."""
    if decided.amendment is not None:
        return decided.amendment
    if cut:
        return corrected_match(match, decided.correction, reason, stamp, observer=observer, cut=True)
    assert decided.refused is not None
    raise decided.refused


def preview_correction(
    match: Match, made: CorrectionMaker, reason: Reason, stamp: Stamp, *, observer: Observer, cut: bool
) -> CorrectionPreview:
    """The correction, made and decided in the match as the observer would have written it down, and in no other.

    What they have not seen is `??` in it, so that nothing of that can be told before it is recorded: not even whether
    the correction is legal, or says what is recorded, for so it could be guessed. Raises as `corrected` does.
    """
    if observer == JUDGE:
        decided = decided_with_consequences(match, made(match), reason, stamp, observer)
        amendment = _settled(match, decided, reason, stamp, observer, cut)
        return CorrectionPreview(amendment, PreviewedMatch(match, amendment.match))
    seen = _as_seen(match, observer, stamp)
    decided = decided_with_consequences(seen, made(seen), reason, stamp, observer)
    correction, untold = decided.correction, None
    if decided.refused is not None and decided.refused.unknown:
        untold = decided.refused.step
        known = replace(correction, entries=correction.entries[: untold - correction.first], unread=None)
        done = corrected_match(seen, known, reason, stamp, observer=observer)
    else:
        done = _settled(seen, decided, reason, stamp, observer, cut)
    outlook = PreviewedMatch(seen, done.match, untold, correction.first - 1 + len(correction.entries))
    return CorrectionPreview(done._replace(match=_carried_on(match, seen, done)), outlook)


def _carried_on(match: Match, seen: Match, done: Amendment) -> Match:
    """A match as it stands after a correction as somebody foresees it, with all that officials said of it before."""
    if done.at is None:
        return match
    event = done.match.history[len(seen.history)]
    assert isinstance(event, StepsAmended)
    steps = tuple(
        replace(step, was=Was(match.steps[step.was.step - 1].originator_version, step.was.step))
        if step.was is not None
        else step
        for step in event.steps
    )
    start = match.start
    if event.start is not None:
        start = replace(done.match.start, deal=start.deal, seed=start.seed, source=start.source)
        event = replace(event, start=replace(event.start, deal=start.deal))
    event = replace(event, originator_version=match.version + 1, steps=steps)
    return replace(done.match, start=start, history=(*match.history, event), pending=())


def _as_seen(match: Match, observer: Observer, stamp: Stamp) -> Match:
    """The match as the observer would have written it down, under its own id; who dealt is known to everybody."""
    head, *lines = exported(match, observer)
    text = "".join(f"{json_text(line)}\n" for line in [head | {"id": str(match.id)}, *lines])
    (chunk,) = chunks(BytesIO(text.encode()))
    seen = Builder(chunk, lambda: stamp).match()
    if not is_program_dealt(match):
        return seen
    start = replace(seen.start, seed="")
    return replace(seen, start=start, history=(start, *seen.history[1:]))
