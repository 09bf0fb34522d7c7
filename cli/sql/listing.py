"""What there is to ask: all tables and views, those about a game, or one with its columns."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludograph.cli.errors import Failure
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, listing, paragraph, say, styled

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from ludograph.analytics.archive.catalogue import Item


def print_tables(connection: "DuckDBPyConnection", name: str | None, as_json: bool, whole: bool = False) -> None:
    """Prints the tables and views about all games, or all there are; those of a name, or everything about one."""
    from ludograph.analytics.archive.catalogue import items, items_named, search

    every = items(connection)
    if name is None:
        _print_listed(connection, every, as_json, whole)
        return
    some = items_named(every, name)
    if len(some) == 1 and (some[0].full_name == _plain(name) or len(search(connection, name)) == 1):
        _print_one(connection, some[0], as_json)
    elif some and some[0].name != _plain(name):
        _print_several(connection, some, as_json)
    else:
        _print_found(connection, every, name, as_json)


def print_named(connection: "DuckDBPyConnection", name: str) -> None:
    """Prints everything about the table or view of a name, or lists all that are called so."""
    from ludograph.analytics.archive.catalogue import items, items_named

    every = items(connection)
    some = items_named(every, name)
    if not some:
        raise Failure(f"There is no table or view {name}. {_hint(every, name)}")
    if len(some) == 1:
        _print_one(connection, some[0], False)
    else:
        _print_several(connection, some, False)


def _plain(name: str) -> str:
    """A name as tables have theirs."""
    return name.strip().replace('"', "").replace("-", "_").casefold().removeprefix("main.")


def _print_listed(connection: "DuckDBPyConnection", every: "Sequence[Item]", as_json: bool, whole: bool) -> None:
    """Those about all games, and how many each game has; as JSON, or where it is asked for, those of all games."""
    from ludograph.analytics.archive.catalogue import archive_functions, grouped
    from ludograph.analytics.tables.definitions import ENTERED, HISTORY, MAIN

    if whole or as_json:
        _print_several(connection, [item for item in every if whole or item.schema not in (HISTORY, ENTERED)], as_json)
        return
    _print_several(connection, [item for item in every if item.schema == MAIN], as_json)
    for title, group in grouped(item for item in every if item.schema != MAIN):
        kinds = [sum(item.kind == kind for item in group) for kind in ("table", "view")]
        told = f"{kinds[0]} tables" + (f", {kinds[1]} views" if kinds[1] else "")
        paragraph(f"{told}: `ludograph tables {group[0].schema}`", first=f"{title.rpartition(':')[0]}: ")
    names = ", ".join(one.call for one in archive_functions(connection))
    paragraph(f"{names}: `ludograph tables percent` tells what they give", first="Functions: ")
    say("`ludograph tables WORD` finds what has a word in it, `ludograph tables NAME` tells about one.")


def _print_found(connection: "DuckDBPyConnection", every: "Sequence[Item]", word: str, as_json: bool) -> None:
    """What has a word in its name, its columns, or in what these hold."""
    from ludograph.analytics.archive.catalogue import archive_functions, row_counts, search

    found, functions = search(connection, word), archive_functions(connection, word)
    if not found and not functions:
        raise Failure(f"There is no table or view {word}, and none with it. {_hint(every, word)}")
    if as_json:
        rows = row_counts(connection, [item for item, _ in found])
        for item, columns in found:
            print_json({**_as_json(item, rows.get(item.full_name)), "columns": list(columns)})
        for one in functions:
            print_json({"schema": "main", **one._asdict(), "kind": "macro", "columns": []})
        return
    told = [(f"  {item.full_name}", ", ".join(columns), _grain(item)) for item, columns in found]
    listing([*told, *((f"  {one.call}", "a function", one.about) for one in functions)])


def _hint(every: "Sequence[Item]", name: str) -> str:
    from ludograph.analytics.archive.catalogue import like

    close = like(every, name)
    return f"Did you mean {' or '.join(close)}?" if close else "`ludograph tables` lists them."


def _print_several(connection: "DuckDBPyConnection", some: "Sequence[Item]", as_json: bool) -> None:
    from ludograph.analytics.archive.catalogue import grouped, row_counts

    rows = row_counts(connection, some)
    if as_json:
        for item in some:
            print_json(_as_json(item, rows.get(item.full_name)))
        return
    for number, (title, group) in enumerate(grouped(some)):
        if number:
            echo()
        echo(styled(title, bold=True))
        counts = [_count(item, rows.get(item.full_name)) for item in group]
        size = max(map(len, counts))
        listing([(f"  {item.full_name}", f"{n:>{size}}", _grain(item)) for item, n in zip(group, counts, strict=True)])


def _count(item: "Item", rows: int | None) -> str:
    """How many rows it has, where that is known without working it out."""
    return f"{rows:,}" if rows is not None else "-" if item.kind == "table" else item.kind


def _grain(item: "Item") -> str:
    """What its rows are, without what its columns are; a view says that in its first sentence."""
    about = item.about.partition(" Key: ")[0]
    return f"{about.split('. ')[0].rstrip('.')}." if item.kind == "view" else about


def _print_one(connection: "DuckDBPyConnection", item: "Item", as_json: bool) -> None:
    from ludograph.analytics.archive.catalogue import described_columns, row_counts, sql_of

    rows = row_counts(connection, [item]).get(item.full_name)
    columns, sql = described_columns(connection, item), sql_of(item)
    if as_json:
        told = [column._asdict() for column in columns]
        print_json({**_as_json(item, rows), "columns": told, **({"sql": sql} if sql else {})})
        return
    count = item.kind if rows is None else "1 row" if rows == 1 else f"{rows:,} rows"
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
    from ludograph.analytics.archive.catalogue import item_key

    return {**item._asdict(), "key": list(item_key(item)), "rows": rows}
