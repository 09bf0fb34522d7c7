"""The generated pages are up to date."""

import re
from difflib import unified_diff

from tests.documents import ROOT, pages


def test_generated_pages_are_up_to_date() -> None:
    for path, text in pages().items():
        old = path.read_text() if path.exists() else ""
        difference = unified_diff(old.splitlines(), text.splitlines(), path.name, "generated", lineterm="")
        assert old == text, "run `python -m tests.generate documents`\n" + "\n".join(difference)


def test_links_lead_to_files_that_are_there() -> None:
    """In the repository; on the site the build of the site finds out."""
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)[)#]", page.read_text()):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_what_the_pages_for_the_code_name_is_there() -> None:
    """A path of ours begins with one of the folders; `domain/games/low-tide` and other examples are no such paths."""
    for page in (ROOT / "CONTRIBUTING.md", ROOT / "docs" / "glossary.md", ROOT / "docs" / "decisions.md"):
        for path in re.findall(r"`((?:domain|cli|replay|analytics|tests|bench)/[\w/.]+)`", page.read_text()):
            assert (ROOT / path).exists(), f"{page.name}: {path}"
