"""A judgement in sentences: what luck and play did for each player, the strokes of luck, and the errors."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ludograph.domain.judging.judged_match import (
    Cause,
    JudgedMatch,
    Loss,
    PlayerErrors,
    ToldError,
    ToldMove,
    ToldStep,
    losses,
)
from ludograph.domain.judging.judgement import JudgePlan
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.kernel.marks import ALL_SEATS
from ludograph.domain.kernel.sentences import Speaker, counted, listed
from ludograph.domain.match.aggregate import Match
from ludograph.replay.sentences.graded_moves import graded_moves
from ludograph.replay.sentences.judgement_units import Unit, move_text
from ludograph.replay.sentences.known_then import known_then
from ludograph.replay.sentences.notes import Details, Judged, StepNotes
from ludograph.replay.sentences.step_sentences import tell_step
from ludograph.replay.timeline.timeline import Timeline

STROKES: Final = 3
"""So many strokes of luck are told."""
LEAST_LUCK: Final = 0.03
LEAST_LUCK_SCORE: Final = 1.5

POINT: Final = "point"
CAUSES: Final[Mapping[Cause, str]] = {
    "luck": "above all by luck",
    "own play": "above all by own play",
    "others' play": "above all by what others did",
}
"""By what a share fell: the largest part of it, for others may go with or against it."""
MEASURES: Final = (
    "Own play is measured against moving at random, so that most sensible moves earn a plus, in a lost match too; an "
    "error is measured against the best move that was found, by what its player knew then."
)
AT_RANDOM: Final = "In this all play on at random: a mark is doubtful where much hangs on how others would answer."


def judgement_lines(match: Match, judgement: JudgedMatch, plan: JudgePlan) -> Iterator[tuple[str, str]]:
    """The whole judgement: what stands before a paragraph, and the paragraph."""
    unit = Unit(len(match.players) == 1)
    whose = (
        "as all players together knew it" if plan.observer == ALL_SEATS else f"as {match.name(plan.observer)} knew it"
    )
    yield (
        "",
        f"{match.game.title}, {counted(len(match.steps), 'step')}, {whose}, in {unit.told}; each position judged by "
        f"{plan.playouts} short playouts.",
    )
    yield "", measures(match, plan.observer)
    if match.game.ending.unit != POINT:
        yield "", f"Only the win is judged, not how many {match.game.ending.unit}s it is won by."
    yield from (("", line) for line in _sums(judgement, unit))
    yield from (("", line) for line in _errors(judgement, unit))
    lost = (where_lost(judgement.steps, name, unit) for name in _asked(match, judgement, plan))
    yield from (("", line) for line in lost if line)
    if not unit.alone and any(one.error is not None and one.error.sure for one in judgement.steps):
        yield "", AT_RANDOM
    timeline = Timeline(match, JUDGE if plan.observer == ALL_SEATS else plan.observer)
    yield from _strokes(timeline, judgement, unit)
    for one in judgement.steps:
        if one.error is not None and one.error.mark:
            yield f"{one.step:>4} {one.error.mark:2} ", error_sentence(match, one.actor, one.error)


def _asked(match: Match, judgement: JudgedMatch, plan: JudgePlan) -> tuple[str, ...]:
    """Of whom it is told where they lost: of whose eyes they are, or of all."""
    return judgement.players if plan.observer == ALL_SEATS else (match.name(plan.observer),)


def _sums(judgement: JudgedMatch, unit: Unit) -> Iterator[str]:
    """A line for each player: start, luck, play and result, which add up."""
    for name in judgement.players:
        changes = changes_text(judgement.steps, name, unit)
        start, end = unit.size(judgement.start[name]), unit.size(judgement.result[name])
        yield f"{name}: {start} at the start, {changes}, {end} at the end."


def changes_text(steps: Sequence[ToldStep], name: str, unit: Unit) -> str:
    """What some steps did for a player: `+4.2 % by luck, -1.0 % by own play, +2.0 % by others' play`."""
    luck, own = sum(one.luck[name] for one in steps), sum(one.own_play(name) for one in steps)
    told = f"{unit.change(luck)} by luck, {unit.change(own)} by own play"
    if unit.alone:
        return told
    return f"{told}, {unit.change(sum(one.others_play(name) for one in steps))} by others' play"


def measures(match: Match, observer: Observer) -> str:
    """What luck and play are for these eyes, those of a player or of the judge for all together, and an error."""
    if observer in (ALL_SEATS, JUDGE):
        return f"Luck is what chance brought that no player could know; all else is play. {MEASURES}"
    name = match.name(observer)
    luck = f"Luck is what chance brought {name} or showed {name}, such as cards that are drawn or turned up."
    if len(match.players) == 1:
        return f"{luck} {MEASURES}"
    return f"{luck} All that others did is others' play, also what {name} learns by it of their cards. {MEASURES}"


def _errors(judgement: JudgedMatch, unit: Unit) -> Iterator[str]:
    for name in judgement.players:
        found = judgement.errors_of(name)
        if found.decisions:
            yield lost_sentence(name, found, unit)


def lost_sentence(name: str, found: PlayerErrors, unit: Unit) -> str:
    """What a player lost: `Ann lost 0.6 ± 0.2 % of the win by decision, in 34 free decisions; 2 sure errors.`"""
    sure = counted(found.sure, "sure error") if found.sure else "no sure error"
    each, decisions = found.per_decision, counted(found.decisions, "free decision")
    lost = unit.lost(max(each, 0.0), found.se / found.decisions)
    nothing = "" if each > 0 else "nothing that shows: "
    return f"{name} lost {nothing}{lost} by decision, in {decisions}; {sure}."


def where_lost(steps: Sequence[ToldStep], name: str, unit: Unit) -> str:
    """Where a player lost most in these steps, by what, and the other of error and fall; nothing where nothing was."""
    found = losses(steps, name)
    told = [
        f"the costliest decision was {where} ({unit.size(one.amount)})"
        if one.cause == "error"
        else f"the {unit.worth} fell most {where} ({fall_text(one, unit)})"
        for at, one in enumerate(found)
        if (where := "there too" if at and one.step == found[0].step else f"at step {one.step}")
    ]
    return f"{name}: {'; '.join(told)}." if told else ""


def lost_by(loss: Loss, unit: Unit) -> str:
    """What is said to a player of the step at which they lost most; nothing where nothing was lost."""
    if not loss.amount:
        return ""
    if loss.cause == "error":
        return f"Your costliest decision: {unit.size(loss.amount)}."
    return f"Here your {unit.worth} fell most: {fall_text(loss, unit)}."


def check_command(match: Match, judgement: JudgedMatch, plan: JudgePlan) -> str | None:
    """The command by which bots play the costliest error of who looks on, with what was better; None without one."""
    if plan.observer == ALL_SEATS:
        return None
    found = [one for one in losses(judgement.steps, match.name(plan.observer)) if one.cause == "error"]
    if not found:
        return None
    step = judgement.steps[found[0].step - 1]
    assert step.error is not None
    name, move = shlex.quote(step.actor), shlex.quote(f"{step.actor} {move_text(match, step.error.best)}")
    at = f"{str(match.id)[:8]} --at {step.step - 1}"
    return f"ludograph fork {at} --as {name} --do {move} --play 60 --bots search:20"


def fall_text(loss: Loss, unit: Unit) -> str:
    """By how much a share fell, and by what: `48.0 %, above all by luck`."""
    return f"{unit.size(loss.amount)}, {CAUSES[loss.cause]}"


def _strokes(timeline: Timeline, judgement: JudgedMatch, unit: Unit) -> Iterator[tuple[str, str]]:
    """The steps in which chance did most, in their order."""
    least = LEAST_LUCK_SCORE if unit.alone else LEAST_LUCK
    largest = sorted(judgement.steps, key=_luck, reverse=True)[:STROKES]
    for one in sorted(largest, key=lambda one: one.step):
        if _luck(one) >= least:
            names = sorted(judgement.players, key=lambda name: -abs(one.luck[name]))
            changes = [f"{name} {unit.change(one.luck[name])}" for name in names if abs(one.luck[name]) >= least]
            yield f"{one.step:>4}    ", f"Luck: {listed(changes)}. {_told(timeline, one.step)}"


def _luck(one: ToldStep) -> float:
    return max(map(abs, one.luck.values()))


def _told(timeline: Timeline, step: int) -> str:
    match = timeline.match
    return " ".join(tell_step(match.game, Speaker(match.game.deck, match.players), timeline[step], terse=True))


def shown_judgement(match: Match, judgement: JudgedMatch, plan: JudgePlan) -> Judged:
    """What a replay shows of it: what is to be said of the decisions that are marked, and what all was worth."""
    worths = (judgement.first, *judgement.steps)
    lost = () if plan.observer == ALL_SEATS else losses(judgement.steps, match.name(plan.observer))
    return Judged(judged_decisions(match, judgement), worths, how_judged(match, plan), lost)


def shown_errors(match: Match, judgement: JudgedMatch, plan: JudgePlan, player: str) -> Judged:
    """What a player is shown of a judgement by what all players knew: their own errors, and nothing else."""
    told = _by_playouts(plan, f"errors by what {player} knew")
    lost = losses(judgement.steps, player, falls=False)
    return Judged(judged_decisions(match, judgement, player), told=told, losses=lost)


def how_judged(match: Match, plan: JudgePlan) -> str:
    """Whose knowledge a judgement is made of, and by how many playouts."""
    whose = "all players together" if plan.observer == ALL_SEATS else match.name(plan.observer)
    errors = "errors by what whoever decided knew then" if plan.observer == ALL_SEATS else "errors by the same"
    return _by_playouts(plan, f"values by what {whose} knew, {errors}")


def _by_playouts(plan: JudgePlan, what: str) -> str:
    return f"Judged by {plan.playouts} short playouts of each position: {what}."


def how_to_judge(match: Match) -> str:
    """What to ask for where nobody has judged a match that is over."""
    return (
        f"Nobody has judged this match, so where it was lost is not marked. Ask whoever runs the service for "
        f"`ludograph judge {str(match.id)[:8]}`, and open this page again."
    )


def judged_decisions(match: Match, judgement: JudgedMatch, player: str | None = None) -> dict[int, StepNotes]:
    """By step what is to be said of the decisions that are marked, those of one player or of all."""
    timelines = {name: Timeline(match, seat) for seat, name in enumerate(match.players, start=1)}
    return {
        one.step: StepNotes(
            "judgement",
            f"{one.error.mark} {error_sentence(match, one.actor, one.error)}",
            Details(f"What {one.actor} knew then", tuple(known_then(timelines[one.actor], one.step))),
            graded_moves(match, one.step, one.error),
        )
        for one in judgement.steps
        if one.error is not None and one.error.mark and player in (None, one.actor)
    }


def error_sentence(match: Match, player: str, error: ToldError) -> str:
    """What was played and its worth as its player saw it, what it cost, what was better, and what else was tried."""
    unit = Unit(len(match.players) == 1)
    worth = unit.amount(error.played.value, error.played.se)
    played = f"{player}: {move_text(match, error.played.do)} ({worth} as {player} saw it)"
    better = [one for one in error.others if error.sure and one.value > error.played.value]
    others = [one for one in error.others if one not in better]
    said = f"cost {unit.lost(error.amount, error.se)}" if error.sure else "was the one good move"
    told = (f"{played} {said}.", *_moves("Better", match, better), *_moves("Others", match, others), *_tried(error))
    return " ".join(told)


def _moves(word: str, match: Match, moves: Sequence[ToldMove]) -> Iterator[str]:
    """Moves with what they are worth, those of one kind that are worth as much as one; nothing without any."""
    unit = Unit(len(match.players) == 1)
    alike: dict[tuple[str, str], list[ToldMove]] = {}
    for one in moves:
        alike.setdefault((str(one.do["do"]), unit.amount(one.value, one.se)), []).append(one)
    told = [
        f"{move_text(match, found[0].do)}{f' and {len(found) - 1} more like it' if found[1:] else ''} ({worth})"
        for (_, worth), found in alike.items()
    ]
    if told:
        yield f"{word}: {'; '.join(told)}."


def _tried(error: ToldError) -> Iterator[str]:
    """Of how many moves the best was found, where that is not plain from those that are told."""
    if error.open > error.tried:
        yield f"The best of {error.tried} moves that were tried, of {error.open} that were open."
    elif error.tried > 1 + len(error.others):
        yield f"The best of all {error.tried} moves."
