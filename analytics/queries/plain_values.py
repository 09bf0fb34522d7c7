"""Plain values as texts, and which types of DuckDB are numbers: what printing needs without loading DuckDB or Arrow."""

from typing import Any, Final

import msgspec

JSON: Final = msgspec.json.Encoder(decimal_format="number")


def text(value: Any, null: str = "") -> str:
    """A plain value as CSV and tables have it: lists and structs as JSON."""
    if isinstance(value, str):
        return value
    if value is None:
        return null
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    encoded = JSON.encode(value).decode()
    return encoded[1:-1] if encoded.startswith('"') else encoded


def is_number_type(type: str) -> bool:
    """Whether the values of a DuckDB type are numbers."""
    return type.startswith("DECIMAL") or type in NUMBERS


NUMBERS: Final = {
    "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT",
    "FLOAT", "DOUBLE",
}  # fmt: skip
