"""The generated pages are up to date."""

from difflib import unified_diff
from pathlib import Path

import pytest

from domain.games import GAMES
from tests.documents import credits, pages

README = Path(__file__).parents[1] / "README.md"


def test_generated_pages_are_up_to_date() -> None:
    for path, text in pages().items():
        old = path.read_text() if path.exists() else ""
        difference = unified_diff(old.splitlines(), text.splitlines(), path.name, "generated", lineterm="")
        assert old == text, "run `python -m tests.documents`\n" + "\n".join(difference)


@pytest.mark.parametrize("game", GAMES)
def test_the_readme_credits_every_game(game: str) -> None:
    assert credits(GAMES[game]) in README.read_text().splitlines()
