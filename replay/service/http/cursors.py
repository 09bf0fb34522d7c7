"""Cursors: how far a reader has read the record of a match or a tournament, and of which record.

A version alone fits every record that is long enough. After an older copy of the store was restored, and recorded in,
the same number means another event, so a cursor also has the first digits of that event's digest.
"""

import re
from collections.abc import Sequence
from typing import Annotated, Any, Final, NamedTuple, Protocol

from litestar.params import QueryParameter

from ludograph.replay.service.http.responses import BadRequest

DIGITS: Final = 8
"""Digits of a digest in a cursor: two records with the same ones at a version are a coincidence of 1 in 2^32."""
WRITTEN: Final = re.compile(rf"(\d{{1,9}})(?:-([0-9a-f]{{{DIGITS}}}))?", re.ASCII)
SeenCursor = Annotated[
    str | None,
    QueryParameter(name="seen", description="A cursor: `reset` in the answer says that it does not fit the record."),
]


class Sealed(Protocol):
    """An event with its digest."""

    @property
    def digest(self) -> str:
        """SHA-256 of the event, as hex."""


class Recorded(Protocol):
    """A match or a tournament."""

    @property
    def version(self) -> int:
        """The number of events so far."""

    @property
    def head(self) -> str:
        """The digest of the newest event."""


class RecordCursor(NamedTuple):
    """A version, and the first digits of the digest of its event; without those it is a bare version."""

    version: int
    head: str = ""

    def __str__(self) -> str:
        return f"{self.version}-{self.head}" if self.head else str(self.version)

    def fits(self, history: Sequence[Sealed]) -> bool:
        """Whether these events go on from there. Version 0, before the first event, always fits."""
        if self.version > len(history):
            return False
        return not self.version or history[self.version - 1].digest.startswith(self.head)


START: Final = RecordCursor(0)


def cursor_of(recorded: Recorded) -> RecordCursor:
    """The cursor of a reader who has read all of a match or a tournament."""
    return RecordCursor(recorded.version, recorded.head[:DIGITS])


def cursor_in(text: str) -> RecordCursor | None:
    """A cursor as it is written, `5` or `5-1a2b3c4d`; None if the text is not one."""
    found = WRITTEN.fullmatch(text)
    return None if found is None else RecordCursor(int(found[1]), found[2] or "")


def cursor_json(recorded: Recorded) -> dict[str, Any]:
    """The cursor as fields of an answer: `version` and `head`."""
    return cursor_of(recorded)._asdict()


def reset_json(seen: str | None, history: Sequence[Sealed]) -> dict[str, Any]:
    """Return `{"reset": True}` if a reader's cursor does not fit these events, else nothing. Raises `BadRequest`."""
    if seen is None:
        return {}
    cursor = cursor_in(seen)
    if cursor is None:
        raise BadRequest(422, "`seen` is a version and the head of that, such as 5-1a2b3c4d.")
    return {} if cursor.fits(history) else {"reset": True}
