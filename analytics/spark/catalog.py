"""The tables and views of a lake in a Spark session, under the names that they have in DuckDB.

What is about all games lies in the database `main`, which is the current one; what is about one, what was superseded
and what was entered in all in databases called as the schemas are.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ludograph.analytics.lake.folders import TABLE_NAME, LakeColumn, Within
from ludograph.analytics.lake.manifest import MANIFEST, NOW, Manifest, read_manifest
from ludograph.analytics.spark.errors import SparkTrouble
from ludograph.analytics.spark.translation import spark_type
from ludograph.analytics.tables.definitions import MAIN, MARK, Table, all_tables
from ludograph.analytics.tables.schema import schema_fingerprint

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class Laid:
    """A lake in a session: each table is registered when it is first asked for."""

    def __init__(self, session: "SparkSession", folder: Path) -> None:
        """Raises `SparkTrouble` where the folder is no lake that this program reads."""
        self.session, self.given = session, folder
        self.folder, self.manifest = open_newest(folder)
        self._unions = {table.stored.full_name: table for table in all_tables() if table.marked}
        self._done: set[str] = set()
        self._schemas: set[str] = set()

    @property
    def names(self) -> list[str]:
        """Every table and view that can be asked."""
        return [*self.manifest.tables, *self._unions]

    def register(self, names: Iterable[str] | None = None) -> None:
        """Registers the tables and views of these names, by default all."""
        for name in self.names if names is None else names:
            if name not in self._done:
                self._done.add(name)
                self._make_schema(name)
                if name in self._unions:
                    self._unite(self._unions[name])
                elif name in self.manifest.within:
                    self._show(name, self.manifest.within[name])
                else:
                    self._lay(name, self.manifest.folders[name])

    def _make_schema(self, name: str) -> None:
        schema = name.rpartition(".")[0] or MAIN
        if schema not in self._schemas:
            self._schemas.add(schema)
            self.session.sql(f"CREATE DATABASE IF NOT EXISTS {schema}")
            if schema == MAIN:
                self.session.sql(f"USE {MAIN}")

    def _lay(self, name: str, columns: tuple[LakeColumn, ...]) -> None:
        """A table of Spark over the files in a folder of the lake."""
        own = ", ".join(f"{_quoted(column.name)} {spark_type(column.type)}" for column in columns)
        place = _text(str(self.folder / name))
        self.session.sql(f"DROP TABLE IF EXISTS {_place(name)}")
        self.session.sql(f"CREATE TABLE {_place(name)} ({own}) USING parquet LOCATION {place}")

    def _show(self, name: str, within: Within) -> None:
        """A view of the rows that a table has in a wide one."""
        self._lay_folder(within.folder)
        chosen = ", ".join(
            f"{_quoted(within.columns.get(column.name, column.name))} AS {_quoted(column.name)}"
            for column in self.manifest.tables[name]
        )
        rows = f"SELECT {chosen} FROM {_place(within.folder)} WHERE {TABLE_NAME} = {_text(within.table_name)}"
        self.session.sql(f"CREATE OR REPLACE VIEW {_place(name)} AS {rows}")

    def _lay_folder(self, name: str) -> None:
        """A wide table, once for all that is seen of it."""
        if name not in self._done:
            self._done.add(name)
            self._make_schema(name)
            self._lay(name, self.manifest.folders[name])

    def _unite(self, table: Table) -> None:
        """A view of all that was entered: what stands, and what was superseded."""
        halves = []
        self.register((table.standing.full_name, table.history.full_name))
        for half, fallen in ((table.standing, False), (table.history, True)):
            known = {column.name for column in half.columns}
            chosen = [
                str(fallen).upper() + f" AS {MARK}"
                if column.name == MARK
                else _quoted(column.name)
                if column.name in known
                else f"CAST(NULL AS {spark_type(column.type)}) AS {_quoted(column.name)}"
                for column in table.stored.columns
            ]
            halves.append(f"SELECT {', '.join(chosen)} FROM {_place(half.full_name)}")
        self.session.sql(f"CREATE OR REPLACE VIEW {_place(table.stored.full_name)} AS {' UNION ALL '.join(halves)}")


def open_newest(folder: Path) -> tuple[Path, Manifest]:
    """The newest run of a lake, as anybody knows it, and its manifest. Raises `SparkTrouble` or `LakeError`."""
    place = (folder / NOW if (folder / NOW).exists() else folder).resolve()
    if not (place / MANIFEST).exists():
        raise SparkTrouble(f"There is no lake in {folder}: name the folder that `ludograph lake` wrote.")
    manifest = read_manifest(place / MANIFEST)
    if manifest.made_by != schema_fingerprint():
        raise SparkTrouble(
            f"The tables of the lake in {folder} are those of another Ludograph: bring it up by `ludograph lake "
            f"{folder}` where its store is."
        )
    return place, manifest


def _quoted(name: str) -> str:
    return f"`{name}`"


def _text(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _place(name: str) -> str:
    schema, _, own = name.rpartition(".")
    return f"{schema or MAIN}.{_quoted(own)}"
