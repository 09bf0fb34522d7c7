"""The health of the store, from the last look at it and the last writes to it: asking waits for nothing."""

from time import monotonic
from typing import Final

from ludograph.domain.store.errors import Replaced, StoreError

REMEMBERED: Final = 60.0
"""Seconds that a failed write counts, so that a service to which nobody writes any more recovers by itself."""
SILENT: Final = "The store does not answer."
UNANCHORED: Final = "The anchor of the store could not be written: ask the person who runs this service."


class StoreHealth:
    """The last answer of the store and the last failure to write; made just after the store was opened."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._read_failure = ""
        self._replaced: Replaced | None = None
        self._last = monotonic()
        # One value for each, put in place by one assignment, because entries are written in threads.
        self._entry_failure = self._anchor_failure = ("", self._last)

    def found(self) -> None:
        """Record that the store was read."""
        self._read_failure, self._replaced, self._last = "", None, monotonic()

    def missed(self, wrong: StoreError) -> None:
        """Record that the store could not be read."""
        self._read_failure = wrong.public
        self._replaced = wrong if isinstance(wrong, Replaced) else self._replaced

    def check_same(self) -> None:
        """Raise `Replaced` if another store was put in the place of the one that this service has read."""
        if self._replaced is not None:
            raise self._replaced

    def wrote(self, failure: StoreError | None) -> None:
        """Record the outcome of a write to the store: why it was refused, None if it is on the disk."""
        self._entry_failure = ("" if failure is None else failure.public, monotonic())

    def anchored(self, *, written: bool) -> None:
        """Record whether the last anchor is in its file."""
        self._anchor_failure = ("" if written else UNANCHORED, monotonic())

    @property
    def age(self) -> float:
        """Seconds since the store answered last."""
        return monotonic() - self._last

    @property
    def problem(self) -> str:
        """A sentence that names no path or address; empty if the store answers and takes entries."""
        if self._read_failure:
            return self._read_failure
        # By the age too: a look that hangs is neither an answer nor a failure.
        if self.age >= self._deadline:
            return SILENT
        failures = (self._entry_failure, self._anchor_failure)
        return next((why for why, at in failures if why and monotonic() - at < REMEMBERED), "")
