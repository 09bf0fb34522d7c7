"""Actions as somebody enters them in a few words or as JSON: read, and recorded."""

from typing import Final

from ludograph.domain.entry.interpretation import Meant, Unclear, meant
from ludograph.domain.entry.screen import Sight
from ludograph.domain.entry.unseen_outcomes import left_unseen
from ludograph.domain.kernel.chance import Unseen, Written
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, Refused
from ludograph.domain.kernel.play import play
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.views import concealed
from ludograph.domain.notation.line_reader import ENTRY, LineReader
from ludograph.domain.notation.lines import Line, from_json
from ludograph.domain.notation.strict_json import Unreadable, load_object
from ludograph.domain.notation.values import Reader
from ludograph.domain.store.recorder import Recorder

NOT_TOGETHER: Final = (
    "One of these actions cannot be recorded together with the others: send them one at a time. What follows a card "
    "that is turned up or drawn is sent once that is recorded."
)


class NotTogether(ValueError):
    """Actions that were to be recorded all or none, of which one cannot be; these eyes are not told which."""


def read_entry(match: Match, text: str, at: int, eyes: Observer) -> Meant:
    """What stands in a text from a place on, up to a `;`, as these eyes know the match.

    Raises `Unreadable` or `Unclear`.
    """
    listener = LineReader(match.game, match.players, ENTRY)
    if text.lstrip().startswith("{"):
        return Meant((from_json(match.game, listener.reader, load_object(text), text),), len(text))
    return meant(Sight(match, eyes), listener, text, at)


def enter(recorder: Recorder, match: Match, line: Line, eyes: Observer) -> Match:
    """Records one action, decided as `entered` does it. Raises as `Recorder.act`."""
    return recorder.record(entered(recorder, match, line, eyes))


def entered(recorder: Recorder, match: Match, line: Line, eyes: Observer) -> Match:
    """The match with one more action, not recorded yet; outcomes left out that these eyes did not see are not known.

    Raises `Refused`.
    """
    try:
        return recorder.acted(match, line, eyes)
    except Refused as refused:
        unseen = left_unseen(match, line, LineReader(match.game, match.players), eyes).line if refused.outcome else None
        if unseen is None:
            raise
        return recorder.acted(match, unseen, eyes)


def entered_all(recorder: Recorder, match: Match, text: str, eyes: Observer) -> Match:
    """The match with all actions of a text, none of them recorded yet.

    Of several, none is recorded where one cannot be, so that nothing worked out after the first may be told: neither
    which it is, nor why, nor anything that the first brought to light. Raises `NotTogether`; of a single action, and
    where these eyes are the judge's, what `read` and `entered` raise.
    """
    lines, at = read_entry(match, text, 0, eyes)
    if eyes == JUDGE or (len(lines) == 1 and not _goes_on(text, at)):
        return _entered_all(recorder, match, text, eyes)
    try:
        return _entered_all(recorder, match, text, eyes)
    except (Refused, Unclear, Unreadable):
        raise NotTogether(NOT_TOGETHER) from None


def _entered_all(recorder: Recorder, match: Match, text: str, eyes: Observer) -> Match:
    lines, at = read_entry(match, text, 0, eyes)
    while True:
        for number, line in enumerate(lines, start=1):
            before, match = match, entered(recorder, match, line, eyes)
            more = number < len(lines) or _goes_on(text, at)
            if more and not _is_foreknown(before, match, line, eyes):
                raise NotTogether(NOT_TOGETHER)
        if not _goes_on(text, at):
            return match
        lines, at = read_entry(match, text, at, eyes)


def _goes_on(text: str, at: int) -> bool:
    return bool(text[at:].strip(" ;"))


def _is_foreknown(before: Match, after: Match, line: Line, eyes: Observer) -> bool:
    """Whether these eyes could work out by themselves how the match stands after an action, as far as they see it.

    Whatever else it brings may be looked at only once it is recorded: not even by what is refused after it.
    """
    if eyes == JUDGE:
        return True
    game, is_dealt = before.game, before.start.seed is not None
    step = concealed(after.steps[-1], eyes)
    if is_dealt and (step.drawn or after.steps[-1].shuffled is not None):
        return False
    chance = Unseen() if is_dealt else Written(game.deck, step.drawn or None, step.shuffled)
    try:
        move = line.move(game, Reader(game.deck, before.players))
        foretold = play(game, before.view(eyes), line.actor, move, chance)
    except Refused:
        return False
    return bool(foretold.state == after.view(eyes))
