"""Results of SQL on a terminal or in a file, in the format that was asked for."""

import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

import click

from ludograph.cli.arguments import gathered
from ludograph.cli.errors import Failure
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.files import saving
from ludograph.cli.printing.terminal import echo, output_stream, say
from ludograph.cli.sql.bounds import signals_heard
from ludograph.cli.sql.result_tables import ROWS, plain_lines, print_table

if TYPE_CHECKING:
    from ludograph.analytics.api.archive_reader import ArchiveReader
    from ludograph.analytics.queries.output_formats import QueryResult
    from ludograph.analytics.queries.queries import Statement

FORMATS: Final = ("table", "csv", "json", "ndjson", "parquet", "arrow")


class Output(NamedTuple):
    """Where a result goes, and in which format; None where that follows from where it goes."""

    format: str | None = None
    file: Path | None = None
    rows: int | None = None
    harmless: bool = False

    def form(self) -> str:
        """The format: the one that is named, that of the file's name, or what suits a terminal or a pipe."""
        from ludograph.analytics.queries.output_formats import ENDINGS

        if self.format:
            return self.format
        if self.file is None:
            return "table" if sys.stdout.isatty() else "csv"
        if self.file.suffix.lower() not in ENDINGS:
            raise click.UsageError(
                f"The name {self.file.name} does not say which format it is: "
                f"let it end in {', '.join(ENDINGS)}, or name one with --format."
            )
        return ENDINGS[self.file.suffix.lower()]


OPTIONS: Final = (
    click.option(
        "--format",
        "form",
        type=click.Choice(FORMATS),
        help="How to print: by default a table on a terminal, CSV in a pipe, and in a file what its name says. CSV "
        "holds texts as they are; a spreadsheet works out one such as =1+1 when it opens the file.",
    ),
    click.option(
        "--harmless", is_flag=True, help="Puts ' before texts in CSV that a spreadsheet would take for a formula."
    ),
    click.option("--json", "as_json", is_flag=True, help="Prints JSON for programs, an object a line: ndjson."),
    click.option(
        "-o",
        "--output",
        "file",
        type=click.Path(path_type=Path, allow_dash=True),
        metavar="FILE",
        help="Writes to a file; - is standard output, the default.",
    ),
    click.option(
        "--rows",
        type=Whole(min=0),
        metavar="N",
        help=f"How many rows to print, in any format; by default all, of a table on a terminal {ROWS}. 0 is all.",
    ),
)


def _output(form: str | None, as_json: bool, file: Path | None, rows: int | None, harmless: bool) -> Output:
    """Where to and how. Raises a usage error where two formats are asked for."""
    if as_json and form not in (None, "ndjson"):
        raise click.UsageError(f"--json and --format {form} exclude each other.")
    return Output("ndjson" if as_json else form, None if file == Path("-") else file, rows, harmless)


output_options = gathered("output", _output, OPTIONS)
"""The options of a command that prints results; it gets them together, as `output`."""


def print_rows(result: "QueryResult", output: Output) -> None:
    """Prints a result or writes it to a file."""
    from ludograph.analytics.queries.output_formats import BINARY, write_result

    form = output.form()
    if form != "table" and output.rows:
        result = result._replace(most=output.rows)
    if output.file is not None:
        with saving(output.file) as out:
            count = _written(result, form, out, output)
        say(f"Wrote {count:,} row{'' if count == 1 else 's'} to {output.file}.")
    elif form == "table":
        print_table(result, output.rows)
    elif form in BINARY and sys.stdout.isatty():
        raise Failure(f"A terminal cannot show {form.capitalize()}: name a file with -o, or redirect the output.")
    else:
        out = output_stream(json=form != "csv")
        write_result(result, form, out, harmless=output.harmless)
        out.flush()


def _written(result: "QueryResult", form: str, out: IO[bytes], output: Output) -> int:
    from ludograph.analytics.queries.output_formats import write_result

    if form != "table":
        return write_result(result, form, out, harmless=output.harmless)
    lines = 0
    for line in plain_lines(result, output.rows or 0):
        out.write(f"{line}\n".encode())
        lines += 1
    return max(0, lines - 2)


def execute(
    reader: "ArchiveReader", statement: "Statement", values: dict[str, Any], output: Output, *, first: bool = True
) -> bool:
    """Runs a statement and prints its result; whether it has one."""
    result = reader.run(statement, values)
    if result is None:
        return False
    if not first:
        echo()
    with signals_heard():
        rows = result.stream(arrow=output.form() in ("parquet", "arrow"))
    print_rows(rows, output)
    return True
