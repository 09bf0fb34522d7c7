"""`report NAME --page` writes one page to share, and a killed command leaves nothing of a file behind."""

import re
import signal
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.cli.conftest import Ludograph


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Ludograph:
    """A store with matches between players one of whom has a tag for a name."""
    ludograph = Ludograph(tmp_path_factory.mktemp("page"))
    players = "Ann,Bob,<b>Cat</b>"
    ludograph(
        "simulate", "sun-bid", "-n", "3", "--seats", "3", "--seed", "1", "--max-steps", "30", "--players", players
    )
    return ludograph


class Tags(HTMLParser):
    """What a page has of each tag, and the ids in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.counts: dict[str, int] = {}
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.counts[tag] = self.counts.get(tag, 0) + 1
        self.ids += [value for name, value in attrs if name == "id" and value]


def test_a_page_holds_what_a_report_says_its_picture_and_its_rows(made: Ludograph, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert made.run("report", "sun-bid/bidders", "--page", page).stderr.endswith(f"Wrote {page}.\n")
    text = page.read_text()
    tags = Tags(text)
    rows = len(made.lines("report", "sun-bid/bidders"))
    assert tags.counts["tr"] == rows + 1
    assert tags.counts["svg"] == 3 + 1, "a picture for light and dark screens and for paper, and the emblem"
    assert len(set(tags.ids)) == len(tags.ids), "no id is there twice"
    assert "How each player bids" in text
    assert "script" not in tags.counts
    assert not re.findall(r'(?:src|href)="(?!#)', text), "it needs nothing else"
    assert "&lt;b&gt;Cat&lt;/b&gt;" in text
    assert "b" not in tags.counts


def test_a_report_that_is_not_drawn_has_a_page_too(made: Ludograph, tmp_path: Path) -> None:
    made("report", "corrections", "--page", tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text()
    assert "<figure>" not in text
    assert "Nothing recorded fits." in text


def test_what_does_not_go_together_is_said(made: Ludograph, tmp_path: Path) -> None:
    assert "leave out --plot" in made.refused("report", "players", "--page", tmp_path / "a.html", "--plot", code=2)
    assert "end in .html" in made.refused("report", "players", "--page", tmp_path / "a.pdf", code=2)
    assert "Say which report" in made.refused("report", "--page", tmp_path / "a.html", code=2)


@pytest.mark.parametrize("theme", ["dark", "print"])
def test_a_picture_has_the_theme_that_is_asked_for(made: Ludograph, tmp_path: Path, theme: str) -> None:
    made("report", "players", "-o", tmp_path / "a.svg", "--theme", theme)
    ground = {"dark": "#1f2227", "print": "#ffffff"}[theme]
    assert f"fill: {ground}" in (tmp_path / "a.svg").read_text()


WRITING = """
import sys
from pathlib import Path
from ludograph.cli.printing import files
files.refuse_store_file = lambda path: None
with files.saving(Path(sys.argv[1])) as out:
    out.write(b"half")
    out.flush()
    print("writing", flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere files have a name from the first")
def test_whoever_kills_a_command_while_it_writes_finds_no_part_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "picture.svg"
    file.write_text("before")
    command = [sys.executable, "-c", WRITING, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"writing\n"
        running.send_signal(signal.SIGKILL)
    assert [path.name for path in tmp_path.iterdir()] == ["picture.svg"]
    assert file.read_text() == "before"
