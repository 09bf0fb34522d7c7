"""What Tab offers in the SQL shell: tables, the columns of those that are named, functions, keywords."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from ludograph.cli.printing.text_completion import TextCompletion

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST: Final = 80
"""No more completions than this at a time."""
DOTS: Final = {
    ".help": "what can be entered here",
    ".tables": "the tables and views about all games, those of one, or those with a word",
    ".schema": "the columns of a table or view",
    ".format": "how results are printed: table, csv, json, ndjson",
    ".rows": "how many rows of a table are shown; 0 is all",
    ".refresh": "takes in what was recorded since; temporary tables go",
    ".quit": "leaves, like Ctrl-D",
}
"""Commands of the shell, with what they do."""
FORMATS: Final = ("table", "csv", "json", "ndjson")
WORD: Final = re.compile(r"[\w.]*$")
SOURCE: Final = re.compile(r"\b(?:FROM|JOIN)\s+([\w.]+)(?:\s+(?:AS\s+)?(\w+))?", re.IGNORECASE)
BEFORE_TABLE: Final = re.compile(r"\b(?:FROM|JOIN|DESCRIBE|SUMMARIZE|TABLE)\s+[\w.]*$", re.IGNORECASE)


class Vocabulary(NamedTuple):
    """The words that SQL can hold here: tables with their columns, functions, keywords."""

    columns: Mapping[str, Sequence[str]]
    functions: Sequence[str]
    keywords: Sequence[str]


def vocabulary(connection: "DuckDBPyConnection") -> Vocabulary:
    """The words that this archive knows."""
    columns = connection.execute(
        "SELECT CASE schema_name WHEN 'main' THEN '' ELSE schema_name || '.' END || table_name, "
        "list(column_name ORDER BY column_index) FROM duckdb_columns() "
        "WHERE NOT internal AND schema_name <> 'internal' GROUP BY ALL ORDER BY ALL"
    ).fetchall()
    functions = connection.execute(
        "SELECT DISTINCT function_name FROM duckdb_functions() WHERE regexp_full_match(function_name, '[a-z]\\w+') "
        "AND function_type <> 'pragma' ORDER BY ALL"
    ).fetchall()
    keywords = connection.execute("SELECT upper(keyword_name) FROM duckdb_keywords() ORDER BY ALL").fetchall()
    return Vocabulary(dict(columns), [name for (name,) in functions], [name for (name,) in keywords])


def sql_completions(words: Vocabulary, text: str) -> list[TextCompletion]:
    """How the text before the cursor could go on."""
    return list(islice(dict.fromkeys(_completions(words, text)), MOST))


def _completions(words: Vocabulary, text: str) -> Iterator[TextCompletion]:
    from ludograph.analytics.queries.queries import OPEN, bare

    found = WORD.search(text)
    part = found.group() if found else ""
    if text.lstrip().startswith("."):
        yield from _dot_completions(words, text.lstrip())
    elif OPEN.search(bare(text)):
        return
    elif BEFORE_TABLE.search(text):
        yield from _named(words.columns, part, "table")
    elif "." in part:
        yield from _members(words, text, part)
    elif part or _sources(words, text):
        yield from _anything(words, text, part)


def _dot_completions(words: Vocabulary, text: str) -> Iterator[TextCompletion]:
    command, space, rest = text.partition(" ")
    if not space:
        yield from (TextCompletion(name, len(text), about) for name, about in DOTS.items() if name.startswith(text))
    elif command in (".schema", ".tables"):
        yield from _named(words.columns, rest, "table")
    elif command == ".format":
        yield from _named(FORMATS, rest)


def _members(words: Vocabulary, text: str, part: str) -> Iterator[TextCompletion]:
    """Columns behind a name of a table, and tables behind a game."""
    owner, _, rest = part.rpartition(".")
    for table, alias in _sources(words, text):
        if owner.casefold() in (table, alias.casefold()):
            yield from _named(words.columns[table], rest, "column")
    yield from _named(words.columns, part, "table")


def _anything(words: Vocabulary, text: str, part: str) -> Iterator[TextCompletion]:
    for table, alias in _sources(words, text):
        yield from _named(words.columns[table], part, "column")
        yield from _named([alias] if alias else [], part, table)
    if not part:
        return
    yield from _named(words.columns, part, "table")
    keywords = [word.lower() for word in words.keywords] if part[-1].islower() else words.keywords
    yield from _named(keywords, part)
    yield from _named(words.functions, part, "function")
    if not _sources(words, text):
        yield from _named(sorted({name for names in words.columns.values() for name in names}), part, "column")


def _sources(words: Vocabulary, text: str) -> list[tuple[str, str]]:
    """The tables that a text names, with what they are called in it."""
    found = [(table.casefold(), alias) for table, alias in SOURCE.findall(text)]
    return [(table, alias) for table, alias in found if table in words.columns]


def _named(names: Iterable[str], part: str, about: str = "") -> Iterator[TextCompletion]:
    return (TextCompletion(name, len(part), about) for name in names if name.casefold().startswith(part.casefold()))
