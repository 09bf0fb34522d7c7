"""How long anybody waits here for their turn: as long as for an answer of the store, and not for ever."""

from collections.abc import Iterator
from contextlib import contextmanager

from anyio import fail_after

from ludograph.domain.store.errors import Unanswered


@contextmanager
def fail_unanswered(seconds: float, why: str) -> Iterator[None]:
    """Lets what is awaited inside take so many seconds. Raises `Unanswered` with this sentence where it takes more."""
    try:
        with fail_after(seconds):
            yield
    except TimeoutError:
        raise Unanswered(why) from None
