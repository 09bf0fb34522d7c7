"""What `python -m tests.mutants` tries: every file of the program, by the tests that come past it."""

from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

from tests.mutants.__main__ import PACKAGES, package_of, sources
from tests.mutants.entered import FUNCTIONS, NOTED, ROOT, Loader, source_path
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


def test_a_function_is_noted_by_the_file_that_a_fault_is_put_into() -> None:
    assert source_path(Path("ludograph/domain/kernel/play.py")) == "domain/kernel/play.py"
    assert source_path(Path("tests/test_mutants.py")) is None


def test_a_function_notes_that_it_is_entered() -> None:
    loader = Loader("ludograph.domain.kernel.noted", str(ROOT / "ludograph/domain/kernel/cards.py"))
    module = module_from_spec(spec_from_loader(loader.name, loader) or pytest.fail("a loader makes a spec"))
    loader.exec_module(module)
    NOTED.clear()
    module.once_each(("9MS",))
    assert [FUNCTIONS[at] for at in NOTED] == ["domain/kernel/cards.py:once_each"]
