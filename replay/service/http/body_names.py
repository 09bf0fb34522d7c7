"""The names of request bodies in the OpenAPI document.

Programs may generate code from that document, so a name that it has is kept whatever the class is called here.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

B = TypeVar("B", bound=type[Struct])


def documented_as(name: str) -> Callable[[B], B]:
    """Gives a body this name in the OpenAPI document."""

    def named(body: B) -> B:
        # Litestar takes a title from the first, and the key of the component from the second.
        documented: Any = body
        documented.__schema_name__ = name
        documented.__qualname__ = name
        return body

    return named
