"""What there is to ask: all tables and views, those about a game, or one with its columns."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cli.errors import Failure
from cli.printing.json import print_json
from cli.printing.terminal import echo, listing, paragraph, styled

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from analytics.catalogue import Item


def print_tables(connection: "DuckDBPyConnection", name: str | None, as_json: bool) -> None:
    """Prints all tables and views, those of a name, or everything about the one that is named."""
    from analytics.catalogue import items, named

    every = items(connection)
    some = every if name is None else named(every, name)
    if name is not None and not some:
        raise Failure(f"There is no table or view {name}. {_hint(every, name)}")
    if name is not None and len(some) == 1:
        _print_one(connection, some[0], as_json)
    else:
        _print_several(connection, some, as_json)


def _hint(every: "Sequence[Item]", name: str) -> str:
    from analytics.catalogue import like

    close = like(every, name)
    return f"Did you mean {' or '.join(close)}?" if close else "`ludograph tables` lists them."


def _print_several(connection: "DuckDBPyConnection", some: "Sequence[Item]", as_json: bool) -> None:
    from analytics.catalogue import grouped, rows_of

    rows = rows_of(connection, some)
    if as_json:
        for item in some:
            print_json(_as_json(item, rows.get(item.full_name)))
        return
    for number, (title, group) in enumerate(grouped(some)):
        if number:
            echo()
        echo(styled(title, bold=True))
        counts = [f"{rows[item.full_name]:,}" if item.kind == "table" else item.kind for item in group]
        size = max(map(len, counts))
        listing([(f"  {item.full_name}", f"{n:>{size}}", _grain(item)) for item, n in zip(group, counts, strict=True)])


def _grain(item: "Item") -> str:
    """What its rows are, without what its columns are; a view says that in its first sentence."""
    return f"{item.about.split('. ')[0].rstrip('.')}." if item.kind == "view" else item.about


def _print_one(connection: "DuckDBPyConnection", item: "Item", as_json: bool) -> None:
    from analytics.catalogue import columns_of, rows_of, sql_of

    rows = rows_of(connection, [item]).get(item.full_name)
    columns, sql = columns_of(connection, item), sql_of(item)
    if as_json:
        told = [column._asdict() for column in columns]
        print_json({**_as_json(item, rows), "columns": told, **({"sql": sql} if sql else {})})
        return
    count = "view" if rows is None else "1 row" if rows == 1 else f"{rows:,} rows"
    paragraph(item.about, first=f"{item.full_name} ({count}): ")
    echo()
    if sys.stdout.isatty():
        size = max(len(column.name) for column in columns) + 2
        for column in columns:
            paragraph(f"{column.type}. {column.about}".rstrip(". "), first=f"  {column.name:<{size}}")
    else:
        listing([(f"  {column.name}", column.type, column.about) for column in columns])
    if sql:
        echo(f"\n{sql}")


def _as_json(item: "Item", rows: int | None) -> dict[str, Any]:
    return {**item._asdict(), "rows": rows}
