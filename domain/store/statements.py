"""SQL statements from files that lie beside the code, each with a name and a sentence that says what it is for."""

from pathlib import Path
from typing import Final


def load_statements(file: Path) -> dict[str, str]:
    """The statements of an SQL file by their names, each as one line.

    `-- name: events` begins one; other lines of comment are for readers.
    """
    statements: dict[str, list[str]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith(NAME):
            statements[line.removeprefix(NAME)] = lines = []
        elif line and not line.startswith("--"):
            lines.append(line.strip())
    # One blank between lines: SQLite keeps the text of a table as it was made, and stores shall be alike to the byte.
    return {name: " ".join(lines) for name, lines in statements.items()}


def statements_of(dialect: Path, position: str) -> dict[str, str]:
    """What a store can be asked: what all databases understand, and the statements in the file of a dialect.

    `position` is the column of events that counts them in the order in which they were recorded.
    """
    # Read from the folder of the module, as an installed program has it too: `importlib.resources` would load modules
    # for temporary files and archives, for which whoever enters an action would wait (tests/cli/test_startup.py).
    shared = load_statements(Path(__file__).with_name("statements.sql"))
    return {name: sql.replace("{position}", position) for name, sql in shared.items()} | load_statements(dialect)


NAME: Final = "-- name: "
