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


NAME: Final = "-- name: "
# Read from the folder of the module, as an installed program has it too: `importlib.resources` would load the modules
# for temporary files and archives, for which whoever enters an action would wait (tests/cli/test_startup.py).
SHARED: Final = load_statements(Path(__file__).with_name("statements.sql"))
"""Those that SQLite and PostgreSQL understand alike."""
