"""What goes wrong with a question before or after DuckDB answers it; each message says what to do."""

from collections.abc import Sequence


class SqlError(Exception):
    """SQL that is not even given to DuckDB."""


class MissingParameters(SqlError):
    """SQL with parameters that have no value: `missing` are their names, `stray` names that it does not have."""

    def __init__(self, missing: Sequence[str], stray: Sequence[str]) -> None:
        self.missing = tuple(missing)
        self.stray = tuple(stray)
        given = ", ".join(f'"{name}": ...' for name in self.missing)
        super().__init__(self.told(f"params={{{given}}}"))

    def told(self, remedy: str) -> str:
        """What is wrong, with what whoever asked has to add."""
        hint = f" Given was {', '.join(self.stray)}, which is not in it." if self.stray else ""
        return f"The SQL has parameters that were not given: add {remedy}{hint and '.'}{hint}"


class Unwritable(Exception):
    """A value that a format cannot hold."""
