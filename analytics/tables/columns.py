"""What the fields of a Struct are as columns of DuckDB: their types, and how JSON becomes values of them.

Everything follows from the types, so that nobody writes a column by hand.
"""

from collections.abc import Iterable
from datetime import date, datetime
from functools import cache
from json import dumps
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin, get_type_hints
from uuid import UUID

from msgspec import Meta, Struct
from msgspec.structs import fields as struct_fields

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import Secret
from ludograph.domain.kernel.shapes import Field, Shape, fields_of, shape_of

Structure = str | list[Any] | dict[str, Any]
"""What DuckDB's `from_json` is told of a value."""

SIMPLE: Final = {
    "card": "VARCHAR", "seat": "INTEGER", "number": "BIGINT", "flag": "BOOLEAN", "word": "VARCHAR", "text": "VARCHAR",
}  # fmt: skip
STORED: Final[dict[Any, str]] = {UUID: "UUID", datetime: "TIMESTAMPTZ", date: "DATE", float: "DOUBLE"}
"""Types that occur in events but not in games."""


class Column(NamedTuple):
    """A column: its name and type, the way to its values in JSON and what they are there, and what it holds.

    `omitted` is the SQL for the value that JSON leaves out.
    """

    name: str
    type: str
    path: tuple[str, ...]
    structure: Structure
    shape: Shape | None
    about: str
    omitted: str = ""

    def value(self, body: str) -> str:
        """The SQL for its value, where `body` is the SQL for what `from_json` made of the whole JSON."""
        parsed = ".".join((body, *map(quoted, self.path)))
        value = parsed if self.shape is None else finished(self.shape, parsed)
        return f"coalesce({value}, {self.omitted})" if self.omitted else value


@cache
def columns_of(struct: type[Struct], deck: str) -> tuple[Column, ...]:
    """A column for each field of a fact, an action, or another Struct of a game that is played with that deck."""
    brief = struct.__struct_config__.omit_defaults
    return tuple(
        Column(
            f.name, type_of(f.shape), (f.name,), structure_of(f.shape), f.shape, _about(f, deck),
            _as_sql(f.default) if brief and f.default is not None else "",
        )
        for f in fields_of(struct)
    )  # fmt: skip


@cache
def row_columns(row: type[Struct]) -> tuple[Column, ...]:
    """A column for each field of a Struct that describes the rows of a table itself."""
    hints = get_type_hints(row, include_extras=True)
    return tuple(_row_column(info.name, hints[info.name]) for info in struct_fields(row))


def structure_for(columns: Iterable[Column]) -> str:
    """What `from_json` is told to find the values of these columns, as the JSON that it takes."""
    whole: dict[str, Any] = {}
    for column in columns:
        inner = whole
        for key in column.path[:-1]:
            inner = inner.setdefault(key, {})
        inner[column.path[-1]] = column.structure
    return dumps(whole)


def type_of(shape: Shape) -> str:
    """The DuckDB type of values of a shape."""
    if shape.kind == "list":
        return f"{type_of(shape.item)}[]" if shape.item else "VARCHAR[]"
    if shape.kind == "struct":
        return _struct_type((field.name, type_of(field.shape)) for field in _fields(shape))
    if shape.kind == "either":
        known = _but_unknown(shape)
        return type_of(known) if known else _struct_type((one.kind, type_of(one)) for one in _kinds(shape))
    return "BIGINT" if _counts(shape) else SIMPLE[shape.kind]


def structure_of(shape: Shape) -> Structure:
    """What `from_json` is told of a shape; what may be of several types stays JSON until it is `finished`."""
    if shape.kind == "list":
        return [structure_of(shape.item) if shape.item else "VARCHAR"]
    if shape.kind == "struct":
        return {field.name: structure_of(field.shape) for field in _fields(shape)}
    return "JSON" if shape.kind == "either" else type_of(shape)


def finished(shape: Shape, parsed: str) -> str:
    """The SQL that makes a value of `type_of` out of one of `structure_of`."""
    if not _mixed(shape):
        return parsed
    if shape.kind == "list":
        assert shape.item is not None
        return f"list_transform({parsed}, lambda one: {finished(shape.item, 'one')})"
    if shape.kind == "struct":
        inner = (f"{quoted(f.name)} := {finished(f.shape, f'{parsed}.{quoted(f.name)}')}" for f in _fields(shape))
        return _unless_null(parsed, f"struct_pack({', '.join(inner)})")
    known = _but_unknown(shape)
    if known:
        return f"CASE WHEN json_type({parsed}) <> 'VARCHAR' THEN CAST({parsed} AS {type_of(known)}) END"
    kinds = (f"{quoted(one.kind)} := {_if_of_kind(one, parsed)}" for one in _kinds(shape))
    return _unless_null(parsed, f"struct_pack({', '.join(kinds)})")


