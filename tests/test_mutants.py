"""What `python -m tests.mutants` tries: every file of the program, by the tests that come past it."""

from pathlib import Path

from ludograph.domain.kernel.play import play
from tests.mutants.__main__ import PACKAGES, package_of, sources
from tests.mutants.entered import ROOT, names_of
from tests.rooms import PACKAGES as FOLDERS


def test_every_file_is_in_one_package() -> None:
    every = sorted(path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    assert sorted(path for package in PACKAGES for path in sources(package)) == every


def test_every_package_has_files_in_each_of_its_folders() -> None:
    for package, folders in PACKAGES.items():
        assert {folder for folder in folders for path in sources(package) if path.startswith(f"{folder}/")} == {
            *folders
        }, package


def test_a_file_belongs_to_the_nearest_folder() -> None:
    assert package_of("replay/service/routes/lobby.py") == "service"
    assert package_of("replay/__init__.py") == "replay"


def test_a_function_goes_by_the_file_that_a_fault_is_put_into() -> None:
    (name,) = names_of({0: play.__code__})
    path, _, function = name.partition(":")
    assert (path, function) == ("domain/kernel/play.py", "play")
    assert (ROOT / path).samefile(Path(play.__code__.co_filename))
