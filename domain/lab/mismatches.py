"""Where what was made up tells a seat something else than its record does."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.shapes import fields_of


class Mismatch(NamedTuple):
    """What the record says, and what was made up in its place; None where the whole is of another shape."""

    wanted: Any
    made: Any


def mismatches(wanted: Any, made: Any) -> Iterator[Mismatch]:
    """The places where two values differ; what the record itself does not know can be anything.

    That is a `??`, and a None where somebody may not see what stands there.
    """
    if wanted == made or (isinstance(wanted, str) and wanted == UNKNOWN):
        return
    if isinstance(wanted, Struct) and type(wanted) is type(made):
        for field in fields_of(type(wanted)):
            value = getattr(wanted, field.name)
            if value is not None or field.secret is None or "*" in field.secret.seen_by:
                yield from mismatches(value, getattr(made, field.name))
    elif isinstance(wanted, tuple) and isinstance(made, tuple) and len(wanted) == len(made):
        yield from in_rows(wanted, made)
    else:
        yield Mismatch(wanted, made)


def in_rows(wanted: Sequence[Any], made: Sequence[Any]) -> Iterator[Mismatch]:
    """The places where rows of values differ, entry by entry, and one more where one of them is longer."""
    for one, other in zip(wanted, made, strict=False):
        yield from mismatches(one, other)
    if len(wanted) != len(made):
        yield Mismatch(None, None)
