"""Archives and lakes have the new content, and say so, after an older copy was restored and recorded in."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import duckdb
import pytest

from ludograph.analytics.archive import catch_up
from ludograph.analytics.archive_paths import ALL, archive_file, staging_file
from tests.cli.conftest import Ludograph
from tests.places import of_file

pytestmark = of_file
SAID = "another history"


@pytest.fixture
def restored(ludograph: Ludograph, tmp_path: Path) -> Callable[[str, str], None]:
    """A store with a match; then a remark, and after an older copy was restored another one in its place."""
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "1", "--id", "one")
    ludograph("act", "one", "Bob flip")
    ludograph("backup", tmp_path / "older.sqlite")
    ludograph("note", "one", "the first remark", "--public")

    def restore(*words: str) -> None:
        for file in ludograph.store.parent.glob(f"{ludograph.store.name}-*"):
            file.unlink()
        copyfile(tmp_path / "older.sqlite", ludograph.store)
        ludograph(*(words or ("note", "one", "another remark", "--public")))

    return restore


def read(lake: Path, sql: str) -> list[str]:
    """The first column of what a lake answers, by its own script and without our programs."""
    with closing(duckdb.connect()) as connection:
        connection.execute(f"SET VARIABLE lake = '{lake}'")
        connection.execute((lake / "tables.sql").read_text())
        return sorted(str(row[0]) for row in connection.execute(sql).fetchall())


def remarks(lake: Path) -> list[str]:
    return read(lake, "SELECT text FROM notes")


@pytest.mark.parametrize("observer", ["judge", "table"])
def test_a_query_has_the_new_history_and_says_so_once(
    ludograph: Ludograph, restored: Callable[..., None], observer: str
) -> None:
    asked = ("query", "SELECT text FROM notes", "--as", observer, "--json")
    assert "the first remark" in ludograph(*asked)
    restored()
    first, second = (ludograph.run(*asked) for _ in range(2))
    assert "another remark" in first.stdout
    assert "the first remark" not in first.stdout
    assert SAID in first.stderr
    assert SAID not in second.stderr


@pytest.mark.parametrize("observer", ["judge", "table"])
def test_a_lake_has_the_new_history_and_says_so_once(
    ludograph: Ludograph, restored: Callable[..., None], tmp_path: Path, observer: str
) -> None:
    """With as many events as before, by which it went alone."""
    lake = tmp_path / "lake"
    ludograph("lake", lake, "--as", observer)
    assert remarks(lake) == ["the first remark"]
    restored()
    told = ludograph.json("lake", lake, "--as", observer)
    assert remarks(lake) == ["another remark"]
    assert told["replaced"] == 1
    again = ludograph.json("lake", lake, "--as", observer)
    assert (again["replaced"], again["new"]) == (0, 0)
    if observer == "judge":
        ludograph("verify", "--lake", lake)


def test_a_lake_says_so_in_a_sentence_also_where_more_was_recorded(
    ludograph: Ludograph, restored: Callable[..., None], tmp_path: Path
) -> None:
    lake = tmp_path / "lake"
    ludograph("lake", lake)
    restored()
    ludograph("note", "one", "and one more", "--public")
    done = ludograph.run("lake", lake)
    assert f"{SAID} of 1 record than this lake had" in done.output
    assert sorted(remarks(lake)) == ["and one more", "another remark"]


def test_what_only_goes_on_is_no_other_history(
    ludograph: Ludograph, restored: Callable[..., None], tmp_path: Path
) -> None:
    """Nor is a record in which a name was forgotten."""
    lake = tmp_path / "lake"
    ludograph("lake", lake)
    ludograph("query", "FROM matches")
    ludograph("act", "one", "Ann flip")
    assert SAID not in ludograph.run("query", "FROM matches").stderr
    assert ludograph.json("lake", lake)["replaced"] == 0
    ludograph("forget", "Ann", "--reason", "she asked for it", "--by", "Ida")
    assert SAID not in ludograph.run("query", "FROM matches").stderr
    assert ludograph.json("lake", lake)["replaced"] == 0


@pytest.mark.parametrize("observer", ["judge", "table"])
def test_a_lake_has_the_new_decisions_of_a_tournament(ludograph: Ludograph, tmp_path: Path, observer: str) -> None:
    lake, older = tmp_path / "lake", tmp_path / "older.sqlite"
    ludograph("tournament", "new", "Cup", "--id", "CUP")
    ludograph("tournament", "enter", "CUP", "Ann", "Bob")
    ludograph("backup", older)
    ludograph("tournament", "enter", "CUP", "Eve")
    ludograph("lake", lake, "--as", observer)
    for file in ludograph.store.parent.glob(f"{ludograph.store.name}-*"):
        file.unlink()
    copyfile(older, ludograph.store)
    ludograph("tournament", "enter", "CUP", "Fay")
    assert ludograph.json("lake", lake, "--as", observer)["replaced"] == 1
    assert read(lake, "SELECT player FROM entrants") == ["Ann", "Bob", "Fay"]


def test_rows_that_were_put_aside_are_not_taken_for_another_history(
    ludograph: Ludograph, restored: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that was killed before they were in the archive leaves them there."""
    asked = ("query", "SELECT count(*) AS many FROM decisions", "--json")

    def killed(*args: object) -> None:
        raise KeyboardInterrupt

    ludograph("act", "one", "Ann flip")
    ludograph("query", "FROM matches")
    with monkeypatch.context() as short:
        short.setattr(catch_up, "make_tables", killed)
        ludograph.run(*asked)
    assert staging_file(archive_file(ludograph.store, ALL)).exists(), "they are put aside"
    restored("act", "one", "Ann flip", "Bob call")
    whole = ludograph(*asked)
    assert ludograph(*asked, "--rebuild") == whole
