"""`query`: SQL over everything ever recorded."""

import sys
from pathlib import Path
from typing import Any

import click

from ludograph.cli.arguments import json_or_text, named_values
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.sql.archive_options import ArchiveOptions, archive_options, open_archive
from ludograph.cli.sql.output import Output, execute, output_options
from ludograph.cli.sql.question_options import SOURCE, SQL, VALUES

RESULTS = ("SELECT", "EXPLAIN", "CALL", "EXECUTE", "MULTI", "PRAGMA", "SHOW")
"""Kinds of statements that have a result."""


@click.command()
@SQL
@SOURCE
@VALUES
@output_options
@archive_options
@sentences_for_errors
def command(
    sql: str | None, source: Path | None, parameters: tuple[str, ...], output: Output, asked: ArchiveOptions
) -> None:
    """Answers a question about everything ever recorded, in the SQL of DuckDB.

    `ludograph tables` lists what can be asked. SQL may be an argument, a file, or come from standard input (-). On a
    terminal, `ludograph query` alone opens a shell. SQL can change nothing that is recorded, and reaches no file
    unless --allow-files is given; even then statements that name the store are refused.

    \b
    ludograph query "SELECT player, count(*) AS won FROM results WHERE won GROUP BY player"
    ludograph query -f question.sql -p event='Autumn Open' -o answer.parquet
    """
    given = named_values("parameter", (one.lstrip(" $") for one in parameters))
    values = {name: json_or_text(value) for name, value in given.items()}
    text = sql_text(sql, source)
    if text is not None:
        _answer(text, values, output, asked)
        return
    from ludograph.cli.sql.shell import talk

    talk(values, output, asked)


def sql_text(sql: str | None, source: Path | None) -> str | None:
    """The SQL that was given; None where somebody at a terminal is to enter it."""
    if sql is not None and source is not None:
        raise click.UsageError("Give SQL, or a file with -f, not both.")
    if source is not None and str(source) != "-":
        return decoded(source.read_bytes(), str(source))
    if sql is not None and sql != "-":
        return decoded(sql.encode(errors="surrogateescape"), "The SQL")
    if sql is None and source is None and sys.stdin.isatty():
        return None
    return decoded(sys.stdin.buffer.read(), "Standard input")


def decoded(data: bytes, name: str) -> str:
    """The text of a file."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = data.count(b"\n", 0, wrong.start) + 1
        raise Failure(f"{name} is not UTF-8, see line {line}.") from wrong


def _answer(sql: str, values: dict[str, Any], output: Output, asked: ArchiveOptions) -> None:
    """Runs the statements and prints their results."""
    from ludograph.analytics.archive.program import needed

    form = output.form()
    with open_archive(asked._replace(needs=needed(sql))) as found:
        every = found.statements(sql, values)
        if not every:
            raise Failure('There is no SQL in this: try `ludograph query "FROM matches"`.')
        several = sum(one.kind in RESULTS for one in every)
        if several > 1 and (form != "table" or output.file):
            raise Failure(
                f"These are {several} queries, and {form.upper() if form != 'table' else 'a file'} holds the result of "
                "one: ask them one by one, or add --format table."
            )
        printed = 0
        for statement in every:
            printed += execute(found, statement, values, output, first=not printed)
