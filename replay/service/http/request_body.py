"""Request bodies: their names in the OpenAPI document and their size limits."""

from collections.abc import Callable
from typing import Any, ClassVar, Final, TypeVar

from msgspec import Struct

from ludograph.replay.service.http.responses import BadRequest

B = TypeVar("B", bound=type[Struct])
MOST_ENTRIES: Final = 1_000
"""Entries in all lists and objects of a body: more than a tournament has players, or a deal cards."""


class RequestBody(Struct, forbid_unknown_fields=True):
    """A body with known fields and a limited number of entries, so that a small request cannot cause long work.

    Raises `BadRequest` (413) while it is read, before anything is done with it.
    """

    most_entries: ClassVar[int] = MOST_ENTRIES

    def __post_init__(self) -> None:
        count = sum(_entries(getattr(self, name)) for name in self.__struct_fields__)
        if count > self.most_entries:
            raise BadRequest(413, f"This request has {count:,} entries: send at most {self.most_entries:,} at once.")


def _entries(value: Any) -> int:
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list | tuple):
        return 0
    return len(value) + sum(map(_entries, value))


def documented_as(name: str) -> Callable[[B], B]:
    """Give a body this name in the OpenAPI document.

    Programs may generate code from that document, so the name is kept whatever the class is called.
    """

    def named(body: B) -> B:
        # Litestar takes a title from the first, and the key of the component from the second.
        documented: Any = body
        documented.__schema_name__ = name
        documented.__qualname__ = name
        return body

    return named
