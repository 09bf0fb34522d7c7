"""A service for tests that need no other settings than the usual ones."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.running import Service, running


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    for name in ("LUDOGRAPH_STORE", "LUDOGRAPH_BY", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    with running(tmp_path / "store.sqlite") as found:
        yield found
