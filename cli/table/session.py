"""A match at a table: what is recorded in it, who looks at it, and what they are told."""

from collections.abc import Callable
from functools import partial

from ludograph.cli.printing.terminal import width, wrapped_lines
from ludograph.cli.table.questions import Ask
from ludograph.domain.bots.moves import Move
from ludograph.domain.bots.opponents import Opponents
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import EntryDetails, Match, Stamp
from ludograph.domain.match.events import AnyStep, Step
from ludograph.domain.match.history import HistoryEntry, history, observer_among_others
from ludograph.domain.match.views import concealed
from ludograph.domain.notation.parser import PLAY_SYNTAX, LineParser
from ludograph.domain.store.errors import Conflict
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.sentences.event_sentences import tell_event
from ludograph.replay.sentences.step_sentences import told_step
from ludograph.replay.timeline.timeline import Frame


class TableSession:
    """One match. `tell` shows a message, `ask` a question and returns the answer.

    `confirm` returns whether that is yes, or the second of what it is given where nobody can be asked.
    """

    def __init__(
        self,
        recorder: Recorder,
        match: Match,
        observer: Observer,
        tell: Callable[[str], None],
        ask: Ask,
        by: str = "",
        confirm: Callable[[str, bool], bool] = lambda question, otherwise: otherwise,
    ) -> None:
        self.recorder = recorder
        self.match = match
        self.observer = observer
        self.by = by
        self.parser = LineParser(match.game, match.players, PLAY_SYNTAX)
        self.speaker = Speaker(match.game.deck, match.players)
        self._tell = tell
        self._ask = ask
        self._confirm = confirm
        self.opponents: Opponents | None = None
        """The bots at this table, if any sit here."""

    def let_bots_move(self) -> None:
        """Records what bots do that are awaited, and tells it as those at this screen see it."""
        while self.opponents is not None and (move := self.opponents.move(self.match)) is not None:
            stamp, entry = self.recorder.stamp(), EntryDetails(by=self.opponents.names[move.seat])
            if self._record(partial(_played, move, stamp, entry)):
                self._tell_step(self.match.steps[-1], self.observer)

    def _take(self, match: Match) -> None:
        """Goes on with the match as it is now; who plays may have been put right."""
        if match.players != self.match.players:
            self.observer = observer_among_others(self.observer, self.match.players, match.players)
            self.parser = LineParser(match.game, match.players, PLAY_SYNTAX)
            self.speaker = Speaker(match.game.deck, match.players)
        self.match = match

    def _record(self, made: Callable[[Match], Match]) -> bool:
        """Stores a change, unless somebody else was faster; then tells what they did."""
        if not self._is_current():
            return False
        try:
            self._take(self.recorder.record(made(self.match)))
        except Conflict:
            self._is_current()
            return False
        return True

    def _is_current(self) -> bool:
        """Whether nobody else recorded anything; takes in and tells what they did."""
        newer, known = self.recorder.refreshed(self.match), len(self.match.history)
        if newer.version == known:
            return True
        self._take(newer)
        self._tell("Meanwhile somebody else recorded in this match:")
        for told in history(newer):
            if told.event is newer.history[told.event.originator_version - 1] and told.event.originator_version > known:
                self._tell_event(told)
        self._tell("Your entry was not recorded: look, and enter it again if it still fits.")
        return False

    def _say(self, text: str) -> None:
        """Lines of any length, each wrapped to the screen."""
        self._tell(wrapped_lines(text))

    def _tell_event(self, told: HistoryEntry) -> None:
        if isinstance(told.event, Step):
            self._tell_step(told.event, told.observer_then(self.match, self.observer))
        else:
            self._tell(tell_event(told.event, self.match.players, self.observer) or "A note was added.")

    def _tell_step(self, step: AnyStep, observer: Observer) -> None:
        known = concealed(step, observer)
        frame = Frame(step.number, known, known.facts, None)
        self._tell("\n".join(told_step(self.match.game, self.speaker, frame, width())))


def _played(move: Move, stamp: Stamp, entry: EntryDetails, match: Match) -> Match:
    return match.play(move.seat, move.action, stamp, entry=entry)
