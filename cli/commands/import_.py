"""`import`: records the matches of match files, or what studies say of them; each whole or not at all, and once."""

import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import click

from ludograph.cli.arguments import json_option, recorder
from ludograph.cli.errors import Failure, explain, sentences_for_errors
from ludograph.cli.printing.counts import counted_outcomes
from ludograph.cli.printing.json import file_json, import_json, json_line, print_json
from ludograph.cli.printing.terminal import Bar, echo, progress, say
from ludograph.domain.kernel.game import Refused
from ludograph.domain.notation.limits import MATCH, TooLong
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.notation.visible_text import on_one_line, visible

if TYPE_CHECKING:
    from uuid import UUID

    from ludograph.domain.exchange.importer import Imported
    from ludograph.domain.store.recorder import Recorder

STATUSES: Final = {"recorded": "recorded", "already": "recorded already", "refused": "refused", "conflict": "conflict"}


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--notes", is_flag=True, help="Each FILE is a study that a page saved: its comments become remarks.")
@click.option("--public", is_flag=True, help="With --notes: everybody may read them, not the judge alone.")
@json_option
@sentences_for_errors
def command(files: tuple[str, ...], notes: bool, public: bool, as_json: bool) -> None:
    """Records the matches of match files, JSON Lines or text; - is standard input.

    A match in which anything is wrong is not recorded, and the others are. Importing a file again changes nothing.

    With --notes the comments, signs and arrows of studies are recorded as remarks, signed by their authors, on steps of
    matches that are here already. A study was written with what its author saw: with --public everybody reads that.
    """
    if public and not notes:
        raise click.UsageError("--public is for the remarks of studies: write it with --notes.")
    if notes:
        import_studies(files, public, as_json)
    else:
        import_matches(files, as_json)


def import_matches(files: tuple[str, ...], as_json: bool) -> None:
    """Records the matches of these files."""
    from ludograph.domain.store.errors import StoreError
    from ludograph.domain.tournaments.service import TournamentService

    with recorder(create=True) as store, progress("Importing", _size(files)) as bar:
        run = ImportRun(store, bar, as_json)
        try:
            run.take(files)
        except (StoreError, TooLong) as wrong:
            raise Failure(f"{wrong} {run.summary} Import the same again: nothing is recorded twice.") from wrong
        doubts = TournamentService(store).doubts_about(run.recorded)
    for doubt in doubts:
        say(doubt)
    say(run.summary)
    if run.failed:
        raise SystemExit(1)


class ImportRun:
    """One import of several files; tells what became of each match as soon as that is certain."""

    def __init__(self, store: "Recorder", bar: Bar, as_json: bool) -> None:
        from ludograph.domain.exchange.importer import Importer

        self._importer = Importer(store)
        self._bar = bar
        self._as_json = as_json
        self._waiting: deque[str] = deque()
        self._read = 0
        self.counts: Counter[str] = Counter()
        self.recorded: list[UUID] = []

    @property
    def summary(self) -> str:
        """How many matches came to what."""
        return f"{counted_outcomes(self.counts, STATUSES) or 'Nothing recorded'}."

    @property
    def failed(self) -> bool:
        """Whether anything was refused or in conflict."""
        return bool(self.counts["refused"] or self.counts["conflict"])

    def take(self, files: Iterable[str]) -> None:
        """Records what is in these files, and says so."""
        for file in files:
            self._take_file(file)
        self._tell(self._importer.flush())

    def _take_file(self, file: str) -> None:
        """A file; where nothing more of it can be read, this is said and the next one is taken."""

        try:
            with _opened(file) as source:
                self._take_matches(file, source)
        except Unreadable as wrong:
            self._give_up(file, wrong.why, wrong.line, wrong.column)
        except OSError as wrong:
            self._give_up(file, f"It cannot be read: {wrong.strerror or wrong}.")

    def _take_matches(self, file: str, source: IO[bytes]) -> None:

        found = False
        for chunk in chunks(self._counted(source)):
            found = True
            self._waiting.append(file)
            self._tell(self._importer.add(chunk))
        if not found:
            self._give_up(file, "There is no match in this file: it is empty.")

    def _counted(self, source: IO[bytes]) -> Iterator[bytes]:
        for line in source:
            self._read += len(line)
            self._bar(self._read)
            yield line

    def _tell(self, outcomes: "Iterable[Imported]") -> None:
        """What became of matches; they come in the order in which they were handed in."""
        for outcome in outcomes:
            file = self._waiting.popleft()
            self.counts[outcome.status] += 1
            if outcome.status == "recorded" and outcome.match is not None:
                self.recorded.append(outcome.match)
            if self._as_json:
                self._bar.print_json_text(json_line(import_json(file, outcome)))
            else:
                self._tell_in_words(file, outcome)

    def _tell_in_words(self, file: str, outcome: "Imported") -> None:
        fault, match = outcome.fault, str(outcome.match or "-")
        steps = f"{outcome.steps:>4} steps" if outcome.status != "refused" else ""
        self._bar.echo(f"{outcome.status:8}  {match:36}  {steps:10}  {on_one_line(file)}:{outcome.line}")
        if fault is not None:
            self._bar.say("\n".join(f"  {line}" for line in _explained(file, outcome)))

    def _give_up(self, file: str, why: str, line: int | None = None, column: int | None = None) -> None:
        self._tell(self._importer.flush())
        self.counts["refused"] += 1
        if self._as_json:
            self._bar.print_json_text(json_line(file_json(file, why, line, column)))
            return
        place = on_one_line(f"{file}:{line}" if line else file)
        self._bar.echo(f"{'refused':8}  {'-':36}  {'':10}  {place}")
        self._bar.say(f"  {place}{f', column {column}' if column else ''}: {why}")


