"""The types of Struct fields as plain data: what notation, sentences, help and tables are driven by."""

import types
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import fields as struct_fields

from ludograph.domain.kernel.cards import CardMark
from ludograph.domain.kernel.marks import BySeatMark, Cites, HeldMark, Question, SeatMark, Secret

Kind = Literal["card", "seat", "number", "flag", "word", "text", "list", "struct", "either"]


class Shape(Struct, frozen=True):
    """What values of a type look like.

    `word`: one of `words`. `list`: of `item`, in JSON by player where `by_seat`. `struct`: a nested Struct. `either`:
    one of `shapes`. `optional`: may be None.
    """

    kind: Kind
    optional: bool = False
    by_seat: bool = False
    words: tuple[str, ...] = ()
    item: "Shape | None" = None
    struct: type[Struct] | None = None
    shapes: tuple["Shape", ...] = ()

    @property
    def holds_cards(self) -> bool:
        """Whether there are codes of cards in such values, at any depth."""
        inner = [self.item, *self.shapes] + ([f.shape for f in fields_of(self.struct)] if self.struct else [])
        return self.kind == "card" or any(shape is not None and shape.holds_cards for shape in inner)


class Field(Struct, frozen=True):
    """A field of a Struct with what its annotations say."""

    name: str
    shape: Shape
    required: bool
    default: Any
    secret: Secret | None
    cites: str | None
    strangers: str | None
    faceless: str | None
    about: str
    question: Question | None
    held: bool = False
    """Whether its cards are some of those before who acts, or in their hand."""


@cache
def fields_of(struct: type[Struct]) -> tuple[Field, ...]:
    """The fields of a Struct, in their order."""
    hints = get_type_hints(struct, include_extras=True)
    return tuple(
        _field(info.name, hints[info.name], info.required, None if info.default is NODEFAULT else info.default)
        for info in struct_fields(struct)
    )


def _field(name: str, hint: Any, required: bool, default: Any) -> Field:
    marks = _marks(hint)
    secret = next((mark for mark in marks if isinstance(mark, Secret)), None)
    cites = next((mark for mark in marks if isinstance(mark, Cites)), Cites(None))
    about = next((mark.description or "" for mark in marks if isinstance(mark, Meta)), "")
    rules = (cites.rule, cites.strangers, cites.faceless)
    held = any(isinstance(mark, HeldMark) for mark in marks)
    question = next((mark for mark in marks if isinstance(mark, Question)), None)
    return Field(name, shape_of(hint), required, default, secret, *rules, about, question, held)


@cache
def shape_of(hint: Any) -> Shape:
    """The shape of a type annotation; raises TypeError for one that nothing here can read."""
    marks = _marks(hint)
    if any(isinstance(mark, CardMark) for mark in marks):
        return Shape("card")
    if any(isinstance(mark, SeatMark) for mark in marks):
        return Shape("seat")
    inner = get_args(hint)[0] if marks else hint
    if marks and not any(isinstance(mark, BySeatMark) for mark in marks):
        return shape_of(inner)
    if get_origin(inner) is tuple:
        item = get_args(inner)
        return Shape("list", by_seat=bool(marks), item=shape_of(item[0]) if item else None)
    return _plain_shape(inner)


def _plain_shape(hint: Any) -> Shape:
    simple: dict[Any, Shape] = {int: Shape("number"), bool: Shape("flag"), str: Shape("text")}
    if hint in simple:
        return simple[hint]
    if get_origin(hint) is Literal:
        return Shape("word", words=get_args(hint))
    if get_origin(hint) in (Union, types.UnionType):
        return _either(tuple(get_args(hint)))
    if isinstance(hint, type) and issubclass(hint, Struct):
        return Shape("struct", struct=hint)
    raise TypeError(f"Fields of type {hint} cannot be read or written.")


def _either(members: tuple[Any, ...]) -> Shape:
    shapes = tuple(shape_of(member) for member in members if member is not type(None))
    optional = len(shapes) < len(members)
    if len(shapes) > 1:
        return Shape("either", optional=optional, shapes=shapes)
    only = shapes[0]
    return Shape(only.kind, optional, only.by_seat, only.words, only.item, only.struct, only.shapes)


def _marks(hint: Any) -> tuple[Any, ...]:
    return tuple(hint.__metadata__) if get_origin(hint) is Annotated else ()
