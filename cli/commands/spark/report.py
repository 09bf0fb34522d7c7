"""`spark report`: the named questions, answered by Spark."""

import click

from ludograph.cli.arguments import named_values
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.terminal import echo, styled
from ludograph.cli.sql.output import Output, output_options, print_rows
from ludograph.cli.sql.question_options import PARAMETERS
from ludograph.cli.sql.spark_options import Spark, answered, spark_options


@click.command("report")
@spark_options
@click.argument("name")
@PARAMETERS
@output_options
@sentences_for_errors
def command(name: str, given: tuple[str, ...], output: Output, spark: Spark) -> None:
    """Answers a question about a LAKE that has a name, with the rows that `ludograph report NAME` gives.

    `ludograph report` lists the questions, and `ludograph report NAME --about` tells what one says and takes.
    """
    from ludograph.analytics.reports.reports import ReportError, report_named

    values = named_values("parameter", given)
    try:
        report = report_named(name)
    except ReportError as wrong:
        raise Failure(str(wrong)) from wrong
    form = output.form()
    with answered(spark, lambda asker: asker.report(report, values)) as result:
        if form == "table" and output.file is None:
            echo(styled(report.title, bold=True))
        print_rows(result, output)
