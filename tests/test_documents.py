"""The generated pages are up to date."""

from tests.documents import pages


def test_generated_pages_are_up_to_date() -> None:
    stale = [path.name for path, text in pages().items() if not path.exists() or path.read_text() != text]
    assert not stale, "run `python -m tests.documents`"
