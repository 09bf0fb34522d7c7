"""The generated pages are up to date."""

from difflib import unified_diff

from tests.documents import pages


def test_generated_pages_are_up_to_date() -> None:
    for path, text in pages().items():
        old = path.read_text() if path.exists() else ""
        difference = unified_diff(old.splitlines(), text.splitlines(), path.name, "generated", lineterm="")
        assert old == text, "run `python -m tests.documents`\n" + "\n".join(difference)
