"""What a correction would change, and why it is refused: in lines for people, and as JSON."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from ludograph.cli.errors import explain
from ludograph.cli.printing.terminal import width
from ludograph.domain.corrections.amend import Amendment, Correction, Unamendable
from ludograph.domain.corrections.preview import PreviewedMatch
from ludograph.domain.exchange.exporter import action_line, line_text
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, Refused
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import ends_alike
from ludograph.domain.match.history import newest_correction
from ludograph.domain.match.views import concealed
from ludograph.domain.notation.values import ValueWriter
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.sentences.differences import Changed, result_changes, sides, table_changes
from ludograph.replay.sentences.step_sentences import wrapped
from ludograph.replay.shapes.corrections import changed_in, followed_in

MOST_STEPS: Final = 12
"""More steps than this are not told in full."""

UNCHANGED: Final = "Nothing is changed: the match says just that."
MOST_UNASKED: Final = 3
"""More steps than this are not taken back on a terminal before somebody says yes."""


def told_changes(before: Match, amendment: Amendment, outlook: PreviewedMatch, observer: Observer) -> list[str]:
    """What becomes different by a correction, in lines, as far as an observer can foresee it."""
    both = sides(outlook.before, outlook.after, observer)
    lines = [*_told_steps(changed_in(outlook, observer)), *_told_length(len(before.steps), outlook.steps)]
    lines += _told_followed(followed_in(outlook, observer))
    alike = partial(ends_alike, outlook.before, outlook.after)
    result = result_changes(before, amendment.match, alike) if outlook.untold is None else []
    if outlook.untold is not None:
        lines.append(f"{_from(outlook.untold)} depends on what these eyes have not seen; it is told once recorded.")
    elif table := table_changes(both):
        lines += ["As the match stands then:", *_indented(table)]
    if result:
        lines += ["The result then:", *_indented(result)]
    if amendment.taken:
        lines.append(_told_cut(amendment.taken))
    if not lines:
        hint = "" if observer == JUDGE else ": --as judge tells what is changed"
        lines.append(f"Nothing is told otherwise to these eyes{hint}.")
    return lines


def _from(step: int) -> str:
    return f"What comes of step {step} on" if step else "What comes of the start"


def _told_cut(taken: int) -> str:
    are = "entry is" if taken == 1 else "entries are"
    return f"{taken} {are} taken back, for the first of them is no longer legal."


def _told_steps(changed: list[Changed]) -> Iterator[str]:
    """Was and now of each step; those in which only names are others are counted."""
    renamed = sum(one.renamed for one in changed)
    others = [one for one in changed if not one.renamed]
    for one in others[:MOST_STEPS]:
        first, rest = f"{one.step:>4}  ", " " * 11
        yield from wrapped(f"was: {one.was or 'nothing'}", width=width(), first=first, rest=rest)
        yield from wrapped(f"now: {one.now or 'nothing'}", width=width(), first=" " * 6, rest=rest)
    if len(others) > MOST_STEPS:
        yield f"      and {counted(len(others) - MOST_STEPS, 'more step')} told otherwise."
    if renamed:
        keep = "step is told with another name" if renamed == 1 else "steps are told with other names"
        yield f"Every seat keeps its entries: {renamed} {keep}."


def _told_followed(followed: list[Changed]) -> Iterator[str]:
    """Entries that stood and are others, for they follow what is put right."""
    told = [f"step {one.step}: {visible(one.was or '')} -> {visible(one.now or '')}" for one in followed]
    if told:
        yield "These entries follow from it, and are put right with it:"
        yield from _indented(told)


def _told_length(was: int, now: int) -> Iterator[str]:
    if was != now:
        yield f"{counted(now, 'step')} then, was {counted(was, 'step')}.".replace("no step", "No step")


def _indented(sentences: Iterable[str]) -> Iterator[str]:
    for sentence in sentences:
        yield from wrapped(sentence, width=width(), first="  ", rest="    ")


def told_run(match: Match, first: int, last: int, observer: Observer) -> list[str]:
    """Steps from the first to the last in sentences, as an observer knows them; of many those at both ends."""
    side = sides(match, match, observer).before
    numbers = list(range(first, last + 1))
    if len(numbers) > MOST_STEPS:
        numbers = numbers[: MOST_STEPS // 2] + numbers[-(MOST_STEPS // 2) :]
    lines: list[str] = []
    for at, number in enumerate(numbers):
        if at and number > numbers[at - 1] + 1:
            lines.append(f"      and {counted(number - numbers[at - 1] - 1, 'more step')}, up to:")
        lines += wrapped(side.tell(number), width=width(), first=f"{number:>4}  ", rest=" " * 8)
    return lines


def done(match: Match) -> str:
    """What a correction that was recorded did."""
    event = newest_correction(match)
    where = f"from step {event.at} on" if event.at else "from the start on"
    return f"Corrected {where}, as event {event.originator_version}: what stood there stays readable."


def told_refusal(wrong: Exception, before: Match, correction: Correction | None, observer: Observer) -> str:
    """Which step is refused and why, the rule and what would be legal there, in short lines."""
    if not isinstance(wrong, Unamendable):
        return str(wrong)
    players = correction.header.players if correction and correction.header else before.players
    lines = [_where(wrong, before, correction, observer)]
    if wrong.rule is None and not wrong.instead:
        lines.append(wrong.message)
    else:
        refused = Refused(wrong.rule, wrong.message)
        refused.instead = wrong.instead
        lines.append(explain(refused, before.game, players, "there"))
    return "\n".join(lines)


def _where(wrong: Unamendable, before: Match, correction: Correction | None, observer: Observer) -> str:
    if wrong.step == 0:
        return "The start cannot be like that."
    stood = None
    if correction is not None and not wrong.entered:
        stood = correction.entries[wrong.step - correction.first].was
    if stood is None:
        return f"Step {wrong.step} cannot be like that."
    step = concealed(before.steps[stood - 1], observer)
    told = line_text(before, action_line(step, ValueWriter(before.players, unknown="??")))
    then = f" (it would be step {wrong.step})" if wrong.step != stood else ""
    return f"Step {stood} would no longer be legal: {visible(told)}{then}"
