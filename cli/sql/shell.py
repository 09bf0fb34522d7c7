"""The SQL shell: `query` without SQL on a terminal."""

from collections.abc import Mapping
from contextlib import ExitStack, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from ludograph.cli.errors import Failure
from ludograph.cli.printing.terminal import colored, listing, say
from ludograph.cli.printing.text_completion import prompt_completer
from ludograph.cli.sql.archive_options import ArchiveOptions, archive_errors, caught_up
from ludograph.cli.sql.bounds import interruptible, time_bound
from ludograph.cli.sql.listing import print_named, print_tables
from ludograph.cli.sql.output import Output, execute
from ludograph.cli.sql.vocabulary import DOTS, FORMATS, Vocabulary, sql_completions, vocabulary
from ludograph.cli.store_option import store_place

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

    from ludograph.analytics.api.archive_reader import ArchiveReader
    from ludograph.analytics.queries.queries import Statement

FLEETING: Final = ("SELECT", "EXPLAIN", "CALL", "EXECUTE", "MULTI", "PRAGMA")
"""Statements after which nothing is left that a later one could use."""
LEAVING: Final = (".quit", ".exit", "quit", "exit")
PROMPT: Final = "ludograph> "
MORE: Final = "       ...> "


class Leave(Exception):
    """The user has had enough."""


class ShellSession:
    """An archive that is caught up before every statement.

    Between statements it is closed, so that other programs can catch up too, unless there are temporary tables,
    variables or the like, which would be lost.
    """

    def __init__(self, asked: ArchiveOptions) -> None:
        self._asked = asked
        self._stack = ExitStack()
        self._open: ArchiveReader | None = None
        self._keeps = False
        self._seen = 0

    @property
    def timeout(self) -> float | None:
        """How many seconds a statement may take."""
        return self._asked.timeout

    def reader(self, sql: str = "") -> "ArchiveReader":
        """The archive to ask this; says so where something was recorded since it was asked before."""
        self._see_to(sql)
        if self._open is None:
            self._open = self._stack.enter_context(caught_up(self._asked))
            self._asked = self._asked._replace(rebuild=False)
            self._tell_new(self._open.archive().position, "taken in")
        else:
            self._tell_new(self._newest(), "recorded; .refresh takes them in, but temporary tables and variables go")
        return self._open

    def _see_to(self, sql: str) -> None:
        """Has made what SQL needs, from now on: that is done while the archive is opened."""
        from ludograph.analytics.archive.program import needed

        needs = self._asked.needs | needed(sql)
        if self._open is not None and needs != self._asked.needs:
            raise Failure("What this needs is made on opening: ask again after .refresh; temporary tables go by it.")
        self._asked = self._asked._replace(needs=needs)

    def keep(self, statement: "Statement") -> None:
        """Remembers whether a statement left something behind."""
        self._keeps = self._keeps or statement.kind not in FLEETING

    def rest(self) -> None:
        """Lets other programs at the file, if nothing is lost."""
        if not self._keeps:
            self.close()
        elif self._open is not None:
            import duckdb

            with suppress(duckdb.Error):  # where nothing went wrong there is nothing to abort
                self._open.connection.abort()

    def refresh(self) -> None:
        """Gives up what was left behind, and takes in what is new."""
        self.close()
        self._keeps = False
        self.reader()
        self.rest()

    def close(self) -> None:
        """Closes the archive; a later statement opens it again."""
        self._open = None
        self._stack.close()

    def _newest(self) -> int:
        """The position of the newest event of the store."""
        from ludograph.analytics.extract.source import open_source

        with open_source(store_place()) as source:
            return source.last

    def _tell_new(self, newest: int, what: str) -> None:
        new = newest - self._seen
        if self._seen and new > 0:
            say(f"{'1 new event was' if new == 1 else f'{new:,} new events were'} {what}.")
        self._seen = max(self._seen, newest)


