"""What is told about tables and views: keys hold, every column says what it holds, nothing is said of what is not."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ludograph.analytics.archive.archive import Archive, ArchiveSpec, archive
from ludograph.analytics.archive.catalogue import archive_functions, item_key, items
from ludograph.analytics.archive.program import needed
from ludograph.analytics.derived.derived_tables import MADE
from ludograph.analytics.derived.ratings import RATED
from ludograph.analytics.tables import column_meanings
from ludograph.analytics.tables.definitions import MAIN, all_tables, schema_of
from ludograph.analytics.tables.macros import MEANINGS
from ludograph.analytics.tables.views import views
from ludograph.domain.games import GAMES
from ludograph.domain.match.official_decisions import RulingDraft, ruled
from tests.analytics.histories import histories, recorder
from tests.large import slow, times


@pytest.fixture(scope="module")
def corrected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """An archive of matches of all games with takebacks, corrections and rulings, and all that is made when asked."""
    store, random = tmp_path_factory.mktemp("catalogue") / "store.sqlite", Random(7)
    with recorder(store, random) as writer:
        writer.record(*histories(random, times(7, 21), 10_000, corrected=True), *histories(random, times(7, 21), 40))
    with archive(ArchiveSpec(store, needs=frozenset(MADE))) as found:
        yield found


@slow
def test_no_two_rows_have_the_same_key(corrected: Archive) -> None:
    for item in items(corrected.connection):
        key = ", ".join(f'"{name}"' for name in item_key(item))
        if key:
            again = f'SELECT {key} FROM {item.schema}."{item.name}" GROUP BY ALL HAVING count(*) > 1 LIMIT 1'
            assert corrected.connection.execute(again).fetchall() == [], item.full_name


def test_every_column_says_what_it_holds(corrected: Archive) -> None:
    silent = corrected.connection.execute(
        "SELECT schema_name, table_name, column_name FROM duckdb_columns() "
        "WHERE comment IS NULL AND schema_name <> 'internal' AND NOT internal"
    ).fetchall()
    assert silent == []


def test_every_function_says_what_it_gives(corrected: Archive) -> None:
    found = archive_functions(corrected.connection)
    assert {one.name for one in found} == set(MEANINGS)


def test_a_name_means_one_thing_everywhere(corrected: Archive) -> None:
    """`game` is an id, `won` says whether somebody has won, and `matches` counts them."""
    types = {"game": "VARCHAR", "won": "BOOLEAN", "matches": "BIGINT"}
    said = corrected.connection.execute(
        "SELECT schema_name, table_name, column_name, data_type FROM duckdb_columns() "
        "WHERE column_name IN ('game', 'won', 'matches') AND schema_name <> 'internal' AND NOT internal"
    ).fetchall()
    assert {name for _, _, name, _ in said} == set(types)
    assert [one for one in said if types[one[2]] != one[3]] == []
    counts = {(schema, table) for schema, table, name, _ in said if name == "matches"}
    assert counts == {("main", "positions"), ("main", "ratings"), ("main", "tournament_ratings")}


def test_nothing_is_said_of_views_and_columns_that_are_not_there(corrected: Archive) -> None:
    columns: dict[tuple[str, str], set[str]] = defaultdict(set)
    for schema, name, column in corrected.connection.execute(
        "SELECT schema_name, table_name, column_name FROM duckdb_columns() WHERE NOT internal"
    ).fetchall():
        columns[schema, name].add(column)
    for schema in (MAIN, *map(schema_of, GAMES)):
        own = [view for view in views() if view.schema == schema]
        for name, said in column_meanings.meanings(schema).items():
            there = columns[schema, name] if name else set().union(*(columns[one.schema, one.name] for one in own))
            assert set(said.columns) <= there, f"{schema} {name}: {set(said.columns) - there}"
        assert {view.name for view in own} == set(column_meanings.meanings(schema)) - {""}, schema


def test_what_stands_and_what_does_not_is_all_that_was_entered(corrected: Archive) -> None:
    fallen = 0
    for table in all_tables():
        if table.marked:
            places = [f'{one.schema}."{one.name}"' for one in (table.standing, table.history, table.stored)]
            counts = [corrected.connection.execute(f"SELECT count(*) FROM {one}").fetchall()[0][0] for one in places]
            assert counts[0] + counts[1] == counts[2], table.full_name
            fallen += counts[1]
    assert fallen > 100


def test_what_has_to_be_made_is_known_by_the_names_in_the_sql() -> None:
    assert needed('SELECT * FROM "RATINGS"') == needed("FROM player_matches") == {"ratings"}
    assert needed("FROM participations") == frozenset()


@slow
def test_ratings_are_kept_until_something_is_recorded(tmp_path: Path) -> None:
    store, random = tmp_path / "store.sqlite", Random(3)
    counts = []
    for needs in (frozenset(MADE), frozenset[str](), frozenset(MADE)):
        with recorder(store, random) as writer:
            writer.record(*histories(random, 7, 10_000))
        for asked in (needs, frozenset[str]()):
            with archive(ArchiveSpec(store, needs=asked)) as found:
                counts.append(found.connection.execute("SELECT count(*) FROM rating_history").fetchall()[0][0])
    assert counts[0] == counts[1] > 0
    assert counts[2] == counts[3] == 0, "rather nothing than what is not true any more"
    assert counts[4] == counts[5] > counts[0]


@slow
def test_ratings_that_are_gone_on_with_are_those_that_all_matches_give(tmp_path: Path) -> None:
    store, random = tmp_path / "store.sqlite", Random(4)
    for _ in range(times(2, 3)):
        with recorder(store, random) as writer:
            writer.record(*histories(random, times(4, 7), 10_000))
            late = next(one for one in writer.listed() if one.head.over and len(one.start.players) > 1)
            match = writer.load(late.head.match)
            said = RulingDraft("late", adjust=((random.randint(1, len(match.players)), 1_000),))
            writer.record(ruled(match, said, writer.stamp(), "Ida"))
        now, anew = (
            rated(ArchiveSpec(store, needs=frozenset(MADE), file=file))
            for file in (None, tmp_path / f"{random.random()}.duckdb")
        )
        assert now == anew
        assert now[0]


def rated(wanted: ArchiveSpec) -> list[object]:
    """Every rating and its history, to the last digit."""
    with archive(wanted) as found:
        return [found.connection.execute(f"FROM {table} ORDER BY ALL").fetchall() for table in RATED]
