"""What Python is told of a question that takes long before it can be answered: by the logger `ludograph`."""

import logging
from time import monotonic
from typing import Final

LOGGER: Final = logging.getLogger("ludograph")
PATIENCE: Final = 2.0
"""Seconds after which somebody wants to know what they are waiting for."""


def tell_waiting(sentence: str) -> None:
    """Says what is waited for."""
    LOGGER.warning("%s", sentence)


class LateNotice:
    """Takes how far an archive has caught up, from 0 to 1; says so once, where that takes long."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._begun: float | None = None
        self._told = False

    def __call__(self, done: float) -> None:
        """Takes how far it is, and says so where the first time was long ago."""
        self._begun = monotonic() if self._begun is None else self._begun
        if not self._told and done < 1 and monotonic() - self._begun >= self._patience:
            self._told = True
            tell_waiting(
                f"What was recorded is taken in before the first answer: {done:.0%} so far. It is kept for the next "
                "time. `ludograph.open(..., progress=print)` tells how far it is."
            )
