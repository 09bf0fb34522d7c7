"""No command writes over what is recorded: the store, its logs and its archives, by any name, there or not."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import CALL, FLIP, HEADER, Ludograph
from tests.large import slow

RECORDS = """
import sys
from pathlib import Path
from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import Setting
from ludograph.domain.store.recorder import Recorder
recorder = Recorder(Path(sys.argv[1]))
game = GAMES["aucteraden"]
print(recorder.start(game, Setting(("Eve",), game.options(), None, seed="1")).id, flush=True)
sys.stdin.read()
"""


@contextmanager
def held(store: Path) -> Iterator[str]:
    """Another program has recorded a match, which stands in the log alone, and is killed in the end; the match's id."""
    command = [sys.executable, "-c", RECORDS, str(store)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        try:
            yield other.stdout.readline().strip()
        finally:
            other.kill()


def log_of(store: Path) -> Path:
    return store.with_name(f"{store.name}-wal")


WRITERS: dict[str, tuple[str, ...]] = {
    "export": ("export", "AO26-2-5", "-o"),
    "page": ("render", "AO26-2-5", "-o"),
    "picture": ("render", "AO26-2-5", "--step", "1", "-o"),
    "query": ("query", "SELECT 1 AS a", "--format", "csv", "-o"),
    "parquet": ("query", "SELECT 1 AS a", "--format", "parquet", "-o"),
    "report": ("report", "win-rates", "--format", "csv", "-o"),
    "plot": ("report", "win-rates", "--plot", "-o"),
    "lake": ("lake",),
    "demo": ("demo", "--keep"),
}
ENDINGS = {"page": ".html", "picture": ".svg", "plot": ".png"}
"""Of what must be called so: then a link of that name is written to."""


@pytest.mark.parametrize("writer", WRITERS)
def test_what_another_program_has_just_recorded_is_not_lost(ludograph: Ludograph, recorded: str, writer: str) -> None:
    target = log_of(ludograph.store)
    if writer in ENDINGS:
        target = ludograph.folder / f"link{ENDINGS[writer]}"
        target.symlink_to(log_of(ludograph.store))
    with held(ludograph.store) as id:
        before = log_of(ludograph.store).read_bytes()
        assert before
        said = ludograph.refused(*WRITERS[writer], target, code=2 if writer == "lake" else 1)
        assert log_of(ludograph.store).read_bytes() == before
    assert str(target) in said
    assert {match["match"] for match in ludograph.lines("matches")} > {id}
    assert "2 checked: nothing is wrong" in ludograph.run("verify").stderr


def test_a_hard_link_to_a_log_is_not_written_to(ludograph: Ludograph, recorded: str) -> None:
    with held(ludograph.store):
        for end in ("-wal", "-shm"):
            link = ludograph.folder / f"link{end}"
            os.link(ludograph.store.with_name(ludograph.store.name + end), link)
            assert "is the store itself" in ludograph.refused("export", recorded, "-o", link)


Spelling = Callable[[Path], Path]


def upwards(path: Path) -> Path:
    return path.parent / ".." / path.parent.name / path.name


def relative(path: Path) -> Path:
    return Path(os.path.relpath(path))


def in_capitals(path: Path) -> Path:
    return path.with_name(path.name.upper())


def symbolic(path: Path) -> Path:
    link = path.with_name("symbolic")
    link.symlink_to(path)
    return link


def twice_linked(path: Path) -> Path:
    link = path.with_name("again")
    link.symlink_to(symbolic(path).name)
    return link


def hard(path: Path) -> Path:
    link = path.with_name("hard")
    path.touch()
    os.link(path, link)
    return link


def through_a_folder(path: Path) -> Path:
    link = path.parent / "folder"
    link.symlink_to(path.parent)
    return link / path.name


SPELLINGS = (Path, upwards, relative, in_capitals, symbolic, twice_linked, hard, through_a_folder)
BESIDE = (
    "", "-wal", "-shm", "-journal", ".duckdb", ".duckdb.wal", ".duckdb.lock", ".duckdb.new",
    ".as-table.duckdb", ".as-2.duckdb", ".as-0123456789ab.duckdb.lock",
)  # fmt: skip


PLACES = [
    pytest.param(ending, spelling, id=f"{spelling.__name__}{ending}")
    for ending in BESIDE
    for spelling in SPELLINGS
    if spelling is not hard or ending not in ("-wal", "-shm")  # SQLite removes those, and a link is then another file
]


@pytest.mark.parametrize(("ending", "spelling"), PLACES)
def test_no_spelling_of_a_kept_file_is_written_to(
    ludograph: Ludograph, recorded: str, ending: str, spelling: Spelling
) -> None:
    kept = ludograph.store.with_name(ludograph.store.name + ending)
    before = kept.read_bytes() if kept.exists() else b""
    path = spelling(kept)
    assert str(path) in ludograph.refused("export", recorded, "-o", path)
    assert (kept.read_bytes() if kept.exists() else b"") == before


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("ending", ["-wal", ".duckdb", ".as-table.duckdb.lock"])
def test_every_writer_asks_before_it_writes(ludograph: Ludograph, recorded: str, ending: str, writer: str) -> None:
    kept = ludograph.store.with_name(ludograph.store.name + ending)
    target = ludograph.folder / f"link{ENDINGS.get(writer, '')}"
    target.symlink_to(kept)
    assert str(target) in ludograph.refused(*WRITERS[writer], target)
    assert target.is_symlink()


@pytest.mark.parametrize("observer", ["judge", "table", "Ann"])
def test_every_file_that_an_archive_leaves_is_kept(
    ludograph: Ludograph, recorded: str, monkeypatch: pytest.MonkeyPatch, observer: str
) -> None:
    monkeypatch.setenv("LUDOGRAPH_CACHE", str(ludograph.folder / "cache"))
    ludograph("query", "SELECT 1 AS a", "--as", observer)
    monkeypatch.delenv("LUDOGRAPH_CACHE")
    ludograph("query", "SELECT 1 AS a", "--as", observer)
    monkeypatch.setenv("LUDOGRAPH_CACHE", str(ludograph.folder / "cache"))
    found = [path for path in ludograph.folder.iterdir() if "duckdb" in path.name or "cache" in path.name]
    assert len(found) >= 4, found
    for path in found:
        before = path.read_bytes()
        assert str(path) in ludograph.refused("export", recorded, "-o", path)
        assert path.read_bytes() == before


def test_the_archive_that_an_option_names_is_kept(ludograph: Ludograph, recorded: str) -> None:
    cache = ludograph.folder / "cache"
    query = ("query", "SELECT 1 AS a", "--format", "csv", "--cache", cache, "-o", cache)
    assert "is the archive beside the store" in ludograph.refused(*query)


@pytest.mark.parametrize("ending", [".lock", ".new", ".wal"])
def test_what_lies_beside_an_archive_is_never_the_store(tmp_path: Path, ending: str) -> None:
    own = Ludograph(tmp_path)
    own.store = tmp_path / f"matches{ending}"
    own("import", own.file("match.jsonl", HEADER, FLIP, CALL))
    before = own.store.read_bytes()
    assert "is the store itself" in own.refused("query", "SELECT 1", "--cache", tmp_path / "matches")
    assert own.store.read_bytes() == before


def test_a_store_behind_a_link_is_kept_under_both_names(ludograph: Ludograph, recorded: str) -> None:
    link = ludograph.folder / "link.sqlite"
    link.symlink_to(ludograph.store)
    other = Ludograph(ludograph.folder)
    other.store = link
    for name in ("store.sqlite", "store.sqlite-wal", "link.sqlite", "link.sqlite-wal", "link.sqlite.duckdb"):
        assert name in other.refused("export", recorded, "-o", ludograph.folder / name)


@pytest.mark.parametrize("name", ["store.sqlite.bak", "store.sqlite.jsonl", "xstore.sqlite-wal", "store.duckdb"])
def test_other_names_are_free(ludograph: Ludograph, recorded: str, name: str) -> None:
    ludograph("export", recorded, "-o", ludograph.folder / name)
    assert (ludograph.folder / name).read_text() == ludograph("export", recorded)


@slow
def test_a_lake_neither_holds_the_store_nor_sweeps_it(ludograph: Ludograph, recorded: str) -> None:
    lake = ludograph.folder / "lake"
    ludograph("lake", lake)
    inside = Ludograph(lake)
    inside.store = lake / "runs" / "matches.parquet"
    ludograph.store.rename(inside.store)
    assert "lies in" in inside.refused("lake", lake)
    assert inside.json("result", recorded)["steps"] == 2


@pytest.mark.parametrize("name", [".lock", "manifest.json", "now", "runs", ".link"])
def test_a_lake_does_not_write_through_a_link_to_the_store(ludograph: Ludograph, recorded: str, name: str) -> None:
    lake = ludograph.folder / "lake"
    lake.mkdir()
    (lake / name).symlink_to(log_of(ludograph.store))
    assert "is the store itself" in ludograph.refused("lake", lake)
    assert not log_of(ludograph.store).exists()


def test_a_link_is_written_through(ludograph: Ludograph, recorded: str) -> None:
    file, link = ludograph.folder / "file.jsonl", ludograph.folder / "link.jsonl"
    link.symlink_to(file)
    ludograph("export", recorded, "-o", link)
    assert link.is_symlink()
    assert file.read_text() == ludograph("export", recorded)


@pytest.mark.parametrize("mode", [">", ">>", "|"])
def test_devices_and_pipes_are_written_to_as_they_are(ludograph: Ludograph, recorded: str, mode: str) -> None:
    out = ludograph.folder / "out.jsonl"
    out.write_text("before\n")
    command = f"{sys.executable} -m ludograph.cli.main --store {ludograph.store} export {recorded} -o /dev/stdout"
    subprocess.run(f"{command} {'| cat >' if mode == '|' else mode} {out}", shell=True, check=True)
    assert out.read_text() == ("before\n" if mode == ">>" else "") + ludograph("export", recorded)


def test_a_folder_is_refused_in_a_sentence(ludograph: Ludograph, recorded: str) -> None:
    said = ludograph.refused("export", recorded, "-o", ludograph.folder)
    assert said == f"{ludograph.folder} is a folder: name a file in it.\n"


@pytest.mark.parametrize("ending", BESIDE)
def test_sql_that_may_write_files_writes_none_beside_the_store(
    ludograph: Ludograph, recorded: str, ending: str
) -> None:
    kept = ludograph.store.with_name(ludograph.store.name + ending)
    for sql in (f"COPY (SELECT 1 AS a) TO '{kept}' (FORMAT csv)", f"ATTACH '{kept}' AS other"):
        assert "name another file" in ludograph.refused("query", "--allow-files", sql)
        assert not kept.exists() or kept.read_bytes() != b"a\n1\n"
    ludograph("query", "--allow-files", f"COPY (SELECT 1 AS a) TO '{ludograph.folder / 'plain.csv'}'")
