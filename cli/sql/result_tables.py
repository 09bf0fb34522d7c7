"""Tables of results for people: fitted to the terminal, numbers to the right, NULL told from texts."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from ludograph.analytics.queries.plain_values import is_number_type, text
from ludograph.cli.printing.terminal import NARROWEST, colored, echo
from ludograph.domain.notation.visible_text import Styled, on_one_line
from ludograph.replay.sentences.terminal_widths import cut_to_width, padded, wide

if TYPE_CHECKING:
    from ludograph.analytics.queries.output_formats import QueryResult

NULL: Final = "NULL"
ROWS: Final = 100
"""How many rows a terminal shows."""
MEASURED: Final = 1000
"""After so many rows the widths of columns are settled where all rows are printed."""
COUNTED: Final = 1_000_000
"""Rows that are not shown are counted, but no more than these."""
RECORDS: Final = 3
"""So few rows are printed one field a line where they do not fit side by side."""
GAP: Final = "  "
Row = tuple[Any, ...]


class TableLayout(NamedTuple):
    """The columns of a table, each as wide as it will be."""

    names: tuple[str, ...]
    right: tuple[bool, ...]
    sizes: tuple[int, ...]
    colored: bool = False

    def head(self) -> Iterator[str]:
        """The names, over several lines where they are wider than their columns, and a line below."""
        parts = [_lines(name, size) for name, size in zip(self.names, self.sizes, strict=True)]
        height = max(map(len, parts))
        for line in zip(*([""] * (height - len(part)) + part for part in parts), strict=True):
            cells = [self._aligned(cell, at) for at, cell in enumerate(line)]
            yield self._joined(click.style(cell, bold=True) if self.colored else cell for cell in cells)
        yield GAP.join("─" * size for size in self.sizes)

    def line(self, row: Row) -> str:
        """A row."""
        return self._joined(self._cell(value, at) for at, value in enumerate(row[: len(self.sizes)]))

    def whole(self, row: Row) -> str:
        """A row in which nothing is cut, even if it gets out of line."""
        return self._joined(self._aligned(cell_text(value), at) for at, value in enumerate(row))

    def _cell(self, value: Any, at: int) -> str:
        cell = self._aligned(cut_to_width(cell_text(value), self.sizes[at]), at)
        return click.style(cell, dim=True) if value is None and self.colored else cell

    def _aligned(self, cell: str, at: int) -> str:
        return padded(cell, self.sizes[at], right=self.right[at])

    def _joined(self, cells: Iterable[str]) -> Styled:
        return Styled(GAP.join(cells).rstrip())


def print_table(result: "QueryResult", limit: int | None = None) -> None:
    """Prints a result: on a terminal fitted to it and not too long, elsewhere whole."""
    if not sys.stdout.isatty():
        for line in plain_lines(result, limit or 0):
            echo(line)
        return
    rows = result.rows()
    some = list(islice(rows, (ROWS if limit is None else limit) or None))
    for line in table_lines(result, some, get_terminal_size((80, 24)).columns, colored()):
        echo(line)
    left = sum(1 for _ in islice(rows, COUNTED + 1))
    if left:
        total = f"more than {COUNTED:,}" if left > COUNTED else f"{len(some) + left:,}"
        echo(f"{len(some)} of {total} rows; --rows 0 shows all, -o FILE writes them.")


def plain_lines(result: "QueryResult", limit: int) -> Iterator[str]:
    """The lines of a table of any width; all rows where the limit is 0."""
    rows = islice(result.rows(), limit or None)
    first = list(islice(rows, MEASURED))
    names = _names(result)
    sheet = TableLayout(names, _right(result), _sizes(names, first))
    yield from sheet.head()
    for row in chain(first, rows):
        yield sheet.whole(row)


def table_lines(result: "QueryResult", rows: Sequence[Row], room: int, colored: bool) -> Iterator[str]:
    """The lines of a table of this width; columns that do not fit become fields of records, or are named below."""
    names, right = _names(result), _right(result)
    sizes = _sizes(names, rows)
    if _fitting(sizes, room) < len(sizes):
        sizes = _sizes([max(_pieces(name), key=len) for name in names], rows)
    least = [size if number else min(size, NARROWEST) for size, number in zip(sizes, right, strict=True)]
    fit = _fitting(least, room)
    if fit < len(sizes) and 0 < len(rows) <= RECORDS:
        yield from _records(names, rows, colored)
        return
    sheet = TableLayout(names[:fit], right, _shrunk(sizes[:fit], least[:fit], room), colored)
    yield from sheet.head()
    yield from map(sheet.line, rows)
    if fit < len(sizes):
        from ludograph.replay.sentences.step_sentences import wrapped

        yield from wrapped(f"Not wide enough for {', '.join(names[fit:])}.", width=room)


def cell_text(value: Any) -> str:
    """A value as a table has it: lists and structs readable, on one line, what controls a terminal made visible."""
    if isinstance(value, list):
        return f"[{', '.join(map(cell_text, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{cell_text(name)}: {cell_text(inner)}" for name, inner in value.items()) + "}"
    told = text(value, NULL)
    return on_one_line(told)


def _records(names: Sequence[str], rows: Sequence[Row], colored: bool) -> Iterator[str]:
    size = max(map(wide, names))
    for number, row in enumerate(rows):
        if number:
            yield ""
        for name, value in zip(names, row, strict=True):
            label = padded(name, size)
            cell = click.style(NULL, dim=True) if value is None and colored else cell_text(value)
            yield Styled(f"{click.style(label, bold=True) if colored else label}{GAP}{cell}")


def _sizes(names: Sequence[str], rows: Sequence[Row]) -> tuple[int, ...]:
    return tuple(max(wide(name), *(wide(cell_text(row[at])) for row in rows), 1) for at, name in enumerate(names))


def _pieces(name: str) -> list[str]:
    """Where a name may be broken: behind each `_`."""
    return [part for part in re.split(r"(?<=_)(?=[^_])", name) if part]


def _lines(name: str, size: int) -> list[str]:
    """A name in lines of at most this width."""
    lines = [""]
    for piece in _pieces(name):
        if lines[-1] and wide(lines[-1] + piece) > size:
            lines.append("")
        lines[-1] += piece
    return [cut_to_width(line, size) for line in lines]


def _names(result: "QueryResult") -> tuple[str, ...]:
    return tuple(map(on_one_line, result.names))


def _right(result: "QueryResult") -> tuple[bool, ...]:
    return tuple(map(is_number_type, result.types))


def _fitting(least: Sequence[int], room: int) -> int:
    """How many columns fit, at least one."""
    used = 0
    for at, size in enumerate(least):
        used += size + (len(GAP) if at else 0)
        if used > room:
            return max(1, at)
    return len(least)


def _shrunk(sizes: Sequence[int], least: Sequence[int], room: int) -> tuple[int, ...]:
    """The widest columns cut, all to the same width, until the table fits."""
    room -= len(GAP) * (len(sizes) - 1)
    cap = min(max(sizes), room)
    while cap > 1 and sum(_capped(sizes, least, cap)) > room:
        cap -= 1
    return tuple(_capped(sizes, least, cap))


def _capped(sizes: Sequence[int], least: Sequence[int], cap: int) -> list[int]:
    return [min(size, max(cap, low)) for size, low in zip(sizes, least, strict=True)]