def quoted(name: str) -> str:
    """A name as SQL has it, whatever words are reserved."""
    return '"' + name.replace('"', '""') + '"'


def text_literal(text: str) -> str:
    """A text as SQL has it."""
    return "'" + text.replace("'", "''") + "'"


def _as_sql(default: Any) -> str:
    """The default of a field as SQL has it, such as Structs leave out."""
    if isinstance(default, str):
        return text_literal(default)
    assert default == () or isinstance(default, int), f"Write down how SQL has {default!r}."
    return "[]" if default == () else str(default)


def _unless_null(parsed: str, made: str) -> str:
    return f"CASE WHEN {parsed} IS NOT NULL THEN {made} END"


def _if_of_kind(shape: Shape, parsed: str) -> str:
    """The value where the JSON is of this kind, else NULL."""
    if shape.kind in ("word", "text"):
        return f"CASE WHEN json_type({parsed}) = 'VARCHAR' THEN {parsed} ->> '$' END"
    wanted = "('ARRAY')" if shape.kind == "list" else "('UBIGINT', 'BIGINT')"
    return f"CASE WHEN json_type({parsed}) IN {wanted} THEN CAST({parsed} AS {type_of(shape)}) END"


def _counts(shape: Shape) -> bool:
    """Whether the words of a shape are numbers."""
    return shape.kind == "word" and all(isinstance(word, int) for word in shape.words)


def _mixed(shape: Shape) -> bool:
    """Whether there are values of several types in it, at any depth."""
    inner = [shape.item] + ([field.shape for field in _fields(shape)] if shape.struct else [])
    return shape.kind == "either" or any(one is not None and _mixed(one) for one in inner)


def _but_unknown(shape: Shape) -> Shape | None:
    """The shape that is left where the only word is `??`: then NULL stands for that, as for any unknown number."""
    rest = [one for one in shape.shapes if one.words != (UNKNOWN,)]
    return rest[0] if len(rest) == 1 and len(rest) < len(shape.shapes) else None


def _kinds(shape: Shape) -> tuple[Shape, ...]:
    """One shape for each kind that occurs."""
    return tuple({one.kind: one for one in shape.shapes}.values())


def _fields(shape: Shape) -> tuple[Field, ...]:
    assert shape.struct is not None
    return fields_of(shape.struct)


def _struct_type(members: Any) -> str:
    return f"STRUCT({', '.join(f'{quoted(name)} {type}' for name, type in members)})"


def _row_column(name: str, hint: Any) -> Column:
    marks = hint.__metadata__ if get_origin(hint) is Annotated else ()
    about = next((mark.description or "" for mark in marks if isinstance(mark, Meta)), "")
    bare = get_args(hint)[0] if marks else hint
    stored = next((STORED[one] for one in (bare, *get_args(bare)) if one in STORED), None)
    if stored:
        return Column(name, stored, (name,), stored, None, about)
    shape = shape_of(hint)
    return Column(name, type_of(shape), (name,), structure_of(shape), shape, about)


def _about(field: Field, deck: str) -> str:
    """What a column holds, as far as types and annotations tell."""
    told = [field.about] if field.about else []
    told += _shape_sentences(field.shape, deck)
    told += [_seen_by(field.secret)] if field.secret else []
    return " ".join(told)


def _shape_sentences(shape: Shape, deck: str) -> list[str]:
    told = [f"Entry i is for seat i.{_item_sentence(shape.item)}"] if shape.by_seat else []
    if shape.holds_cards:
        told.append(f"Cards: `code` of the deck {deck} in `cards`, or `??`.")
    if "seat" in (shape.kind, shape.item.kind if shape.item else ""):
        told.append("A seat, see `seats`; 0 is the table.")
    if shape.kind == "word":
        told.append(f"One of {', '.join(map(str, shape.words))}.")
    if shape.kind == "either" and _but_unknown(shape):
        told.append("NULL where cards that nobody saw leave it open.")
    elif shape.kind == "either":
        told.append("The member that is not NULL says of which kind it is.")
    return told


def _item_sentence(item: Shape | None) -> str:
    return f" Each is one of {', '.join(map(str, item.words))}." if item and item.kind == "word" else ""


def _seen_by(secret: Secret) -> str:
    if "*" in secret.seen_by:
        return "Everybody sees it."
    seats = [f"`{name}`" for name in secret.seen_by]
    seen = f"Seen by {' and '.join(seats)}" if seats else "Seen by the judge alone"
    if secret.each:
        seen += ", and each entry by " + ("its own seat" if secret.each is True else f"the seats in `{secret.each}`")
    return f"{seen}."
