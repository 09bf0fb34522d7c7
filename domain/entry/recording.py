"""The fourth stage of an entry: its actions decided by all that is recorded, and stored; in words or as JSON."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

from ludograph.domain.entry.interpretation import AmbiguousEntry, Interpretation, interpret
from ludograph.domain.entry.lookahead import LookaheadChance, OutcomesFound
from ludograph.domain.entry.observed_match import ObservedMatch
from ludograph.domain.entry.unseen_outcomes import with_unseen_outcomes
from ludograph.domain.kernel.chance import Chance, Unseen, Written
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, Refused
from ludograph.domain.kernel.play import play
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.views import concealed
from ludograph.domain.notation.limits import cut
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
    """Actions that were to be recorded all or none, of which one cannot be."""


class PartRefused(NotTogether):
    """One of several actions that were to be recorded all or none cannot be; `wrong` says why."""

    def __init__(self, match: Match, number: int, part: str, wrong: ValueError) -> None:
        self.where = f"Nothing of this line is recorded: its part {number}, `{part}`, cannot be."
        """Which part it is, of how the match would stand then."""
        self.wrong = wrong
        rule = f"{wrong.rule}: " if isinstance(wrong, Refused) and wrong.rule else ""
        why = wrong.told(match.players) if isinstance(wrong, Refused) else str(wrong)
        super().__init__(f"{self.where} {rule}{why}")


Decide = Callable[[Match, Line], Match]
"""Decides one more action of a match."""


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

    Of several, none is recorded where one cannot be, so that nothing worked out after the first may be told: what is
    wrong is told as far as the observer could have found it out alone. Raises `NotTogether`; of a single action what
    `read_entry` and `decide_entry` raise.
    """
    if match.awaits_deal:
        match.check_open()
    decide = partial(decide_entry, recorder, observer=observer)
    if text.lstrip().startswith("{"):
        (line,) = read_entry(match, text, 0, observer).lines
        return decide(match, line)
    entry = TypedLine(LineParser(match.game, match.players, ENTRY_SYNTAX), text, observer)
    return decide_line(match, entry, decide, tells=observer == JUDGE)


class TypedLine(NamedTuple):
    """What somebody typed, who reads it, and with whose eyes."""

    parser: LineParser
    text: str
    observer: Observer
    ends: Callable[[str], bool] = lambda rest: False
    """Whether the rest of the text is something else than actions."""

    def goes_on(self, at: int) -> bool:
        """Whether there is another action from this place on."""
        rest = self.text[at:].lstrip(" ;")
        return bool(rest) and not self.ends(rest)


def decide_line(match: Match, entry: TypedLine, decide: Decide, *, tells: bool) -> Match:
    """The match with all actions of a line or none, as `decide` decides each.

    `tells`: whether what is wrong may be told by all that is recorded. Raises `NotTogether`; of a single action what
    `interpret` and `decide` raise.
    """
    try:
        return _decide_all(match, entry, decide, check=not tells)
    except PartRefused as wrong:
        if tells:
            raise
        raise NotTogether(_wrong_in_view(match, entry) or NOT_TOGETHER) from wrong


def _decide_all(match: Match, entry: TypedLine, decide: Decide, *, check: bool) -> Match:
    parser, text, observer, _ = entry
    at, number, several = 0, 0, False
    while number == 0 or entry.goes_on(at):
        number += 1
        try:
            found = interpret(ObservedMatch(match, observer), parser, text, at)
            goes_on = entry.goes_on(found.stop)
            several = number > 1 or len(found.lines) > 1 or goes_on
            for place, line in enumerate(found.lines):
                number += place > 0
                before, match = match, decide(match, line)
                more = place + 1 < len(found.lines) or goes_on
                if check and more and not _is_predictable(before, match, line, observer):
                    raise NotTogether(NOT_TOGETHER)
        except Refused as wrong:
            if not several:
                raise
            raise PartRefused(match, number, _part(match, text[at : found.stop], found, line), wrong) from wrong
        except (AmbiguousEntry, Unreadable, NotTogether) as wrong:
            if number == 1 and not isinstance(wrong, NotTogether):
                raise
            raise PartRefused(match, number, _first(text[at:]), wrong) from wrong
        at = found.stop
    return match


def _part(match: Match, typed: str, found: Interpretation, line: Line) -> str:
    """An action as it was typed; who does what where one text is the actions of several."""
    return _first(typed) if len(found.lines) == 1 else f"{match.name(line.actor)} {line.do}"


def _first(rest: str) -> str:
    """The first action of the rest of a line, as it was typed."""
    return cut(rest.strip(" ;").partition(";")[0].strip())


def _wrong_in_view(match: Match, entry: TypedLine) -> str:
    """What is wrong with a line by what the observer knows alone; empty where nothing is, or they know too little."""
    parser, text, observer, _ = entry
    view, at, number = match.view(observer), 0, 0
    while number == 0 or entry.goes_on(at):
        number += 1
        try:
            found = interpret(ObservedMatch(match, observer, view=view), parser, text, at)
            for place, line in enumerate(found.lines):
                number += place > 0
                move = line.move(match.game, parser.reader)
                view = play(match.game, view, line.actor, move, _as_told(match, line)).state
        except Refused as wrong:
            part = PartRefused(match, number, _part(match, text[at : found.stop], found, line), wrong)
            return "" if wrong.outcome else str(part)
        except (AmbiguousEntry, Unreadable) as wrong:
            return str(PartRefused(match, number, _first(text[at:]), wrong))
        except OutcomesFound:
            return ""
        at = found.stop
    return ""


def _as_told(match: Match, line: Line) -> Chance:
    return LookaheadChance(()) if match.start.seed is not None else Written(match.game.deck, line.drawn, line.shuffled)


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
    for move in (line.move(game, Reader(game.deck, before.players)), step.action):  # as typed, or as others see it
        with suppress(Refused):
            foretold = play(game, before.view(observer), line.actor, move, chance.restarted())
            if foretold.state == after.view(observer):
                return True
    return False
