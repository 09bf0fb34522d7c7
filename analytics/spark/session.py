"""A Spark session of our own: started only where it is asked for, quietly, and stopped again."""

import logging
import os
import shutil
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, TYPE_CHECKING, Final

from ludograph.analytics.spark.errors import SparkTrouble

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MASTER: Final = "local[*]"
"""Every core of this machine."""
ALWAYS: Final = {
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.ansi.enabled": "true",
    "spark.sql.caseSensitive": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
}
"""What answers depend on, and what would be written between them."""
LOCAL: Final = {
    "spark.ui.enabled": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.sql.shuffle.partitions": "4",
    "spark.default.parallelism": str(os.cpu_count() or 1),
}
"""What suits one machine: nobody else reaches it, and small tables are not cut into two hundred pieces."""
NEEDED: Final = ("pyspark", "sqlglot")
LAST: Final = 5
"""Lines of what Spark said that are told where it did not start."""


def check_installed() -> None:
    """Raises `SparkTrouble` where the extra or Java is missing."""
    if any(find_spec(name) is None for name in NEEDED):
        raise SparkTrouble("Spark is not installed. Install ludograph[spark]: pip install 'ludograph[spark]'.")
    if java() is None:
        raise SparkTrouble(
            "Spark runs on Java 17 or newer, and there is none here: install one (on Debian the package "
            "default-jre-headless), or let JAVA_HOME name it."
        )


def java() -> str | None:
    """The Java that Spark would run on."""
    home = os.environ.get("JAVA_HOME")
    return shutil.which(str(Path(home) / "bin" / "java")) if home else shutil.which("java")


@contextmanager
def start_session(master: str = MASTER, settings: Mapping[str, str] | None = None) -> "Iterator[SparkSession]":
    """A session of this process, with a folder of its own that goes with it, and settings of Spark besides ours.

    Raises `SparkTrouble`.
    """
    check_installed()
    with TemporaryDirectory(prefix="ludograph-spark-") as folder:
        session = _session(master, folder, settings or {})
        try:
            yield session
        finally:
            session.stop()


@contextmanager
def quiet() -> Iterator[None]:
    """Nothing is said of what Spark's own code will be one day, or of which pandas it was tried with."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _session(master: str, folder: str, more: Mapping[str, str]) -> "SparkSession":
    with quiet(), TemporaryFile() as said:
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession

        logging.getLogger("SQLQueryContextLogger").disabled = True  # it prints what is told as a sentence here
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
        builder = SparkSession.builder.master(master).appName("ludograph")
        settings = {
            **ALWAYS,
            **(LOCAL if master.startswith("local") else {}),
            "spark.sql.warehouse.dir": folder,
            **more,
        }
        for name, value in settings.items():
            builder = builder.config(name, value)
        try:
            with _unheard(said):
                return builder.getOrCreate()
        except (PySparkException, RuntimeError, OSError) as wrong:
            raise SparkTrouble(f"Spark does not start with --master {master}: {_told(said, wrong)}") from wrong
        except Exception as wrong:
            if type(wrong).__module__.partition(".")[0] != "py4j":
                raise
            raise SparkTrouble(f"Spark does not start with --master {master}: {_told(said, wrong)}") from wrong


@contextmanager
def _unheard(said: IO[bytes]) -> Iterator[None]:
    """What is written to the standard error goes to a file: Java is started meanwhile, and keeps it for its logs."""
    sys.stderr.flush()
    before = os.dup(2)
    os.dup2(said.fileno(), 2)
    try:
        yield
    finally:
        sys.stderr.flush()
        os.dup2(before, 2)
        os.close(before)


def _told(said: IO[bytes], wrong: Exception) -> str:
    """Why Spark did not start: what it said last, or the error."""
    said.seek(0)
    lines = [line.strip() for line in said.read().decode(errors="replace").splitlines() if line.strip()]
    told = [line for line in lines if "WARN" not in line and not line.startswith("at ")][-LAST:]
    reason = str(getattr(wrong, "java_exception", None) or wrong).partition("\n")[0]
    return " ".join([reason, *told])
