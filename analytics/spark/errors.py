"""What can go wrong with Spark, as sentences."""

import re
from typing import Final

ERROR: Final = re.compile(r"[A-Za-z_.]*(Error|Exception): ")
"""The line of a traceback that says what was wrong."""


class SparkTrouble(Exception):
    """Spark is not there, or does not take a question; the message says what to do."""


class Untranslatable(SparkTrouble):
    """SQL that DuckDB takes and that cannot be said to Spark; the message says why."""


def sentence_of(wrong: Exception) -> str:
    """What Spark says is wrong, without the tree of what it was to do; of Python on a worker the error itself."""
    lines = [line.strip() for line in str(wrong).splitlines() if line.strip()]
    errors = [line for line in lines if ERROR.match(line)]
    if errors and errors[0].startswith("ModuleNotFoundError"):
        return f"{errors[0]}: install ludograph on every worker, in the Python that PYSPARK_PYTHON names."
    return next(iter([*errors, *lines]), type(wrong).__name__)
