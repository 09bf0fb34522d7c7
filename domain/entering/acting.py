"""An action as somebody enters it in a few words or as JSON: read, and recorded."""

from domain.entering.meaning import Meant, meant
from domain.entering.sight import Sight
from domain.entering.unseen import left_unseen
from domain.kernel.conceal import Observer
from domain.kernel.game import Refused
from domain.notation.lines import Line, from_json
from domain.notation.listening import ENTRY, Listener
from domain.notation.loading import load_object
from domain.records.match import Match
from domain.records.recorder import Recorder


def read(match: Match, text: str, at: int, eyes: Observer) -> Meant:
    """What stands in a text from a place on, up to a `;`, as these eyes know the match.

    Raises `Unreadable` or `Unclear`.
    """
    listener = Listener(match.game, match.players, ENTRY)
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
        unseen = left_unseen(match, line, Listener(match.game, match.players), eyes).line if refused.outcome else None
        if unseen is None:
            raise
        return recorder.acted(match, unseen, eyes)
