"""A service for tests that need no other settings than the usual ones, and a browser for its pages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import browser
from tests.places import place
from tests.service.running import Service, running


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    for name in ("LUDOGRAPH_STORE", "LUDOGRAPH_BY", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    with running(place(tmp_path / "store.sqlite")) as found:
        yield found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """One browser for all tests of a file."""
    with browser() as launched:
        yield launched
