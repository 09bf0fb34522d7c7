"""The fourth stage of an entry: its actions decided by all that is recorded, and stored; in words or as JSON."""

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
    """What stands in a text from a place on, up to a `;`, as the observer knows the match; JSON is an entry alone.

    Raises `Unreadable` or `AmbiguousEntry`, or `MatchClosed` where the match awaits its deal.
    """
    if match.awaits_deal:
        match.check_open()
    if text.lstrip().startswith("{"):
        reader = Reader(match.game.deck, match.players)
        return Interpretation((from_json(match.game, reader, load_object(text), text),), len(text))
    return interpret(ObservedMatch(match, observer), LineParser(match.game, match.players, ENTRY_SYNTAX), text, at)


def record_entry(recorder: Recorder, match: Match, line: Line, observer: Observer) -> Match:
    """Records one action; what the observer did not see may be left out. Raises as `decide_entry` and `record`."""
    return recorder.record(decide_entry(recorder, match, line, observer))


def decide_entry(recorder: Recorder, match: Match, line: Line, observer: Observer) -> Match:
    """The match with one more action, not recorded yet; outcomes left out that the observer did not see are not known.

    Raises `Refused`.
    """
    try:
        return recorder.acted(match, line, observer)
    except Refused as refused:
        whole = with_unseen_outcomes(match, line, observer).line if refused.outcome else None
        if whole is None:
            raise
        return recorder.acted(match, whole, observer)


def decide_entries(recorder: Recorder, match: Match, text: str, observer: Observer) -> Match:
    """The match with all actions of a text, none of them recorded yet.

    Of several, none is recorded where one cannot be, so that nothing worked out after the first may be told: neither
    which it is, nor why, nor anything that the first brought to light. Raises `NotTogether`; of a single action, and
    where the observer is the judge, what `read_entry` and `decide_entry` raise.
    """
    first = read_entry(match, text, 0, observer)
    if observer == JUDGE or (len(first.lines) == 1 and not _goes_on(text, first.stop)):
        return _decide_all(recorder, match, text, first, observer)
    try:
        return _decide_all(recorder, match, text, first, observer)
    except (Refused, AmbiguousEntry, Unreadable):
        raise NotTogether(NOT_TOGETHER) from None


def _decide_all(recorder: Recorder, match: Match, text: str, entry: Interpretation, observer: Observer) -> Match:
    while True:
        for number, line in enumerate(entry.lines, start=1):
            before, match = match, decide_entry(recorder, match, line, observer)
            more = number < len(entry.lines) or _goes_on(text, entry.stop)
            if more and not _is_predictable(before, match, line, observer):
                raise NotTogether(NOT_TOGETHER)
        if not _goes_on(text, entry.stop):
            return match
        entry = read_entry(match, text, entry.stop, observer)


def _goes_on(text: str, at: int) -> bool:
    return bool(text[at:].strip(" ;"))


def _is_predictable(before: Match, after: Match, line: Line, observer: Observer) -> bool:
    """Whether the observer could work out by themselves how the match stands after an action, as far as they see it.

    Whatever else it brings may be looked at only once it is recorded: else somebody could enter an action that turns up
    a card together with one that is refused, learn the card from the refusal, and have recorded nothing
    (decision 209).
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
