"""Every scenario is so, and together they cite every rule that a refusal can cite."""

import re
from pathlib import Path

import pytest

from ludograph.domain.games import GAMES
from tests.scenario import Play, scenario_files


@pytest.mark.parametrize("path", scenario_files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_scenario(path: Path) -> None:
    Play(path).run()


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_a_refusal_cites_exists_and_is_cited_by_a_scenario(game: str) -> None:
    folder = Path(__file__).parents[1] / "domain" / "games" / game.replace("-", "_")
    prefix = next(iter(GAMES[game].rules)).partition("-")[0]
    code = {file.name: file.read_text() for file in folder.glob("*.py") if file.name != "rules.py"}
    told = set(re.findall(rf'"({prefix}-\d+\.\d+)"', code.pop("words.py") + code.pop("terms.py")))
    named = set(re.findall(rf'"({prefix}-\d+\.\d+)"', "".join(code.values())))
    assert named | told <= set(GAMES[game].rules), "a rule is cited that does not exist"
    shown = set()
    for path in scenario_files():
        if path.parent.name == game:
            shown |= set(re.findall(r"^!.*=> *(\S+)", path.read_text(), re.MULTILINE))
    assert named <= shown, f"no scenario cites {sorted(named - shown)}"
