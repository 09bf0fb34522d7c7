"""Whether the store can be reached, as it was found when it was looked at last: telling it waits for nothing."""

from time import monotonic


class StoreHealth:
    """Whether the store answered lately; whoever makes this has just opened it."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._failed = False
        self._last = monotonic()

    def found(self) -> None:
        """Takes down that the store was looked at, and answered."""
        self._failed, self._last = False, monotonic()

    def missed(self) -> None:
        """Takes down that the store was looked at, and did not answer."""
        self._failed = True

    @property
    def age(self) -> float:
        """Seconds since the store answered last."""
        return monotonic() - self._last

    @property
    def ok(self) -> bool:
        """Whether the store answered when it was looked at last, which was within the deadline."""
        # By the age too: a look that hangs is neither an answer nor a failure.
        return not self._failed and self.age < self._deadline
