"""The moments of a match with the largest errors among them, as a judgement found them."""

from collections.abc import Sequence
from typing import Final

from ludograph.domain.judging.judged_match import JudgedMatch
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.beats.highlights import Highlight
from ludograph.replay.sentences.judgement_sentences import error_sentence
from ludograph.replay.sentences.step_sentences import tell_step
from ludograph.replay.timeline.timeline import Timeline

MOST: Final = 3
"""So many errors are told."""


def with_errors(timeline: Timeline, moments: Sequence[Highlight], judgement: JudgedMatch) -> tuple[Highlight, ...]:
    """These moments and those of the largest errors that are sure, in the order of their steps."""
    sure = [one for one in judgement.steps if one.error is not None and one.error.sure]
    largest = sorted(sure, key=lambda one: -one.error.amount if one.error else 0.0)[:MOST]
    found = {one.step: one for one in moments}
    match = timeline.match
    speaker = Speaker(match.game.deck, match.players)
    for one in largest:
        if one.error is None:
            continue
        why = visible(f"{one.error.mark} {error_sentence(match, one.actor, one.error)}")
        told = visible(" ".join(tell_step(match.game, speaker, timeline[one.step])))
        before = found.get(one.step, Highlight(one.step, 0, (), (), told))
        found[one.step] = before._replace(kinds=(*before.kinds, "error"), why=(*before.why, why))
    return tuple(found[step] for step in sorted(found))
