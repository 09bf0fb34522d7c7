"""The terminal: all that is printed goes through here; how wide it is, colours, tables, bars for what takes long."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from io import BytesIO, StringIO
from stat import S_ISFIFO
from typing import IO, TYPE_CHECKING, Any, Final

import click

from ludograph.domain.notation.visible_text import Styled, on_one_line, visible, visible_json
from ludograph.replay.sentences.terminal_widths import cut_to_width, padded, wide

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import ProgressColumn

WIDEST: Final = 120
"""Longer lines are hard to read, however wide the terminal is."""


NARROWEST: Final = 12
"""No column of a table is cut to less than this."""


def width() -> int:
    """How many columns to fill: those of the terminal, else 80."""
    return max(20, min(_columns(), WIDEST))


def _columns() -> int:
    """What COLUMNS says, else what the terminal has, else 80: as `shutil` has it, which brings three compressors."""
    with suppress(KeyError, ValueError):
        if (said := int(os.environ["COLUMNS"])) > 0:
            return said
    with suppress(ValueError, OSError):
        if sys.__stdout__ is not None:
            return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80
    return 80


def colored() -> bool:
    """Whether what goes to standard output may be coloured."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def echo(text: str = "") -> None:
    """A text for people, on standard output: our own colours stay, what came from outside can only be seen."""
    click.echo(visible(text))


def say(message: str) -> None:
    """A message to the user, on standard error; on a terminal no word of it is broken."""
    click.echo(wrapped_lines(message) if sys.stderr.isatty() else visible(message), err=True)


def say_command(sentence: str, command: str) -> None:
    """A sentence and a command that can be copied: on a terminal no end of a line is put into it."""
    if not sys.stderr.isatty() or len(sentence) + len(command) < width():
        say(f"{sentence} {command}")
    else:
        say(sentence)
        click.echo(visible(command), err=True)


def wrapped_lines(text: str) -> str:
    """Lines of any length, each wrapped to the terminal between words."""
    from ludograph.replay.sentences.step_sentences import wrapped

    lines: list[str] = []
    for line in visible(text).splitlines():
        indent = " " * (len(line) - len(line.lstrip()))
        short = len(line) <= width()
        lines += [line] if short else wrapped(line.strip(), width=width(), first=indent, rest=f"{indent}  ")
    return "\n".join(lines)


def print_data(data: str, *, end: str = "\n") -> None:
    """Data on standard output: as it is where a program or a file takes it, harmless on a terminal."""
    click.echo(f"{visible(data) if sys.stdout.isatty() else data}{end}", nl=False)


def print_json_text(line: str, *, end: str = "\n") -> None:
    """JSON on standard output; on a terminal what would do harm is escaped as JSON has it, and means the same."""
    click.echo(f"{visible_json(line) if sys.stdout.isatty() else line}{end}", nl=False)


def output_stream(*, json: bool = False) -> IO[bytes]:
    """Standard output for data in bytes; a terminal takes text alone, in pieces of whole letters."""
    sys.stdout.flush()
    return _Screen(print_json_text if json else print_data) if sys.stdout.isatty() else sys.stdout.buffer


class _Screen(BytesIO):
    """What is written here is put on the terminal."""

    def __init__(self, print_text: Callable[..., None]) -> None:
        super().__init__()
        self._print_text = print_text

    def write(self, piece: Any, /) -> int:
        """Puts a piece of text."""
        self._print_text(bytes(piece).decode(), end="")
        return len(piece)


def complain(wrong: click.ClickException) -> None:
    """What was wrong, on standard error; what concerns the usage is worded by click."""
    if not isinstance(wrong, click.UsageError):
        say(wrong.format_message())
        return
    worded = StringIO()
    wrong.show(worded)
    say(worded.getvalue().rstrip("\n"))


def styled(text: str, *, bold: bool | None = None, dim: bool | None = None, color: str | None = None) -> Styled:
    """A text in a style, where standard output may be coloured; what came from outside can only be seen."""
    plain = visible(text)
    return Styled(click.style(plain, fg=color, bold=bold, dim=dim) if colored() else plain)


def game_tile(game: str) -> Styled:
    """The initials of a game on its accent, four columns wide, and a blank; nothing where it cannot be shown."""
    if not colored() or os.environ.get("COLORTERM") not in ("truecolor", "24bit"):
        return Styled()
    from ludograph.replay.design.emblems import accent, initials_of

    hue = accent(game)
    ground = (int(hue[1:3], 16), int(hue[3:5], 16), int(hue[5:7], 16))
    return Styled(click.style(f" {initials_of(game):2} ", fg=(255, 255, 255), bg=ground, bold=True) + " ")


Paint = Callable[[int, int, str], str]
"""A cell in its colours, given its row, its column, and its text as wide as the column."""


