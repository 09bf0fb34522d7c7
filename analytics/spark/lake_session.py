"""A session that suits a lake: for a small one Spark compiles nothing, which costs more than it saves there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ludograph.analytics.spark import session
from ludograph.analytics.spark.catalog import open_newest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FEW_ROWS: Final = 20_000_000
"""A lake of fewer rows, in all its tables together, is small: about a million steps."""
SMALL: Final = {
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xss4m",
}
"""For few rows: neither Java nor Spark compiles what runs once."""


@contextmanager
def lake_session(folder: Path, master: str) -> "Iterator[SparkSession]":
    """A session for questions to a lake. Raises `SparkTrouble` or `LakeError`."""
    session.check_installed()
    _, manifest = open_newest(folder)
    small = master.startswith("local") and sum(file.rows for file in manifest.files) < FEW_ROWS
    with session.start_session(master, SMALL if small else None) as started:
        yield started
