"""One stamp for everything that is recorded, so that records differ only in what a test is about."""

import pytest

from ludograph.domain.match.aggregate import Stamp
from ludograph.domain.store.recorder import Recorder


def stamp_always(patch: pytest.MonkeyPatch, stamp: Stamp) -> None:
    """Let every recorder stamp what it records like this."""
    for name in ("stamp", "next_stamp"):
        patch.setattr(Recorder, name, lambda self: stamp)
