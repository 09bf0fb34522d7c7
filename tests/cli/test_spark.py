"""`spark` on the command line where Spark or Java is missing, or something is asked amiss; see `tests/spark` too."""

from pathlib import Path

import pytest

from ludograph.analytics.spark import session
from tests.cli.conftest import Ludograph


def test_it_says_what_to_install(ludograph: Ludograph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "NEEDED", ("no_such_module",))
    told = ludograph.refused("spark", "report", tmp_path, "games")
    assert told == "Spark is not installed. Install ludograph[spark]: pip install 'ludograph[spark]'.\n"
    monkeypatch.setattr(session, "NEEDED", ())
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    told = ludograph.refused("spark", "query", tmp_path, "FROM matches")
    assert told.startswith("Spark runs on Java 17 or newer, and there is none here: install one")


def test_what_is_asked_amiss_is_said_before_spark_is_started(ludograph: Ludograph, tmp_path: Path) -> None:
    assert "There is no report gmaes. Did you mean games" in ludograph.refused("spark", "report", tmp_path, "gmaes")
    assert "does not exist" in ludograph.refused("spark", "recheck", tmp_path / "none", code=2)
    told = ludograph.refused("spark", "recheck", tmp_path, "--game", "sun-bid", "-o", "must_touch=true")
    assert told == "No such option in sun-bid: must_touch. `ludograph games GAME` lists those of a game.\n"
