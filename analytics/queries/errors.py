"""What goes wrong with a question before or after DuckDB answers it; each message says what to do."""


class SqlError(Exception):
    """SQL that is not even given to DuckDB."""


class Unwritable(Exception):
    """A value that a format cannot hold."""