def columns(
    rows: Sequence[Sequence[str]], *, room: int | None = None, stretch: int = -1, paint: Paint | None = None
) -> Iterator[str]:
    """Rows as lines with aligned columns; where a line would be wider than `room`, columns are cut, `stretch` first."""
    rows = [tuple(map(on_one_line, row)) for row in rows]
    sizes = [max(wide(cell) for cell in column) for column in zip(*rows, strict=True)]
    over = sum(sizes) + 2 * (len(sizes) - 1) - room if room else 0
    for at in dict.fromkeys((stretch % len(sizes), *sorted(range(len(sizes)), key=lambda at: -sizes[at]))):
        if over > 0:
            least = min(sizes[at], NARROWEST)
            over, sizes[at] = over - (sizes[at] - least), max(sizes[at] - over, least)
    for at, row in enumerate(rows):
        cells = [padded(cut_to_width(cell, size), size) for cell, size in zip(row, sizes, strict=True)]
        if paint is not None:
            cells = [paint(at, column, cell) for column, cell in enumerate(cells)]
        line = "  ".join(cells).rstrip()
        yield line if paint is None else Styled(line)


def fits_terminal(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows as a table go into the terminal, or to a pipe, which takes all."""
    return not sys.stdout.isatty() or max(map(wide, columns(rows))) <= _whole_width()


def _whole_width() -> int:
    """How many columns a table may fill: those of the terminal, however wide it is."""
    return max(20, _columns())


def listing(rows: Sequence[Sequence[str]], *, stretch: int = -1, paint: Paint | None = None) -> None:
    """Prints rows as a table: cut to the terminal, whole when piped; painted where there are colours."""
    room = _whole_width() if sys.stdout.isatty() else None
    for line in columns(rows, room=room, stretch=stretch, paint=paint if colored() else None):
        echo(line)


def hanging(line: str, indent: int) -> str:
    """A line of any length: on a terminal wrapped, with `indent` blanks before all but its beginning."""
    if not sys.stdout.isatty():
        return line
    from ludograph.replay.sentences.step_sentences import wrapped

    return "\n".join(wrapped(line, width=width(), rest=" " * indent))


def paragraph(text: str, *, first: str = "", painted: Styled | None = None) -> None:
    """Prints a text wrapped to the terminal, with `first` before its first line, or what is as wide in colours."""
    from ludograph.replay.sentences.step_sentences import wrapped

    first = visible(first)
    top, *others = wrapped(text, width=width(), first=first)
    echo(Styled("\n".join([f"{painted or first}{top[len(first) :]}", *others])))


def _piped() -> bool:
    """Whether standard output goes to another program."""
    try:
        return S_ISFIFO(os.fstat(sys.stdout.fileno()).st_mode)
    except (OSError, ValueError):
        return False


class Bar:
    """Shows on standard error how far a long work has come, and lets lines be printed above; nothing without one."""

    def __init__(self, console: "Console | None" = None, advance: Callable[..., None] | None = None) -> None:
        self._console = console
        self._advance = advance

    @property
    def shown(self) -> bool:
        """Whether there is a bar to be seen."""
        return self._console is not None

    def __call__(self, done: float) -> None:
        """Says how much is done."""
        if self._advance is not None:
            self._advance(completed=done)

    def best(self, told: str) -> None:
        """Says beside the bar what was found so far."""
        if self._advance is not None:
            self._advance(description=visible(told), refresh=True)

    def echo(self, line: str) -> None:
        """A line for people, on standard output."""
        if self._console is not None and sys.stdout.isatty():
            self._above(visible(line))
        else:
            echo(line)

    def print_json_text(self, line: str) -> None:
        """A line of JSON, on standard output."""
        if self._console is not None and sys.stdout.isatty():
            self._above(visible_json(line))
        else:
            print_json_text(line)

    def say(self, message: str) -> None:
        """A message to the user, on standard error."""
        if self._console is not None:
            self._above(visible(message))
        else:
            say(message)

    def _above(self, text: str) -> None:
        assert self._console is not None
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)


@contextmanager
def progress(title: str, total: float | None) -> Iterator[Bar]:
    """A bar while something long goes on; `total` is None where nobody knows how long.

    There is none where another program reads the output, for what that prints would run into the bar.
    """
    with _bar(lambda: _known(title), total) as bar:
        yield bar


@contextmanager
def waiting(title: str) -> Iterator[Bar]:
    """Seconds that go by while something of unknown length goes on, and beside them what was found so far."""
    with _bar(lambda: _unknown(title), 1) as bar:
        yield bar


@contextmanager
def _bar(shape: "Callable[[], Sequence[ProgressColumn]]", total: float | None) -> Iterator[Bar]:
    if not sys.stderr.isatty() or _piped():
        yield Bar()
        return

    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(*shape(), console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:
        yield Bar(console, partial(bar.update, bar.add_task("", total=total)))


def _known(title: str) -> "Sequence[ProgressColumn]":
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn

    return TextColumn(title), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()


def _unknown(title: str) -> "Sequence[ProgressColumn]":
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    best = TextColumn("{task.description}", markup=False)
    return SpinnerColumn(), TextColumn(title), TimeElapsedColumn(), best
