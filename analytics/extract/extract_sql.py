"""What is asked of a store for the archive: named statements of `sql/extract`, in the words of each database.

Ids of matches are 32 digits in the answers, and states text.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

FOLDER: Final = Path(__file__).parents[1] / "sql" / "extract"
STATEMENT: Final = re.compile(r"^-- (\w+): .*\n((?:(?!--).*\n)+)", re.MULTILINE)


class ExtractQueries(NamedTuple):
    """The statements by their names; the files say what each is for.

    In `{}` stand numbers and names of columns. Lists are given as one value, a JSON text, for which both databases have
    functions. `begin` and those of savepoints are empty where none are needed.
    """

    events: str
    events_of: str
    notes: str
    heads: str
    digests: str
    digest_at: str
    until: str
    last: str
    tournaments: str
    forgotten: str
    columns: str
    begin: str = ""
    savepoint: str = ""
    release: str = ""
    rollback: str = ""


@cache
def extract_queries(database: str) -> ExtractQueries:
    """The statements in the words of `sqlite` or `postgresql`."""
    text = FOLDER.joinpath(f"{database}.sql").read_text(encoding="utf-8")
    return ExtractQueries(**{name: sql.strip().removesuffix(";") for name, sql in STATEMENT.findall(text)})
