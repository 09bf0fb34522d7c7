"""Entries put right at the table: taken back, brought back, corrected; what that does is told before it is done."""

import re
from abc import abstractmethod
from collections.abc import Callable
from typing import Final

from ludograph.cli.errors import Failure
from ludograph.cli.printing.corrections import MOST_UNASKED, UNCHANGED, done, told_changes, told_refusal, told_run
from ludograph.cli.table.session import TableSession
from ludograph.domain.corrections.amend import (
    Amendment,
    Correction,
    NothingToAmend,
    Reason,
    Unamendable,
    check_steps,
    header_correction,
    inserted,
    replaced,
)
from ludograph.domain.corrections.editor import header_changes
from ludograph.domain.corrections.preview import CorrectionPreview, corrected, preview_correction
from ludograph.domain.corrections.redo import redone
from ludograph.domain.entry.corrected_entries import CorrectedEntries
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.lines import Line

SLIP: Final = "entered wrongly"
"""The reason of what is put right where none is given."""
HINT: Final = " Outside of `play`, `ludograph amend` puts right several steps at once, also in an editor (--edit)."
_NUMBER = re.compile(r"[+-]?\d[\d.,]*")
_REMOVE = re.compile(r"remove(?:\s+(?:to\s+)?(\d{1,9}))?", re.IGNORECASE)


class TableCorrections(TableSession):
    """The commands that change what stands."""

    def _undo(self, rest: str) -> None:
        last = len(self.match.steps)
        if last == 0:
            self._tell("No step is recorded yet: there is nothing to take back.")
            return
        first, _, reason = rest.partition(" ")
        if not _NUMBER.fullmatch(first):
            first, reason = str(last - 1), rest
        to, reason, stamp = _step(first, "undo"), reason.strip() or SLIP, self.recorder.stamp()
        after, steps = self.match.take_back(to, reason, stamp, self.by), counted(last - to, "step")
        self._tell("\n".join(told_run(self.match, to + 1, last, self.observer)))
        where = f"step {to}" if to else "the start"
        if last - to > MOST_UNASKED and not self._confirm(f"Take back these {steps}, back to {where}?", True):
            self._tell("Nothing was taken back.")
        elif self._record(lambda match: after):
            self._tell(f"Taken back: {steps}. The match stands again as after step {to}.")

    def _redo(self, rest: str) -> None:
        if rest:
            raise Failure("`redo` stands alone: it brings back what the last `undo` took.")
        after = redone(self.match, self.recorder.stamp(), self.by)
        if after is None:
            raise Failure("There is nothing to bring back: no step was taken back, or others were entered since.")
        first, last = len(self.match.steps) + 1, len(after.steps)
        if self._record(lambda match: after):
            self._tell("\n".join(told_run(self.match, first, last, self.observer)))
            self._tell(f"Brought back: {counted(last - first + 1, 'step')}.")

    def _amend(self, rest: str) -> None:
        first, _, what = rest.partition(" ")
        if not first or not what.strip():
            raise Failure("Write the step and what belongs there, such as `amend 12 Ann pass` or `amend 12 remove`.")
        step = _step(first, "amend")
        try:
            made = self._maker(step, what.strip())
        except NothingToAmend as wrong:
            raise Failure(f"{wrong}\nNothing was changed.") from wrong
        (planned, outlook), cut = self._foreseen(made)
        if planned.at is None and self.observer == JUDGE:
            self._tell(UNCHANGED)
            return
        self._tell("\n".join(told_changes(self.match, planned, outlook, self.observer)))
        if not self._confirm("Record this correction?", True):
            self._tell("Nothing was recorded.")
            return
        amendment = self._corrected(made, cut)
        if amendment.at is None:
            self._tell(UNCHANGED)
        elif self._record(lambda match: amendment.match):
            self._tell(done(self.match))

    def _corrected(self, made: Callable[[Match], Correction], cut: bool) -> Amendment:
        """The correction, decided by all that is recorded. Raises `Failure` where it is refused."""
        why, stamp = Reason(SLIP, self.by), self.recorder.stamp()
        try:
            return corrected(self.match, made, why, stamp, observer=self.observer, cut=cut)
        except (Unamendable, NothingToAmend) as wrong:
            told = told_refusal(wrong, self.match, made(self.match), self.observer)
            raise Failure(f"{told}\nNothing was changed.") from wrong

    def _foreseen(self, made: Callable[[Match], Correction], cut: bool = False) -> tuple[CorrectionPreview, bool]:
        """The correction as the observer foresees it, and whether it is cut, which is asked. Raises `Failure`."""
        correction = None
        try:
            correction = made(self.match)
            why, stamp = Reason(SLIP, self.by), self.recorder.stamp()
            return preview_correction(self.match, made, why, stamp, observer=self.observer, cut=cut), cut
        except (Unamendable, NothingToAmend) as wrong:
            told = told_refusal(wrong, self.match, correction, self.observer)
            stood = isinstance(wrong, Unamendable) and not wrong.entered
            if not stood:
                raise Failure(f"{told}\nNothing was changed.") from wrong
            self._say(f"{told}\nNothing was changed.{HINT}")
        if not self._confirm("Shall that step and all after it be taken back instead?", False):
            raise Failure("Nothing was recorded.")
        return self._foreseen(made, cut=True)

    def _maker(self, step: int, what: str) -> Callable[[Match], Correction]:
        """What is to be put right, as somebody typed it. Raises `AmbiguousEntry`, `Unreadable` or `Failure`."""
        if step == 0:
            return lambda match: header_correction(match, header_changes(match, [what]))
        what = what.removeprefix("--")  # as on the command line
        if remove := _REMOVE.fullmatch(what):
            return lambda match: replaced(match, step, [], int(remove[1]) if remove[1] else None)
        word, _, rest = what.partition(" ")
        entries = CorrectedEntries(self.match, self.parser, self.observer, self._with_outcomes)
        if word.casefold() == "insert":
            if not rest.strip():
                raise Failure("Write what was left out after `insert`, such as `amend 12 insert Ann pass; Bob pass`.")
            # Where there is no such step nothing can be understood: that is told first.
            inserted(self.match, step, [])
            before = entries.before(step, rest.strip())
            return lambda match: inserted(match, step, before)
        check_steps(self.match, step, step)
        instead = entries.instead(step, what)
        return lambda match: replaced(match, step, instead)

    @abstractmethod
    def _with_outcomes(self, now: Match, line: Line) -> Line:
        """An entry with what was seen and is not told, asked for where somebody can answer."""


def _step(text: str, command: str) -> int:
    """The number of a step. Raises `Failure` where it is none."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Failure(f"{text} is no step: `{command} 12` names one by its number, as `log` tells it.")
    return int(text)
