"""Pages of a tournament to print: as they are seen in a browser, and on paper."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import DESK, PHONE, Shown
from tests.browser.test_access import objections
from tests.cli.conftest import Ludograph
from tests.tournaments.cup import played_cup

__all__ = ["objections"]


@pytest.fixture
def sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Pages of a round, and of the whole tournament."""
    monkeypatch.delenv("LUDOGRAPH_STORE", raising=False)
    ludograph = Ludograph(tmp_path)
    played_cup(ludograph)
    found = {"round": tmp_path / "round.html", "whole": tmp_path / "whole.html"}
    ludograph("tournament", "sheet", "C", "--round", "1", "-o", found["round"])
    ludograph("tournament", "sheet", "C", "-o", found["whole"])
    return found


@pytest.mark.parametrize("viewport", [DESK, PHONE])
def test_nothing_is_objected_to_and_nothing_runs_over(
    chromium: Any, sheets: dict[str, Path], viewport: Any, objections: Callable[[Shown], list[str]]
) -> None:
    for path in sheets.values():
        opened = Shown(chromium, path, viewport=viewport)
        assert objections(opened) == []
        assert opened.tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
        opened.context.close()
        assert opened.wrong == []


def test_every_part_begins_on_a_page_of_its_own(chromium: Any, sheets: dict[str, Path]) -> None:
    parts = {"round": 4, "whole": 2}
    for name, path in sheets.items():
        opened = Shown(chromium, path)
        printed: bytes = opened.tab.pdf(format="A4", prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == parts[name]
        opened.context.close()
