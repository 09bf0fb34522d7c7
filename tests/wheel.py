"""Checks the wheel in an environment with packages of others: `python -m tests.wheel WHEEL ENVIRONMENT`.

Others call packages `domain`, `cli`, `replay` and `analytics` too. They are there before ours is installed, and still
are what they were; ours adds one name, and is imported from its own folder. The environment is made by this.
"""

import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Final

NAMES: Final = ("domain", "cli", "replay", "analytics")
OURS: Final = "ludograph"
OWNED: Final = """
from importlib.metadata import files
print(*files("ludograph"), sep="\\n")
"""
IMPORTED: Final = """
import importlib, json, sys
names = sys.argv[1:]
found = {name: importlib.import_module(name) for name in names}
import ludograph.cli.main, ludograph.domain, ludograph.replay, ludograph.analytics
print(json.dumps({
    "others": {name: [module.WHOSE, module.__file__] for name, module in found.items()},
    "ours": [module.__file__ for name, module in sys.modules.items() if name.split(".")[0] == "ludograph"],
}))
"""


def install(wheel: Path, environment: Path) -> None:
    """Makes an environment with the packages of others, and installs the wheel beside them."""
    venv.create(environment, with_pip=True)
    for name in NAMES:
        (site_of(environment) / name / "store").mkdir(parents=True)
        for path, text in other(name).items():
            (site_of(environment) / name / path).write_bytes(text)
    _run(environment, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", str(wheel))


def check(environment: Path) -> None:
    """Both are there, ours under its one name. Raises AssertionError where it is not so."""
    site = site_of(environment)
    owned = _run(environment, "-c", OWNED).splitlines()
    tops = {path.split("/")[0] for path in owned} - {".."}  # the command lies in `bin`, outside of the site's packages
    assert {top for top in tops if not (top.startswith(f"{OURS}-") and top.endswith(".dist-info"))} == {OURS}, tops
    found = json.loads(_run(environment, "-c", IMPORTED, *NAMES))
    for name in NAMES:
        assert found["others"][name] == [f"another's {name}", str(site / name / "__init__.py")]
        assert contents(site / name) == other(name)
    assert all(Path(file).is_relative_to(site / OURS) for file in found["ours"]), found["ours"]
    _run(environment, "-m", "ludograph.cli.main", "--version")
    seats(environment)


def seats(environment: Path) -> None:
    """A round is seated: the plain installation has all that the main commands need, a solver too."""
    store = ("--store", str(environment / "store.sqlite"))
    for words in (("new", "Cup"), ("enter", "Cup", *"ABCDEFGHI"), ("seat", "Cup", "--game", "sun-bid", "--size", "3")):
        told = _run(environment, "-m", "ludograph.cli.main", *store, "tournament", *words)
    assert "Table 3" in told, told


def other(name: str) -> dict[str, bytes]:
    """The files of somebody else's package."""
    return {"__init__.py": f'WHOSE = "another\'s {name}"\n'.encode(), "store/__init__.py": b""}


def site_of(environment: Path) -> Path:
    """The folder of its packages."""
    return next(environment.glob("lib/python*/site-packages")).resolve()


def contents(folder: Path) -> dict[str, bytes]:
    """Every file in a folder but what Python compiles."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _run(environment: Path, *words: str) -> str:
    done = subprocess.run(
        [environment / "bin" / "python", *words], capture_output=True, text=True, cwd="/", check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def main() -> None:
    """Says that it is so, or ends with what is not."""
    wheel, environment = map(Path, sys.argv[1:])
    install(wheel.resolve(), environment)
    check(environment)
    sys.stdout.write(f"Beside other packages called {', '.join(NAMES)} the wheel adds `{OURS}` alone.\n")


if __name__ == "__main__":
    main()
