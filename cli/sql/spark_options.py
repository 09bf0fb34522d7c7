"""What the commands share that work by Spark: where it runs, starting it, and its errors as sentences."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from ludograph.cli.arguments import gathered
from ludograph.cli.errors import Failure
from ludograph.cli.printing.terminal import waiting
from ludograph.cli.sql.archive_options import archive_errors
from ludograph.cli.sql.bounds import TIMEOUT, time_bound

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from ludograph.analytics.queries.output_formats import QueryResult
    from ludograph.analytics.spark.questions import Asker

LAKE: Final = click.argument("lake", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="LAKE")
MASTER: Final = click.option(
    "--master",
    default="local[*]",
    show_default=True,
    metavar="URL",
    help="Where Spark runs: local[4] is four cores of this machine, local[*] all, spark://HOST:7077 a cluster.",
)


class Spark(NamedTuple):
    """What the command line says of Spark: the lake, where to run, and for how long at most."""

    lake: Path
    master: str
    timeout: float | None


spark_options = gathered("spark", Spark, (LAKE, MASTER, TIMEOUT))
"""The argument LAKE and the options of a command that works by Spark; it gets them together, as `spark`."""


@contextmanager
def session_of(spark: Spark) -> "Iterator[SparkSession]":
    """A session that lasts as long as this; what goes wrong in it becomes a sentence."""
    from ludograph.analytics.lake.manifest import LakeError
    from ludograph.analytics.reports.reports import ReportError
    from ludograph.analytics.spark.errors import SparkTrouble
    from ludograph.analytics.spark.lake_session import lake_session

    try:
        with (
            time_bound(spark.timeout),
            archive_errors(),
            waiting("Asking Spark"),
            lake_session(spark.lake, spark.master) as session,
        ):
            yield session
    except (LakeError, ReportError, SparkTrouble) as wrong:
        raise Failure(str(wrong)) from wrong


@contextmanager
def answered(spark: Spark, ask: "Callable[[Asker], QueryResult]") -> "Iterator[QueryResult]":
    """The rows that a lake answers with; Spark is gone when they are there."""
    with ExitStack() as stack:
        with session_of(spark) as session:
            from ludograph.analytics.spark.questions import asker

            result = ask(stack.enter_context(asker(session, spark.lake)))
        with archive_errors():
            yield result
