"""What a question is given on the command line, whoever answers it: SQL, its values, the parameters of a report."""

from pathlib import Path
from typing import Final

import click

SQL: Final = click.argument("sql", required=False)
SOURCE: Final = click.option(
    "-f",
    "--file",
    "source",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A file with the SQL; - is standard input.",
)
VALUES: Final = click.option(
    "-p",
    "--param",
    "parameters",
    multiple=True,
    metavar="NAME=VALUE",
    help="A value for $NAME in the SQL: JSON if it is that, else a text.",
)
PARAMETERS: Final = click.option(
    "-p",
    "--param",
    "given",
    multiple=True,
    metavar="NAME=VALUE",
    help="A parameter, such as -p event='Autumn Open'; may be given several times.",
)
