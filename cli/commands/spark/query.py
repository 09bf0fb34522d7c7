"""`spark query`: SQL over a lake, answered by Spark."""

from pathlib import Path

import click

from ludograph.cli.arguments import json_or_text, named_values
from ludograph.cli.commands.query import sql_text
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.sql.output import Output, output_options, print_rows
from ludograph.cli.sql.question_options import SOURCE, SQL, VALUES
from ludograph.cli.sql.spark_options import Spark, answered, spark_options


@click.command("query")
@spark_options
@SQL
@SOURCE
@VALUES
@output_options
@sentences_for_errors
def command(sql: str | None, source: Path | None, parameters: tuple[str, ...], output: Output, spark: Spark) -> None:
    """Answers a question about a LAKE: one SELECT in the SQL of DuckDB, as for `ludograph query`.

    It is translated; what cannot be told to Spark is refused, and docs/spark.md says what is other there.

    \b
    ludograph spark query lake "SELECT player, count(*) AS won FROM results WHERE won GROUP BY player"
    """
    given = named_values("parameter", (one.lstrip(" $") for one in parameters))
    values = {name: json_or_text(value) for name, value in given.items()}
    text = sql_text(sql, source)
    if text is None:
        raise click.UsageError("Give SQL, or a file with -f.")
    output.form()
    with answered(spark, lambda asker: asker.query(text, values)) as result:
        print_rows(result, output)
