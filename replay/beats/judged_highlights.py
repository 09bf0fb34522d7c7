"""The moments of a match with the largest errors and the largest fall among them, as a judgement found them."""

from collections.abc import Iterator, Sequence
from typing import Final

from ludograph.domain.judging.judged_match import JudgedMatch, ToldStep, losses
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.beats.highlights import Highlight, HighlightKind
from ludograph.replay.sentences.judgement_sentences import error_sentence, fall_text
from ludograph.replay.sentences.judgement_units import Unit
from ludograph.replay.sentences.step_sentences import tell_step
from ludograph.replay.timeline.timeline import Timeline

MOST: Final = 3
"""So many errors are told."""


def with_errors(timeline: Timeline, moments: Sequence[Highlight], judgement: JudgedMatch) -> tuple[Highlight, ...]:
    """These moments, those of the largest sure errors and of the largest fall of a share, in the order of their steps.

    The fall is that of whoever looks, for the judge the largest one of all players.
    """
    found = {one.step: one for one in moments}
    match = timeline.match
    speaker = Speaker(match.game.deck, match.players)
    for step, kind, why in (*_errors(match, judgement.steps), *_fall(timeline, judgement)):
        told = visible(" ".join(tell_step(match.game, speaker, timeline[step])))
        before = found.get(step, Highlight(step, 0, (), (), told))
        found[step] = before._replace(kinds=(*before.kinds, kind), why=(*before.why, visible(why)))
    return tuple(found[step] for step in sorted(found))


def _errors(match: Match, steps: Sequence[ToldStep]) -> Iterator[tuple[int, HighlightKind, str]]:
    """The steps of the largest sure errors, and what is said of them."""
    sure = [(one, one.error) for one in steps if one.error is not None and one.error.sure]
    for one, error in sorted(sure, key=lambda pair: -pair[1].amount)[:MOST]:
        yield one.step, "error", f"{error.mark} {error_sentence(match, one.actor, error)}"


def _fall(timeline: Timeline, judgement: JudgedMatch) -> Iterator[tuple[int, HighlightKind, str]]:
    """The step of the largest fall, and what is said of it; nothing where no share fell."""
    match, unit = timeline.match, Unit(len(timeline.match.players) == 1)
    whose = judgement.players if timeline.observer == JUDGE else (match.name(timeline.observer),)
    falls = [(one, name) for name in whose for one in losses(judgement.steps, name) if one.cause != "error"]
    if falls:
        loss, name = max(falls, key=lambda pair: pair[0].amount)
        yield loss.step, "fall", f"Here {name}'s {unit.worth} fell most: {fall_text(loss, unit)}."
