"""`python -m tests.new_game` writes a game that runs at once, and for which what holds for all games holds."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ludograph.domain.games import GAMES
from tests.new_game.__main__ import prefix, values, write

ROOT = Path(__file__).parents[1]
CHECKS = ("test_scenarios.py", "test_structure.py", "games/test_endings.py", "cli/test_starting.py")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The program without its history and what it does not need to play."""
    unneeded = shutil.ignore_patterns(".*", "__pycache__", "docs", "bench", "requirements")
    return Path(shutil.copytree(ROOT, tmp_path / "copy", symlinks=True, ignore=unneeded))


def run(folder: Path, *words: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("cards", ["french", "decktet"])
def test_a_new_game_runs_and_what_holds_for_all_games_holds_for_it(copy: Path, cards: str) -> None:
    told = run(copy, "tests.new_game", "low-tide", "--cards", cards)
    assert "domain/games/low_tide" in told
    run(copy, "ruff", "check", "domain/games")
    run(copy, "ruff", "format", "--check", "domain/games")
    program = ("ludograph.cli.main", "--store", "store.sqlite")
    run(copy, *program, "new", "low-tide", "Ann", "Bob", "--id", "M", "--seed", "1")
    (first, *_) = run(copy, *program, "show", "M", "--as", "Ann").splitlines()
    assert "Low Tide" in first
    run(copy, *program, "simulate", "low-tide", "-n", "3", "--seed", "1")
    checks = [f"tests/{one}" for one in CHECKS]
    run(copy, "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-k", "low-tide", *checks)


def test_a_game_that_is_there_or_has_no_name_is_not_written(copy: Path) -> None:
    for name, said in (("sun-bid", "already"), ("Low Tide", "small letters")):
        words = [sys.executable, "-m", "tests.new_game", name]
        done = subprocess.run(words, cwd=copy, capture_output=True, text=True, check=False)
        assert (done.returncode, said in done.stderr) == (2, True)


def test_its_rules_have_letters_that_no_other_game_has() -> None:
    assert [prefix(name) for name in ("low-tide", "sun-bird", "tarn")] == ["LT", "SU", "TA"]
    assert values("low-tide", "french")["Name"] == "LowTide"
    assert not {prefix(game) for game in GAMES} & {next(iter(game.rules)).partition("-")[0] for game in GAMES.values()}


def test_everything_that_is_to_be_filled_in_is_marked(tmp_path: Path) -> None:
    (tmp_path / "domain/games").mkdir(parents=True)
    shutil.copy(ROOT / "domain/games/__init__.py", tmp_path / "domain/games")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    write(tmp_path, "low-tide", "perilous")
    marked = {path.name for path in tmp_path.rglob("*.py") if "FILL IN" in path.read_text()}
    assert marked >= {"__init__.py", "rules.py", "facts.py", "actions.py", "flow.py", "words.py", "terms.py"}
    assert '"low-tide": "low_tide"' in (tmp_path / "domain/games/__init__.py").read_text()
