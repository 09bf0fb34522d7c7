"""The beats of a step: what followed from it, sentence by sentence, each with the table as it is then."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import Fact, Game
from ludograph.domain.kernel.mentions import Mention, mentioned
from ludograph.domain.kernel.parts import ScorePart, scored
from ludograph.domain.kernel.sentences import Speaker, belongs, tell_each
from ludograph.domain.match.views import fold
from ludograph.replay.sentences.step_sentences import tell_step
from ludograph.replay.timeline.timeline import Timeline


class Beat(NamedTuple):
    """Facts that are told in one breath, their sentences, and the state after them; the first of a step is 1.

    The last is without a sentence where the table is only cleared after all is told.
    """

    number: int
    facts: tuple[Fact, ...]
    told: tuple[str, ...]
    state: Any
    about: frozenset[Mention]
    """The cards that it tells of, counts or compares, as far as they are known."""
    terse: tuple[str, ...] = ()
    """The sentences without their reasons, where they have any."""
    part: ScorePart | None = None
    """A part of a score that is told by itself, before the fact that adds it up; there are no facts then."""

    @property
    def said(self) -> tuple[str, ...]:
        """The sentences of its facts: parts of a score are in the sentence of what adds them up."""
        return () if self.part else self.told


def beats_of(timeline: Timeline, number: int) -> tuple[Beat, ...]:
    """The beats of a step, at least one: as many as are told apart, and the last has the state after the step."""
    frame, game = timeline[number], timeline.match.game
    speaker = Speaker(game.deck, timeline.match.players)
    groups = list(beat_groups(game, speaker, frame.facts, frame.before))
    reasoned = frame.before is not None and any(type(fact) in game.reasons for fact in frame.facts)
    short = [tuple(told) for _, told in beat_groups(game, speaker, frame.facts)] if reasoned else [()] * len(groups)
    if len(groups) < 2 and not any(type(fact) in game.parts for fact in frame.facts):
        about = mentioned(frame.facts, frame.state, game.about)
        told = tuple(tell_step(game, speaker, frame))
        return (Beat(1, frame.facts, told, frame.state, about, next(iter(short), ())),)
    state, beats = frame.before, list[Beat]()
    for (facts, sentences), terse in zip(groups, short, strict=True):
        beats += _of_parts(game, speaker, facts, state, len(beats))
        state = fold(state, facts)
        about = mentioned(facts, state, game.about)
        beats.append(Beat(len(beats) + 1, tuple(facts), tuple(sentences), state, about, terse))
    return tuple(beats)


def _of_parts(game: Game, speaker: Speaker, facts: Sequence[Fact], state: Any, before: int) -> Iterator[Beat]:
    """A beat for each part of a score that facts add up, `before` so many others; the table does not change yet.

    One that is all that a fact scores is told with it.
    """
    if not any(type(fact) in game.parts for fact in facts):
        return
    several = (part for _, parts in scored(game.parts, facts, state) if len(parts) > 1 for part in parts)
    for at, part in enumerate(several, start=before + 1):
        about = frozenset((part.seat, card) for card in part.cards if card != UNKNOWN)
        yield Beat(at, (), (part.told(speaker),), state, about, (part.told(speaker, terse=True),), part)


def state_at(timeline: Timeline, step: int, beat: int) -> Any:
    """The state after a beat of a step, or after all of the step where the beat is 0."""
    return beats_of(timeline, step)[beat - 1].state if beat else timeline[step].state


def about_in(timeline: Timeline, step: int, beat: int = 0) -> frozenset[Mention]:
    """The cards that a beat of a step is about, or all of the step where the beat is 0."""
    beats = beats_of(timeline, step)
    return beats[beat - 1].about if beat else about_of(beats)


def about_of(beats: Sequence[Beat]) -> frozenset[Mention]:
    """The cards that a step as a whole is about: of one with several beats each has its own, and together none."""
    return beats[0].about if len(beats) == 1 else frozenset()


def previous(step: int, beat: int) -> tuple[int, int] | None:
    """The step and beat that a beat, or with 0 all of a step, is compared with; None where there is none before."""
    if beat > 1:
        return step, beat - 1
    return (step - 1, 0) if step else None


def beat_groups(
    game: Game, speaker: Speaker, facts: Iterable[Fact], before: Any = None
) -> Iterator[tuple[list[Fact], list[str]]]:
    """Concealed facts beat by beat, with their sentences; with the state `before` them with their reasons.

    What needs no telling comes with what is told after it: so a hand is cleared away after it was told who won it.
    """
    group: list[Fact] = []
    told: list[str] = []
    for facts_told, sentence in tell_each(game, facts, speaker, before):
        if told and not (sentence and belongs(game, facts_told[-1], group[-1])):
            yield group, told
            group, told = [], []
        group += facts_told
        told += [sentence] if sentence else []
    if group:
        yield group, told


__all__ = ["Beat", "about_in", "about_of", "beat_groups", "beats_of", "previous", "state_at"]
