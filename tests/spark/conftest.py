"""A lake of some matches of all games in one Spark session; skipped where there is no Spark, or no Java for it."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

from tests.large import SLOW
from tests.spark.sparked import SMALL, World, by_duckdb, written


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return written(tmp_path_factory.mktemp("spark"), 42, 7, at_steps=True)


@pytest.fixture(scope="session")
def spark(request: pytest.FixtureRequest) -> Iterator[Any]:
    if not SLOW:
        pytest.skip("it is slow: LUDOGRAPH_SLOW=1 takes it along")
    request.getfixturevalue("world")
    if find_spec("pyspark") is None or find_spec("sqlglot") is None:
        pytest.skip("pyspark is not installed")
    from ludograph.analytics.spark.session import java, start_session

    if java() is None:
        pytest.skip("there is no Java here")
    with start_session("local[1]", SMALL) as session:
        yield session


@pytest.fixture(scope="session")
def duckdb_too(world: World) -> Iterator[DuckDBPyConnection]:
    with by_duckdb(world) as connection:
        yield connection


@pytest.fixture(scope="session")
def folder(world: World) -> Path:
    return world.lake


@pytest.fixture(scope="session")
def asker(spark: Any, folder: Path) -> Iterator[Any]:
    from ludograph.analytics.spark.questions import asker as opened

    with opened(spark, folder) as found:
        yield found
