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