def import_studies(files: tuple[str, ...], public: bool, as_json: bool) -> None:
    """Records what studies say, each whole or not at all."""
    with recorder() as store:
        found = [_study_taken(store, file, public) for file in files]
    for one in found:
        if as_json:
            print_json(one)
        elif one["error"]:
            say(f"{on_one_line(one['file'])}: {one['error']['message']}")
        else:
            taken = counted_outcomes(Counter(one), {"recorded": "recorded", "already": "there already"})
            echo(f"{one['match']}  {taken or 'no remarks'}  {on_one_line(one['file'])}")
    if any(one["error"] for one in found):
        raise SystemExit(1)


def _study_taken(store: "Recorder", file: str, public: bool) -> dict[str, Any]:
    """What became of a study, as JSON."""
    from ludograph.domain.exchange.studies import read_study, take_study

    result: dict[str, Any] = {"file": file, "match": None, "recorded": 0, "already": 0, "error": None}
    try:
        with _opened(file) as source:
            study = read_study(source.read(4 * MATCH + 1).decode())
        taken = take_study(store, study, public=public)
        result |= {"match": str(taken.match), "recorded": taken.recorded, "already": taken.already}
    except Unreadable as wrong:
        result["error"] = {"message": wrong.why, "line": wrong.line or None, "column": wrong.column}
    except (TooLong, UnicodeDecodeError, OSError) as wrong:
        result["error"] = {"message": _why(wrong), "line": None, "column": None}
    return result


def _why(wrong: Exception) -> str:
    if isinstance(wrong, UnicodeDecodeError):
        return "This is no text: a study is JSON in UTF-8."
    return f"It cannot be read: {wrong.strerror or wrong}." if isinstance(wrong, OSError) else str(wrong)


def _explained(file: str, outcome: "Imported") -> list[str]:
    """Where and what was wrong, in lines."""
    fault = outcome.fault
    assert fault is not None
    place = f"{on_one_line(file)}:{fault.line}{f', column {fault.column}' if fault.column else ''}"
    if fault.column is not None or outcome.game is None or outcome.status == "conflict":
        return [f"{place}: {fault.message}"]
    refused = Refused(fault.rule, fault.message)
    refused.instead = fault.instead
    first, *others = visible(explain(refused, outcome.game, outcome.players)).splitlines()
    return [f"{place}: {first}", *others]


def _opened(file: str) -> IO[bytes]:
    return sys.stdin.buffer if file == "-" else Path(file).open("rb")


def _size(files: Iterable[str]) -> int | None:
    """How many bytes there are to read; None where that cannot be known."""
    if not sys.stderr.isatty() or any(not Path(file).is_file() for file in files):
        return None
    return sum(Path(file).stat().st_size for file in files)
