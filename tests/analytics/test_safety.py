"""What a user's SQL may not do, however it is put: write anything, open a file, change the settings."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from ludograph.analytics.archive.archive import Archive, ArchiveSpec, archive
from ludograph.analytics.archive_paths import StoreFiles
from ludograph.analytics.queries.errors import SqlError
from ludograph.analytics.queries.queries import Statement, check_files, run, statements
from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import Setting
from ludograph.domain.store.recorder import Recorder


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("safety") / "store.sqlite"
    recorder = Recorder(path)
    game = GAMES["sun-bid"]
    recorder.start(game, Setting(("Ann", "Bob"), game.options(), None, "1"))
    recorder.close()
    return path


@pytest.fixture(scope="module")
def opened(store: Path) -> Iterator[Archive]:
    with archive(ArchiveSpec(store)) as found:
        yield found


def ask(connection: duckdb.DuckDBPyConnection, sql: str, **values: Any) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = []
    for statement in statements(connection, sql):
        result = run(connection, statement, values)
        rows = list(result.stream().rows()) if result else []
    return rows


WRITES = [
    "INSERT INTO matches SELECT * FROM matches",
    "UPDATE matches SET event = 'x'",
    "DELETE FROM matches",
    "TRUNCATE matches",
    "DROP TABLE matches",
    "DROP SCHEMA sun_bid CASCADE",
    "ALTER TABLE matches RENAME TO x",
    "COMMENT ON TABLE matches IS 'x'",
    "CREATE TABLE x (a INTEGER)",
    "CREATE VIEW x AS SELECT 1",
    "CREATE MACRO x(a) AS a",
    "CREATE TYPE x AS ENUM ('a')",
    "CREATE INDEX x ON matches (match)",
    "CREATE SEQUENCE x",
    "CREATE SCHEMA x",
    "COPY matches FROM '{store}'",
    "BEGIN; DELETE FROM internal.mark",
]
FILES = [
    "FROM '{text}'",
    "FROM read_csv('{text}')",
    "FROM read_text('{text}')",
    "FROM read_blob('{cache}')",
    "FROM read_json('{text}')",
    "FROM read_parquet('{text}')",
    "FROM parquet_metadata('{text}')",
    "FROM sniff_csv('{text}')",
    "FROM glob('{folder}/*')",
    "FROM query_table('{text}')",
    "FROM read_duckdb('{other}')",
    "FROM sqlite_scan('{store}', 'heads')",
    "ATTACH '{store}' (TYPE sqlite)",
    "ATTACH '{other}'",
    "ATTACH '{other}' AS x (READ_ONLY)",
    "ATTACH '{folder}/new.duckdb'",
    "IMPORT DATABASE '{folder}'",
    "COPY (SELECT 1) TO '{folder}/new.csv'",
    "COPY (SELECT 1) TO ('{folder}' || '/new.csv')",
    "COPY (SELECT 1) TO '/dev/stdout'",
    "COPY (SELECT 1) TO '{store}' (USE_TMP_FILE false)",
    "COPY (SELECT 1) TO '{cache}' (USE_TMP_FILE false)",
    "COPY (SELECT 1) TO '{cache}.wal' (USE_TMP_FILE false)",
    "COPY (SELECT 1) TO '{cache}.tmp' (USE_TMP_FILE false)",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO '{cache}' (USE_TMP_FILE false)",
    "PREPARE p AS COPY (SELECT 1) TO '{cache}' (USE_TMP_FILE false); EXECUTE p",
    "EXPORT DATABASE '{folder}/new'",
    "INSTALL httpfs",
    "INSTALL sqlite FROM community",
    "LOAD '{folder}/x.duckdb_extension'",
    "FROM 'https://example.org/x.csv'",
    "CREATE PERSISTENT SECRET s (TYPE http)",
]
SETTINGS = [
    "SET enable_external_access = true",
    "RESET enable_external_access",
    "SET lock_configuration = false",
    "RESET lock_configuration",
    "SET disabled_filesystems = ''",
    "RESET disabled_filesystems",
    "SET allowed_paths = ['/']",
    "SET allowed_directories = ['/']",
    "SET python_enable_replacements = true",
    "SET python_scan_all_frames = true",
    "SET autoload_known_extensions = true",
    "SET temp_directory = '{folder}'",
    "SET log_query_path = '{folder}/new.sql'",
    "SET profiling_output = '{folder}/new.json'",
    "SET GLOBAL threads = 1",
    "SET SESSION threads = 1",
    "PRAGMA threads = 1",
    "PRAGMA enable_profiling = 'json'",
    "SET secret_directory = '{folder}'",
    "CALL enable_logging(storage = 'file', storage_config = {{'path': '{folder}/new'}})",
]


@pytest.mark.parametrize("sql", [*WRITES, *FILES, *SETTINGS])
def test_sql_can_neither_write_nor_open_files_nor_change_settings(store: Path, opened: Archive, sql: str) -> None:
    places = places_beside(store, opened)
    before = contents(store.parent)
    with pytest.raises(duckdb.Error):
        ask(opened.connection, sql.format(**places))
    opened.connection.rollback() if sql.startswith("BEGIN") else None
    assert contents(store.parent) == before
    assert ask(opened.connection, "SELECT count(*) FROM matches") == [(1,)]


def places_beside(store: Path, opened: Archive) -> dict[str, Path]:
    """Files that are there and could be read, if SQL could read any."""
    folder = store.parent
    places = {"store": store, "cache": opened.path, "folder": folder}
    text, other = folder / "text.csv", folder / "other.duckdb"
    if not other.exists():
        text.write_text("a\n1\n")
        with duckdb.connect(other) as connection:
            connection.execute("CREATE TABLE secret AS SELECT 42 AS x")
    return {**places, "text": text, "other": other}


def contents(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file in a folder, when it was written and how large it is; SQLite's shared memory is no content."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.endswith("-shm")]
    return {str(path): (path.stat().st_mtime_ns, path.stat().st_size) for path in files}


@pytest.mark.parametrize("name", ["places", "store", "opened", "secret_of_python", "duckdb"])
def test_sql_sees_no_variables_of_the_program(opened: Archive, name: str) -> None:
    relation = duckdb.sql("SELECT 1 AS a")
    assert relation is not None
    secret_of_python = relation.to_arrow_table()
    assert secret_of_python.num_rows == 1
    with pytest.raises(duckdb.CatalogException):
        ask(opened.connection, f"FROM {name}")


def test_temporary_tables_variables_and_macros_are_free(opened: Archive) -> None:
    ask(opened.connection, "CREATE TEMP TABLE mine AS SELECT count(*) AS n FROM matches; INSERT INTO mine VALUES (5)")
    ask(opened.connection, "SET VARIABLE least = 2; CREATE TEMP MACRO twice(a) AS 2 * a")
    assert ask(opened.connection, "SELECT twice(n) FROM mine WHERE n > getvariable('least')") == [(10,)]


def test_with_files_allowed_sql_reads_and_writes_them(store: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copy(store, tmp_path / "copy.sqlite"))
    with archive(ArchiveSpec(copy, files=True)) as found:
        ask(found.connection, f"COPY (SELECT count(*) AS n FROM matches) TO '{tmp_path}/n.csv'")
        assert ask(found.connection, f"FROM '{tmp_path}/n.csv'") == [(1,)]
        with pytest.raises(duckdb.Error, match="locked"):
            ask(found.connection, "SET python_enable_replacements = true")


@pytest.mark.parametrize(
    "sql",
    [
        "COPY (SELECT 1) TO '{store}'",
        "COPY (SELECT 1) TO '{folder}/../{name}/store.sqlite'",
        "COPY (SELECT 1) TO '{link}' (USE_TMP_FILE false)",
        "COPY (SELECT 1) TO $${store}$$",
        "COPY (SELECT 1) TO $place",
        "ATTACH '{store}'",
        'ATTACH "{store}"',
        "EXPLAIN ANALYZE COPY (SELECT 1) TO '{store}'",
        "PREPARE p AS COPY (SELECT 1) TO '{store}'",
        "SET VARIABLE place = '{store}'",
        "EXPORT DATABASE '{store}-wal'",
        "COPY (SELECT 1) TO 'file://{store}'",
        "COPY (SELECT 1) TO 'file:{store}'",
        "COPY (SELECT 1) TO 'file://localhost{store}'",
        "ATTACH 'sqlite:{store}' AS other",
        "COPY (SELECT 1) TO {store.name}",
    ],
)
def test_even_then_no_statement_may_name_the_store(
    store: Path, opened: Archive, tmp_path: Path, sql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(store.parent)
    link = tmp_path / "link"
    link.symlink_to(store)
    text = sql.format(store=store, folder=store.parent, name=store.parent.name, link=link)
    (statement,) = statements(opened.connection, text)
    with pytest.raises(SqlError, match="belongs to the store"):
        check_files(statement, [str(store)], StoreFiles(store))


def test_a_question_may_name_the_store(store: Path) -> None:
    check_files(Statement(f"SELECT '{store}'", frozenset(), "SELECT"), [], StoreFiles(store))


@pytest.mark.parametrize(
    "sql",
    [
        "COPY (SELECT 1) TO ('{store}' || '')",
        "COPY (SELECT 1) TO (getvariable('place'))",
        "PREPARE p AS COPY (SELECT 1) TO $1",
        "PREPARE p AS COPY (SELECT 1) TO ?",
        "COPY (SELECT 1 AS a) TO '{store.parent}' (PARTITION_BY (a), OVERWRITE)",
        "COPY (SELECT 1 AS a) TO '{store.parent.parent}' (PARTITION_BY (a), OVERWRITE)",
        "COPY (SELECT 1 AS a) TO $1 (PARTITION_BY (a), OVERWRITE)",
    ],
)
def test_a_place_that_is_not_named_or_holds_the_store_is_refused(store: Path, sql: str) -> None:
    kind = sql.split(maxsplit=1)[0]
    with pytest.raises(SqlError):
        check_files(Statement(sql.format(store=store), frozenset(), kind), [store.parent], StoreFiles(store))


@pytest.mark.parametrize(
    "sql",
    [
        "COPY steps TO 'out.csv' (FORMAT csv, DELIMITER '/')",
        "COPY steps TO 'out' (PARTITION_BY (game), OVERWRITE)",
        "COPY steps TO out.csv (FORMAT csv)",
        "COPY steps TO out.csv (HEADER)",
        "COPY (FROM steps) /* TO (here) */ TO $place (FORMAT parquet)",
        "CREATE TEMP TABLE mine AS SELECT 1",
    ],
)
def test_other_places_are_free(store: Path, sql: str) -> None:
    check_files(Statement(sql, frozenset(), sql.split(maxsplit=1)[0]), ["out.parquet"], StoreFiles(store))
