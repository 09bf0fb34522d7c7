"""Actions as somebody enters them in a few words or as JSON: read, and recorded."""

from typing import Final

from ludograph.domain.entry.interpretation import AmbiguousEntry, Interpretation, interpret
from ludograph.domain.entry.observed_match import ObservedMatch
from ludograph.domain.entry.unseen_outcomes import with_unseen_outcomes
from ludograph.domain.kernel.chance import Unseen, Written
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, Refused
from ludograph.domain.kernel.play import play
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.views import concealed
from ludograph.domain.notation.lines import Line, from_json
from ludograph.domain.notation.parser import ENTRY_SYNTAX, LineParser
from ludograph.domain.notation.strict_json import Unreadable, load_object
from ludograph.domain.notation.values import Reader
from ludograph.domain.store.recorder import Recorder

NOT_TOGETHER: Final = (
    "One of these actions cannot be recorded together with the others: send them one at a time. What follows a card "
    "that is turned up or drawn is sent once that is recorded."
)


class NotTogether(ValueError):
    """Actions that were to be recorded all or none, of which one cannot be; the observer is not told which."""


def read_entry(match: Match, text: str, at: int, observer: Observer) -> Interpretation:
    """What stands in a text from a place on, up to a `;`, as the observer knows the match.

    Raises `Unreadable` or `AmbiguousEntry`.
    """
    parser = LineParser(match.game, match.players, ENTRY_SYNTAX)
    if text.lstrip().startswith("{"):
        return Interpretation((from_json(match.game, parser.reader, load_object(text), text),), len(text))
    return interpret(ObservedMatch(match, observer), parser, text, at)


def enter(recorder: Recorder, match: Match, line: Line, observer: Observer) -> Match:
    """Records one action, decided as `entered` does it. Raises as `Recorder.act`."""
    return recorder.record(entered(recorder, match, line, observer))


def entered(recorder: Recorder, match: Match, line: Line, observer: Observer) -> Match:
    """The match with one more action, not recorded yet; outcomes left out that the observer did not see are not known.

    Raises `Refused`.
    """
    try:
        return recorder.acted(match, line, observer)
    except Refused as refused:
        unseen = (
            with_unseen_outcomes(match, line, LineParser(match.game, match.players), observer).line
            if refused.outcome
            else None
        )
        if unseen is None:
            raise
        return recorder.acted(match, unseen, observer)


def entered_all(recorder: Recorder, match: Match, text: str, observer: Observer) -> Match:
    """The match with all actions of a text, none of them recorded yet.

    Of several, none is recorded where one cannot be, so that nothing worked out after the first may be told: neither
    which it is, nor why, nor anything that the first brought to light. Raises `NotTogether`; of a single action, and
    where the observer is the judge, what `read` and `entered` raise.
    """
    lines, at = read_entry(match, text, 0, observer)
    if observer == JUDGE or (len(lines) == 1 and not _goes_on(text, at)):
        return _entered_all(recorder, match, text, observer)
    try:
        return _entered_all(recorder, match, text, observer)
    except (Refused, AmbiguousEntry, Unreadable):
        raise NotTogether(NOT_TOGETHER) from None


def _entered_all(recorder: Recorder, match: Match, text: str, observer: Observer) -> Match:
    lines, at = read_entry(match, text, 0, observer)
    while True:
        for number, line in enumerate(lines, start=1):
            before, match = match, entered(recorder, match, line, observer)
            more = number < len(lines) or _goes_on(text, at)
            if more and not _is_foreknown(before, match, line, observer):
                raise NotTogether(NOT_TOGETHER)
        if not _goes_on(text, at):
            return match
        lines, at = read_entry(match, text, at, observer)


def _goes_on(text: str, at: int) -> bool:
    return bool(text[at:].strip(" ;"))


def _is_foreknown(before: Match, after: Match, line: Line, observer: Observer) -> bool:
    """Whether the observer could work out by themselves how the match stands after an action, as far as they see it.

    Whatever else it brings may be looked at only once it is recorded: not even by what is refused after it.
    """
    if observer == JUDGE:
        return True
    game, is_dealt = before.game, before.start.seed is not None
    step = concealed(after.steps[-1], observer)
    if is_dealt and (step.drawn or after.steps[-1].shuffled is not None):
        return False
    chance = Unseen() if is_dealt else Written(game.deck, step.drawn or None, step.shuffled)
    try:
        move = line.move(game, Reader(game.deck, before.players))
        foretold = play(game, before.view(observer), line.actor, move, chance)
    except Refused:
        return False
    return bool(foretold.state == after.view(observer))
