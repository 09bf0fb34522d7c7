"""The terminal: how wide it is, whether it shows colour, tables, and bars for what takes long."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import Final, Protocol, TypeVar

import click

from cli.common import Failure

T = TypeVar("T")

WIDEST: Final = 120
"""Longer lines are hard to read, however wide the terminal is."""


class Progress(Protocol):
    """Something that shows how far a long work has come."""

    def __call__(self, done: int, total: int | None = None) -> None:
        """Says how much is done; `total` where it is known only now."""


def width() -> int:
    """How many columns to fill: those of the terminal, else 80."""
    return max(20, min(get_terminal_size((80, 24)).columns, WIDEST))


def colored() -> bool:
    """Whether what goes to standard output may be coloured."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def columns(rows: Sequence[Sequence[str]], *, room: int | None = None, stretch: int = -1) -> Iterator[str]:
    """Rows as lines with aligned columns; the column `stretch` is cut where a line would be wider than `room`."""
    from replay.drawing import wide

    sizes = [max(wide(cell) for cell in column) for column in zip(*rows, strict=True)]
    over = sum(sizes) + 2 * (len(sizes) - 1) - room if room else 0
    if over > 0:
        sizes[stretch] = max(sizes[stretch] - over, 8)
    for row in rows:
        cells = [cut(cell, size) for cell, size in zip(row, sizes, strict=True)]
        padded = (cell + " " * (size - wide(cell)) for cell, size in zip(cells, sizes, strict=True))
        yield "  ".join(padded).rstrip()


def cut(text: str, size: int) -> str:
    """A text of at most this width, with `…` where it was cut."""
    from replay.drawing import wide

    if wide(text) <= size:
        return text
    while text and wide(text) > size - 1:
        text = text[:-1]
    return f"{text}…"


def listing(rows: Sequence[Sequence[str]], *, stretch: int = -1) -> None:
    """Prints rows as a table: cut to the terminal, whole when piped."""
    room = width() if sys.stdout.isatty() else None
    for line in columns(rows, room=room, stretch=stretch):
        click.echo(line)


def paragraph(text: str, *, first: str = "") -> None:
    """Prints a text wrapped to the terminal, with `first` before its first line."""
    from replay.telling import wrapped

    click.echo("\n".join(wrapped(text, width=width(), first=first)))


@contextmanager
def progress(title: str, total: int | None) -> Iterator[Progress]:
    """A bar on standard error while something long goes on; nothing where that is no terminal."""
    if not sys.stderr.isatty():
        yield lambda done, total=None: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress as Bar, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    with Bar(
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        redirect_stdout=sys.stdout.isatty(),
        redirect_stderr=True,
    ) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done, total=None: bar.update(task, completed=done, **({"total": total} if total else {}))


def counting(title: str, items: Sequence[T]) -> Iterator[T]:
    """The items one by one, with a bar that counts them."""
    with progress(title, len(items)) as show:
        for done, item in enumerate(items):
            show(done)
            yield item


def readable_lines(source: Iterable[bytes]) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, without empty ones and comments. Raises `Failure` where one is not UTF-8."""
    for number, line in enumerate(source, start=1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        except UnicodeDecodeError as wrong:
            raise Failure(f"Line {number}, column {wrong.start + 1}: This is not UTF-8.") from wrong
        if text and not text.startswith("#"):
            yield number, text