class Shell:
    """What the user enters, line by line or statement by statement."""

    def __init__(self, session: ShellSession, values: Mapping[str, Any], output: Output) -> None:
        self._session = session
        self._values = values
        self._output = output

    def welcome(self) -> Vocabulary:
        """Says what there is; the words that Tab offers."""
        connection = self._session.reader().connection
        ((matches, steps),) = connection.execute("SELECT count(*), coalesce(sum(steps), 0) FROM matches").fetchall()
        say(f"{matches:,} matches with {steps:,} steps. SQL ends with a semicolon; .help says more.")
        words = vocabulary(connection)
        self._session.rest()
        return words

    def enter(self, text: str) -> None:
        """Does what was entered; what goes wrong is told, and the next line is awaited. Raises `Leave`."""
        text = text.strip()
        if text.rstrip(";").lower() in LEAVING:
            raise Leave
        if not text:
            return
        try:
            if text.startswith(".") or text.lower() == "help":
                self._command(text.rstrip(";").split())
            else:
                with time_bound(self._session.timeout):
                    self._ask(text)
        except click.ClickException as wrong:
            say(wrong.format_message())
        except KeyboardInterrupt:
            say("Stopped.")
        finally:
            self._session.rest()

    def _ask(self, sql: str) -> None:
        from ludograph.analytics.queries.queries import check_parameters, statements

        reader = self._session.reader(sql)
        with archive_errors(), interruptible(reader.connection):
            every = statements(reader.connection, sql)
            used = {name for statement in every for name in statement.parameters}
            values = {name: value for name, value in self._values.items() if name in used}
            check_parameters(every, values)
            printed = 0
            for statement in every:
                printed += execute(reader, statement, values, self._output, first=not printed)
                self._session.keep(statement)

    def _command(self, words: list[str]) -> None:
        match words:
            case [".help" | "help"]:
                listing([*DOTS.items(), ("Ctrl-C", "ends a query that takes too long")])
            case [".tables"]:
                print_tables(self._session.reader().connection, None, False)
            case [".tables", name]:
                print_tables(self._session.reader().connection, name, False)
            case [".schema", name]:
                print_named(self._session.reader().connection, name)
            case [".format", form] if form in FORMATS:
                self._output = self._output._replace(format=form)
            case [".rows", count] if count.isdecimal():
                self._output = self._output._replace(rows=int(count))
            case [".refresh"]:
                self._session.refresh()
            case [(".schema" | ".format" | ".rows") as name, *_]:
                raise Failure(f"{name} {DOTS[name]}: write {USAGE[name]}.")
            case _:
                raise Failure(f"There is no command {words[0]}: .help lists them.")


USAGE: Final = {".schema": ".schema NAME", ".format": f".format {'|'.join(FORMATS)}", ".rows": ".rows N"}


def talk(values: Mapping[str, Any], output: Output, asked: ArchiveOptions) -> None:
    """Asks for SQL until the user leaves."""
    if output.file is not None or output.form() not in FORMATS:
        raise click.UsageError("Give SQL with -o, Parquet and Arrow: the shell prints to the terminal.")
    session = ShellSession(asked)
    shell = Shell(session, values, output)
    try:
        prompt = _prompt(shell.welcome())
        while True:
            try:
                shell.enter(prompt.prompt())
            except KeyboardInterrupt:
                continue
    except (EOFError, Leave):
        return
    finally:
        session.close()


def _prompt(words: Vocabulary) -> "PromptSession[str]":
    """The prompt, with history, completion and colours; Enter ends a command or SQL with a semicolon."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
    from prompt_toolkit.lexers import PygmentsLexer
    from prompt_toolkit.output import ColorDepth

    return PromptSession(
        PROMPT,
        prompt_continuation=MORE,
        multiline=True,
        history=_history(),
        auto_suggest=AutoSuggestFromHistory(),
        completer=prompt_completer(partial(sql_completions, words)),
        complete_while_typing=False,
        key_bindings=_bindings(),
        lexer=PygmentsLexer.from_filename("query.sql") if colored() else None,
        color_depth=None if colored() else ColorDepth.DEPTH_1_BIT,
        enable_open_in_editor=True,
    )


def _history() -> Any:
    """What was entered before, in the user's data folder; where nothing can be written there, none."""
    from platformdirs import user_data_path
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    try:
        path = user_data_path("ludograph", appauthor=False, ensure_exists=True) / "query_history"
        path.touch()
        path.chmod(0o600)
    except OSError:
        return InMemoryHistory()
    return FileHistory(path)


def _bindings() -> Any:
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

    from ludograph.analytics.queries.queries import is_complete

    bindings = KeyBindings()

    @bindings.add("enter")
    def _enter(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        text = buffer.text.strip()
        if buffer.complete_state and buffer.complete_state.current_completion:
            buffer.complete_state = None
        elif not text or text.startswith(".") or text.lower() in (*LEAVING, "help") or is_complete(text):
            buffer.validate_and_handle()
        else:
            buffer.newline(copy_margin=False)

    return bindings
