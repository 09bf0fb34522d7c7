"""A user's SQL: statements, their parameters, and the results that they have."""

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from duckdb import DuckDBPyConnection, DuckDBPyRelation

from ludograph.analytics.archive_paths import StoreFiles
from ludograph.analytics.queries.errors import MissingParameters, SqlError
from ludograph.analytics.queries.result_set import ResultSet
from ludograph.analytics.queries.spill_files import bound_memory

SILENT: Final = (["Count"], ["Success"])
"""The columns of what statements return that have no result: how many rows they changed, or nothing."""
LOCK: Final = "SET lock_configuration = true"
NO_FILES: Final = (
    "SET enable_external_access = false",
    "SET disabled_filesystems = 'LocalFileSystem'",
)
"""No file can be opened from now on. Without the last, SQL could write over the file of the archive itself."""
TEXTS: Final = re.compile(r"'((?:[^']|'')*)'|\$(\w*)\$(.*?)\$\2\$|\"((?:[^\"]|\"\")*)\"", re.DOTALL)
"""What a file can be named by."""

QUIET: Final = re.compile(rf"--[^\n]*|/\*.*?\*/|{TEXTS.pattern}", re.DOTALL)
"""Comments, texts and quoted names: what stands in them is no SQL."""
OPEN: Final = re.compile(r"['\"]|/\*|\$\w*\$")
"""What begins one of those."""
WORD: Final = re.compile(r"[^\s();,]+")
"""What a file can be named by without quotes: `COPY t TO plain.csv`."""
SCHEME: Final = re.compile(r"^\w+:(?://(?:localhost)?(?=/))?")
"""What may stand before a path: `file://`, `sqlite:`."""
COMPUTED: Final = re.compile(r"\bTO\s*(?:\(|[\w.]+\s*\((?!\s*\w+\s*[\w',)])|''\s*\|\|)", re.IGNORECASE)
"""A place that DuckDB works out while it runs, in SQL whose texts are empty."""
HELD_BACK: Final = re.compile(r"\bTO\s*[?$]", re.IGNORECASE)
"""A place that a PREPARE leaves open."""
TARGET: Final = re.compile(rf"\bTO\s*(?:{TEXTS.pattern}|(\$\w+))", re.IGNORECASE | re.DOTALL)
"""Where a COPY writes to."""


class Statement(NamedTuple):
    """One statement, the names of its parameters, and its kind as DuckDB calls it."""

    sql: str
    parameters: frozenset[str]
    kind: str


def lock_up(connection: DuckDBPyConnection, files: bool, memory: str | None = None) -> None:
    """Settles what a user's SQL may do and take; it cannot change that. With `files` it may read and write them."""
    bound_memory(connection, memory)
    for setting in (*(() if files else NO_FILES), LOCK):
        connection.execute(setting)


def statements(connection: DuckDBPyConnection, sql: str) -> list[Statement]:
    """The statements of a text. Raises `duckdb.Error` where it is no SQL."""
    return [
        Statement(one.query, frozenset(one.named_parameters), str(one.type).rpartition(".")[2])
        for one in connection.extract_statements(sql)
    ]


def is_complete(sql: str) -> bool:
    """Whether a text ends with a semicolon that ends a statement."""
    rest = bare(sql)
    return not OPEN.search(rest) and rest.rstrip().endswith(";")


def bare(sql: str) -> str:
    """SQL without comments and texts; where one is not ended yet, its beginning is left."""
    return QUIET.sub(" ", sql)


def check_parameters(found: Collection[Statement], values: Mapping[str, Any]) -> None:
    """Raises `SqlError` where a parameter has no value or a value no parameter."""
    used = {name for statement in found for name in statement.parameters}
    if missing := sorted(used - set(values)):
        stray = [name for name in values if name not in used and get_close_matches(name, missing)]
        raise MissingParameters(missing, stray)
    if unused := sorted(set(values) - used):
        names = ", ".join(f"${name}" for name in unused)
        there = ", ".join(f"${name}" for name in sorted(used))
        raise SqlError(f"There is no {names} in the SQL{f', only {there}' if there else ''}.")


def run(connection: DuckDBPyConnection, statement: Statement, values: Mapping[str, Any]) -> ResultSet | None:
    """Runs a statement; its result is None where it has none, as an INSERT."""
    given = {name: values[name] for name in statement.parameters if name in values}
    relation: DuckDBPyRelation | None = connection.sql(statement.sql, params=given or None)
    if relation is None or (statement.kind != "SELECT" and list(relation.columns) in SILENT):
        return None
    # Executed by the connection, rows come as they are found; a relation would hold all of them, or need Arrow.
    again = partial(connection.execute, statement.sql, given or None) if statement.kind == "SELECT" else None
    return ResultSet(relation, again=again)


def check_files(statement: Statement, values: Collection[Any], kept: StoreFiles) -> None:
    """Raises `SqlError` where a statement that may write names the store or a file beside it; only a SELECT may."""
    if statement.kind == "SELECT":
        return
    for name in (*_names(statement.sql), *map(str, values)):
        if any(kept.is_store(path) or kept.is_archive(path) for path in _paths(name)):
            raise SqlError(f"{name} belongs to the store, which SQL may never write to: name another file.")
    for name in _targets(statement.sql, values):
        if any(kept.store_within(path) for path in _paths(name)):
            raise SqlError(f"The store lies in {name}, and a COPY may clear it: name another folder.")
    texts = QUIET.sub(lambda found: " " if found[0].startswith(("--", "/*")) else "''", statement.sql)
    if COMPUTED.search(texts) or (statement.kind == "PREPARE" and HELD_BACK.search(texts)):
        raise SqlError(
            "Name the file to write to in the statement, as a text or a parameter, so that it is not the store."
        )


def _names(sql: str) -> Iterator[str]:
    """The texts, quoted names and words in SQL."""
    for single, _, dollars, double in TEXTS.findall(sql):
        yield single.replace("''", "'") or dollars or double.replace('""', '"')
    yield from WORD.findall(bare(sql))


def _targets(sql: str, values: Collection[Any]) -> Iterator[str]:
    """Where a COPY writes to, as far as that is a text; with a parameter it may be any of the values."""
    for single, _, dollars, double, parameter in TARGET.findall(sql):
        if parameter:
            yield from map(str, values)
        else:
            yield single.replace("''", "'") or dollars or double.replace('""', '"')


def _paths(name: str) -> Iterator[Path]:
    """What a text may name as a file; much of SQL is nothing of the kind."""
    for text in (name, SCHEME.sub("", name)):
        with suppress(OSError, ValueError, RuntimeError):
            path = Path(text).expanduser()
            path.exists()  # what no file can be called raises here
            yield path
