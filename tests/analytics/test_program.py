"""What follows from the program alone is remembered, and never believed of another program."""

import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

import ludograph
from ludograph.analytics.archive import program


def test_all_files_from_which_it_follows_are_looked_at() -> None:
    """But for those of the derived tables, of which only the names are remembered."""
    code = "import sys\nfrom ludograph.analytics.tables.schema import schema_fingerprint\nschema_fingerprint()\n"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    ours = [name.split(".") for name in done.stdout.split() if name.startswith("ludograph.")]
    modules = {"/".join(name[1:]) for name in ours if len(name) > 2}
    assert modules
    assert [one for one in modules if not one.startswith(program.FOLDERS)] == []


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the files, in place of those of the program."""
    for folder in program.FOLDERS:
        copytree(program.ROOT / folder, tmp_path / folder)
    monkeypatch.setattr(program, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "file", ["domain/games/sun_bid/facts.py", "analytics/tables/schema.py", "analytics/sql/views/received.sql"]
)
def test_a_changed_file_is_another_program(root: Path, file: str) -> None:
    known = program._files()[0]
    assert program._files()[0] == known
    path = root / file
    text = path.read_text()
    path.write_text(text.swapcase())
    assert program._files()[0] != known, "though its size is what it was"
    path.write_text(text)
    assert program._files()[0] == known
    path.with_name(f"new_{path.name}").write_text("")
    assert program._files()[0] != known


def test_what_changed_since_the_program_was_loaded_is_not_remembered(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def cached(kind: str, *_: object) -> bytes:
        asked.append(kind)
        return program._worked_out()

    monkeypatch.setattr(program, "cached", cached)
    for loaded_at, remembered in ((program._files()[1], []), (program._files()[1] + 10**10, ["schema"])):
        monkeypatch.setattr(ludograph, "LOADED_AT", loaded_at)
        program.schema_facts.__wrapped__()
        assert asked == remembered
