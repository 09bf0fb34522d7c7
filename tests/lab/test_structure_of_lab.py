"""What keeps the lab from peeking: it is given views, and knows no records."""

import ast
from pathlib import Path

from tests.rooms import imports_of

LAB = Path(__file__).parents[2] / "domain" / "lab"


def test_nothing_in_the_lab_can_reach_a_record() -> None:
    for path in LAB.glob("*.py"):
        rooms = {name.split(".")[1] for name in imports_of(path) if name.startswith("domain.")}
        assert rooms <= {"kernel", "lab"}, path.name


def test_nothing_in_the_lab_takes_the_state_of_a_judge() -> None:
    """States are called `view`, or `world` where they were made up from one."""
    for path in LAB.glob("*.py"):
        tree = ast.parse(path.read_text())
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert not names & {"JUDGE", "Match", "Recorder"}, path.name
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                assert not {"state", "match"} & {one.arg for one in node.args.args}, f"{path.name}: {node.name}"
