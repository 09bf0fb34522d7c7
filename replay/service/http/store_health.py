"""Whether the store can be reached, as it was found when it was looked at last: telling it waits for nothing."""

from time import monotonic


class StoreHealth:
    """What is known of the way to the store without looking; who made this has just opened it."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._failed = False
        self._last = monotonic()

    def found(self) -> None:
        """It was looked at, and answered."""
        self._failed, self._last = False, monotonic()

    def missed(self) -> None:
        """It was looked at, and did not answer."""
        self._failed = True

    @property
    def age(self) -> float:
        """Seconds since it answered last."""
        return monotonic() - self._last

    @property
    def ok(self) -> bool:
        """Whether it answered when it was looked at last, which was within the deadline."""
        # By the age too: a look that hangs is neither an answer nor a failure.
        return not self._failed and self.age < self._deadline
