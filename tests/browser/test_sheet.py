"""Pages of a tournament to print: as they are seen in a browser, and on paper."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludograph.domain.tournaments.scores.scoring import BREAKING
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


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_sheets_are_made_for_a_size_of_paper(
    chromium: Any, sheets: dict[str, Path], monkeypatch: pytest.MonkeyPatch, paper: str, size: tuple[int, int]
) -> None:
    monkeypatch.delenv("LUDOGRAPH_STORE", raising=False)
    ludograph = Ludograph(sheets["round"].parent)
    for name, words, parts in (("round", ("--round", "1"), 4), ("whole", (), 2)):
        ludograph("tournament", "sheet", "C", *words, "--paper", paper, "-o", sheets[name])
        opened = Shown(chromium, sheets[name])
        printed: bytes = opened.tab.pdf(prefer_css_page_size=True)
        boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", printed)
        assert {(round(float(wide)), round(float(high))) for wide, high in boxes} == {size}
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == parts
        opened.context.close()


A4_WITHIN_MARGINS = {"width": 680, "height": 1009}
WORDS = """() => [...document.querySelectorAll('td, .number')].filter((cell) => {
  const words = document.createRange();
  words.selectNodeContents(cell);
  return cell.textContent.trim() && new Set([...words.getClientRects()].map((one) => Math.round(one.top))).size > 1;
}).map((cell) => cell.textContent)"""


def test_no_word_is_broken_however_narrow_its_column_is(chromium: Any, tmp_path: Path) -> None:
    ludograph = Ludograph(tmp_path)
    breaks = ("--tie-breaks", ",".join(BREAKING))
    ludograph("tournament", "new", "Cup", "--id", "C", "--scoring", "places=5,3,1", *breaks)
    ludograph("tournament", "enter", "C", "Maximilian-Alexander Oberhuber", "Ben", "Cleo")
    ludograph("tournament", "seat", "C", "--game", "sun-bid", "--seed", "1")
    forfeits = ("Maximilian-Alexander Oberhuber=forfeit", "Ben=12", "Cleo=forfeit")
    ludograph("tournament", "result", "C", "1", "1", *forfeits)
    for name, words in (("round", ("--round", "1")), ("whole", ())):
        path = tmp_path / f"{name}.html"
        ludograph("tournament", "sheet", "C", *words, "-o", path)
        for width in (320, 794):
            opened = Shown(chromium, path, viewport={"width": width, "height": 800})
            assert opened.tab.evaluate(WORDS) == []
            if name == "whole":
                opened.tab.set_viewport_size(A4_WITHIN_MARGINS)
                opened.tab.emulate_media(media="print")
                assert opened.tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
            opened.context.close()
