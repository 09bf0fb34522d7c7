"""`amend`: puts right what was entered wrongly, and decides all that came after it again, as one event."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import click

from ludograph.cli.arguments import (
    by_option,
    command_line,
    json_option,
    match_named,
    observer_named,
    on_terminal,
    recorder,
    some_words,
)
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.numbers import StepNumber
from ludograph.cli.printing.changed_seating import say_seatings
from ludograph.cli.printing.corrections import UNCHANGED, done, told_changes, told_refusal
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, say
from ludograph.cli.table.draft_file import DraftFile
from ludograph.domain.corrections.amend import (
    Amendment,
    Correction,
    NothingToAmend,
    Reason,
    Unamendable,
    header_correction,
    inserted,
    replaced,
    rewritten_file,
)
from ludograph.domain.corrections.editor import editable_text, edited, header_changes, only_match
from ludograph.domain.corrections.preview import PreviewedMatch, corrected, preview_correction
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.limits import TooLong
from ludograph.domain.notation.matchfile import Chunk
from ludograph.replay.shapes.corrections import amendment_json, refusal_json

if TYPE_CHECKING:
    from ludograph.domain.store.recorder import Recorder


class CorrectionRequest(NamedTuple):
    """What the command line asks for: where, and what belongs there; without a step it is the whole match."""

    step: int | None
    lines: tuple[str, ...]
    insert: bool
    remove: bool
    to: int | None
    file: str | None
    edit: bool


class CorrectionMode(NamedTuple):
    """How it is done: why and by whom, and whether it is shown only, asked about, cut, or told as JSON."""

    reason: str
    by: str
    public: bool
    preview: bool
    cut: bool
    asks: bool
    as_json: bool


@click.command()
@click.argument("match")
@click.argument("step_and_lines", nargs=-1, metavar="[STEP] [LINE]...")
@click.option(
    "--reason", metavar="TEXT", callback=some_words, help="Why; the judge can read it. Only --preview needs none."
)
@click.option("--insert", is_flag=True, help="Puts the LINEs before the STEP; one after the last is the end.")
@click.option("--remove", is_flag=True, help="Takes the STEP out.")
@click.option("--to", type=StepNumber(), metavar="STEP", help="With --remove: takes out all steps up to this one.")
@click.option("--file", metavar="FILE", help="The whole corrected match file; - is standard input.")
@click.option("--edit", is_flag=True, help="Opens the match as text in your editor ($VISUAL or $EDITOR).")
@click.option("--preview", is_flag=True, help="Shows what would change, and records nothing.")
@click.option("--yes", is_flag=True, help="Does not ask. Without a terminal nothing is asked anyway.")
@click.option("--cut", is_flag=True, help="Keeps what is still legal, and takes back all from the first that is not.")
@click.option("--public", is_flag=True, help="Everybody may read the reason and who corrected, not the judge alone.")
@click.option(
    "--as",
    "observer",
    default="table",
    metavar="OBSERVER",
    help="Whose eyes are on this screen: what changes is told as far as they know; `table` by default.",
)
@by_option
@json_option
@sentences_for_errors
def command(
    match: str,
    step_and_lines: tuple[str, ...],
    reason: str | None,
    insert: bool,
    remove: bool,
    to: int | None,
    file: str | None,
    edit: bool,
    preview: bool,
    yes: bool,
    cut: bool,
    public: bool,
    observer: str,
    by: str,
    as_json: bool,
) -> None:
    """Puts right what was entered wrongly in a MATCH: the LINEs take the place of the STEP.

    A LINE is an action as text or as the JSON of a match file. At STEP 0, the start, it is a line of the header,
    such as 'players Bob Ann' for exchanged chairs, or a JSON object of what is other there. All later steps are
    decided again. One that is no longer legal follows if there is one way for it to be: what it says again of the
    STEP, such as a sealed bid when it is revealed, and who acts where the turn is another's. What follows is told;
    where that does not help, nothing is changed. What stood before stays readable.

    \b
    ludograph amend first 12 'Ann bid 8MS' --reason 'a wrong card'
    ludograph amend first 12 --insert 'Bob call' 'Ann pass' --reason 'forgotten'
    ludograph amend first 12 --remove --to 14 --reason 'entered twice'
    ludograph amend first --edit --reason 'several slips'
    """
    wanted = _wanted(step_and_lines, insert, remove, to, file, edit)
    if reason is None and not preview:
        raise click.UsageError("--reason TEXT is missing: say why, or only look with --preview.")
    asks = on_terminal() and not (yes or as_json or preview)
    manner = CorrectionMode(reason or "", by, public, preview, cut, asks, as_json)
    with recorder() as store:
        found = match_named(store, match)
        CorrectionRun(store, found, observer_named(found, observer), manner).do(wanted)


def _wanted(
    words: tuple[str, ...], insert: bool, remove: bool, to: int | None, file: str | None, edit: bool
) -> CorrectionRequest:
    """What is asked for, if it fits together."""
    whole = file is not None or edit
    if whole and (words or insert or remove):
        raise click.UsageError("--file and --edit put right the whole match: leave STEP and LINEs out.")
    if insert and remove:
        raise click.UsageError("--insert puts something in and --remove takes something out: one of them.")
    if to is not None and not remove:
        raise click.UsageError("--to goes with --remove: it names the last step to take out.")
    if whole:
        return CorrectionRequest(None, (), False, False, None, file, edit)
    step, lines = _step(words), words[1:]
    if remove and lines:
        raise click.UsageError("--remove puts nothing in the place of a step: leave the LINEs out.")
    if not remove and not lines:
        raise click.UsageError("Write what belongs there after the STEP, such as 'Ann bid 8MS'; --remove takes it out.")
    if step == 0 and (insert or remove):
        raise click.UsageError("Step 0 is the start: it can be corrected, but nothing goes before it, and it stays.")
    return CorrectionRequest(step, lines, insert, remove, to, None, False)


def _step(words: tuple[str, ...]) -> int:
    if not words:
        raise click.UsageError("Name the STEP that is wrong, as `ludograph log` numbers them, or use --file or --edit.")
    if not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 10):
        raise click.UsageError(f"Write the number of a STEP before what belongs there: amend MATCH 12 '{words[0]}'.")
    return int(words[0])


REFUSALS = (Unamendable, NothingToAmend, TooLong)
"""What a correction can be refused with."""


class CorrectionRun:
    """One correction of a match, from what was asked for to what became of it."""

    def __init__(self, store: "Recorder", match: Match, observer: int, manner: CorrectionMode) -> None:
        self._store = store
        self._match = match
        self._observer = observer
        self._manner = manner
        self._made: Callable[[Match], Correction]
        self._correction: Correction | None = None
        self._amendment = Amendment(match, None)
        self._outlook = PreviewedMatch(match, match)
        self._settled = False
        """Whether nothing that was typed is needed any more."""

    def do(self, wanted: CorrectionRequest) -> None:
        """Shows and records a correction. Raises `Failure` where it is refused."""
        if wanted.edit:
            self._edit(wanted.file)
            return
        chunk = None if wanted.file is None else self._read(wanted.file)
        try:
            self._decide(lambda match: _made(match, wanted, chunk))
        except REFUSALS as wrong:
            self._refuse(wrong)
        self._finish()

    def _decide(self, made: Callable[[Match], Correction]) -> None:
        self._correction = None
        self._correction, self._made = made(self._match), made
        if not (self._manner.preview or self._manner.asks):
            self._correct()
            return
        why, stamp = self._why(), self._store.stamp()
        found = preview_correction(self._match, made, why, stamp, observer=self._observer, cut=self._manner.cut)
        self._amendment, self._outlook = found

    def _correct(self) -> None:
        """Decides the correction by all that is recorded."""
        why, stamp = self._why(), self._store.stamp()
        self._amendment = corrected(self._match, self._made, why, stamp, observer=self._observer, cut=self._manner.cut)
        self._outlook = PreviewedMatch(self._match, self._amendment.match)

    def _why(self) -> Reason:
        return Reason(self._manner.reason, self._manner.by, self._manner.public)

    def _read(self, file: str) -> Chunk:
        """The match in a file."""
        try:
            with sys.stdin.buffer if file == "-" else Path(file).open("rb") as source:
                return only_match(source)
        except REFUSALS as wrong:
            self._refuse(wrong)

    def _finish(self) -> None:
        """Tells what changes, asks where somebody can answer, and records it."""
        manner = self._manner
        if not manner.as_json and (manner.asks or self._status != "unchanged"):
            echo("\n".join(told_changes(self._match, self._amendment, self._outlook, self._observer)))
        if not manner.preview and manner.asks:
            if not click.confirm("Record this correction?"):
                raise Failure("Nothing was recorded.")
            try:
                self._correct()
            except REFUSALS as wrong:
                self._refuse(wrong)
        status = self._status
        if status == "amended":
            self._store.record(self._amendment.match)
            say_seatings(self._store, self._match, self._amendment.match)
        self._settled = status != "preview"
        if manner.as_json:
            print_json(amendment_json(self._match, self._amendment, self._outlook, self._observer, status))
        else:
            echo(_ended(status, self._amendment))

    @property
    def _status(self) -> str:
        """What became of it so far; this observer may not know whether a preview changes anything."""
        if self._amendment.at is None and (self._observer == JUDGE or not self._manner.preview):
            return "unchanged"
        return "preview" if self._manner.preview else "amended"

    def _refuse(self, wrong: Exception) -> NoReturn:
        if self._manner.as_json:
            print_json(refusal_json(self._match, wrong, self._correction, self._observer))
        raise Failure(self._explained(wrong)) from wrong

    def _explained(self, wrong: Exception) -> str:
        told = told_refusal(wrong, self._match, self._correction, self._observer)
        return f"{told}\nNothing was changed.{_hint(wrong)}"

    def _edit(self, file: str | None) -> None:
        """Opens the match in an editor until it is right; what was typed is kept if it comes to nothing."""
        begun = Path(file) if file else None
        if begun is not None and not begun.is_file():
            raise Failure(f"There is no file {file} to go on with.")
        draft = DraftFile(editable_text(self._match, self._observer), begun)
        try:
            self._drafted(draft)
            self._finish()
        finally:
            if self._settled or not draft.is_changed:
                draft.discard()
            else:
                words = ("amend", self._match.start.source or str(self._match.id), "--edit", "--file", str(draft.path))
                say(f"What you wrote is kept: {command_line(*words, keep=('reason', 'by', 'public'))} goes on with it.")

    def _drafted(self, draft: DraftFile) -> None:
        """Has the text edited until what is written can be decided."""
        while True:
            draft.open()
            if not draft.is_changed:
                return
            try:
                self._decide(lambda match: edited(match, self._observer, draft.original, draft.text))
            except REFUSALS as wrong:
                if not self._manner.asks:
                    self._refuse(wrong)
                say(self._explained(wrong))
                if not click.confirm("Edit it again?", default=True):
                    raise Failure("Nothing was recorded.") from wrong
            else:
                return


def _made(match: Match, wanted: CorrectionRequest, chunk: Chunk | None) -> Correction:
    """What is wanted of a match. Raises `NothingToAmend` or `Unamendable`."""
    if chunk is not None:
        return rewritten_file(match, chunk)
    assert wanted.step is not None
    if wanted.step == 0:
        return header_correction(match, header_changes(match, wanted.lines))
    if wanted.insert:
        return inserted(match, wanted.step, wanted.lines)
    return replaced(match, wanted.step, wanted.lines, wanted.to)


def _ended(status: str, amendment: Amendment) -> str:
    if status == "unchanged":
        return UNCHANGED
    return done(amendment.match) if status == "amended" else "Nothing was recorded: this is a preview."


def _hint(wrong: Exception) -> str:
    if not isinstance(wrong, Unamendable) or wrong.entered:
        return ""
    return " --cut keeps what comes before that step and takes back the rest; --edit opens the whole match."
