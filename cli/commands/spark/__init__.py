"""`spark`: a lake asked, and all of it decided again, by Apache Spark."""

from typing import Final

import click

from ludograph.cli.lazy import Commands

COMMANDS: Final = {
    "report": "Answers a question that has a name.",
    "query": "Answers a question in SQL.",
    "recheck": "Decides every match again.",
}
"""Every command with its one line of help."""


@click.group(cls=Commands, package="ludograph.cli.commands.spark", listed=COMMANDS)
def command() -> None:
    """Asks a lake by Apache Spark, on this machine or on many: for archives that outgrow one.

    `ludograph lake DIR` writes a lake. Spark comes with ludograph[spark], and runs on Java 17 or newer: see
    docs/spark.md.
    """
