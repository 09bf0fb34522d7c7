"""The tables and views of a lake in a Spark session, under the names that they have in DuckDB.

What is about all games lies in the database `main`, which is the current one; what is about one, what was superseded
and what was entered in all in databases called as the schemas are.
"""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ludograph.analytics.lake.files import LakeColumn
from ludograph.analytics.lake.manifest import MANIFEST, NOW, Manifest, read_manifest
from ludograph.analytics.spark.errors import SparkTrouble
from ludograph.analytics.spark.translation import spark_type
from ludograph.analytics.tables.definitions import MAIN, MARK, Table, all_tables
from ludograph.analytics.tables.schema import schema_fingerprint

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PARTS: Final = ("game", "month")
"""What the folders of a table tell."""


class Laid:
    """A lake in a session: each table is registered when it is first asked for."""

    def __init__(self, session: "SparkSession", folder: Path) -> None:
        """Raises `SparkTrouble` where the folder is no lake that this program reads."""
        self.session, self.given = session, folder
        self.folder, self.manifest = open_newest(folder)
        self._partitions = partitions_of(self.manifest)
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
                else:
                    self._lay(name, self.manifest.tables[name])

    def _make_schema(self, name: str) -> None:
        schema = name.rpartition(".")[0] or MAIN
        if schema not in self._schemas:
            self._schemas.add(schema)
            self.session.sql(f"CREATE DATABASE IF NOT EXISTS {schema}")
            if schema == MAIN:
                self.session.sql(f"USE {MAIN}")

    def _lay(self, name: str, columns: tuple[LakeColumn, ...]) -> None:
        """A table of Spark over the files of one of the lake's."""
        own = [f"{_quoted(column.name)} {spark_type(column.type)}" for column in columns]
        parts = self._partitions.get(name, [])
        if parts:
            own += [f"{part} STRING" for part in PARTS]
        place = _text(str(self.folder / name))
        by = f" PARTITIONED BY ({', '.join(PARTS)})" if parts else ""
        self.session.sql(f"DROP TABLE IF EXISTS {_place(name)}")
        self.session.sql(f"CREATE TABLE {_place(name)} ({', '.join(own)}) USING parquet{by} LOCATION {place}")
        if parts:
            told = " ".join(f"PARTITION (game = {_text(game)}, month = {_text(month)})" for game, month in parts)
            self.session.sql(f"ALTER TABLE {_place(name)} ADD {told}")

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


def partitions_of(manifest: Manifest) -> dict[str, list[tuple[str, str]]]:
    """The game and month of every folder with rows, by table; none for what lies whole."""
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for file in manifest.files:
        told = dict(part.partition("=")[::2] for part in file.path.split("/") if "=" in part)
        if set(told) == set(PARTS):
            found[file.table].add((told["game"], told["month"]))
    return {table: sorted(parts) for table, parts in found.items()}


def _quoted(name: str) -> str:
    return f"`{name}`"


def _text(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _place(name: str) -> str:
    schema, _, own = name.rpartition(".")
    return f"{schema or MAIN}.{_quoted(own)}"
