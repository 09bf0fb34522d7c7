"""What corrections and takebacks changed, as text: entries as a match file has them, and what of a start is other."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from msgspec import json

from ludograph.analytics.tables.definitions import actions_of
from ludograph.analytics.tables.schema import stored_in
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.kernel.shapes import Shape, fields_of
from ludograph.domain.notation.values import TABLE_NAME, json_text, text_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

PARTS: Final = ("options", "deal")
MOST: Final = 3
"""More entries of a correction than these are only counted."""
CHANGED: Final = f"""
    SELECT c.match, c.correction, c.change, c.version, c.step, c.game, c.verb, c.actor, c.drawn, t.players
    FROM corrected AS c JOIN entered.starts AS t
        ON t.match = c.match AND c.version >= t.version AND (t.amended_by IS NULL OR c.version < t.amended_by)
    QUALIFY row_number() OVER (PARTITION BY c.match, c.correction, c.change ORDER BY c.step) <= {MOST}
    ORDER BY c.match, c.correction, c.change, c.step"""
COUNTED: Final = """
    SELECT match, correction, change, count(*) FROM corrected GROUP BY ALL"""
TOLD_OF_START: Final = {
    "players": "players",
    "event": "event",
    "round": "round",
    "table": "at_table",
    "played_on": "played_on",
    "options": "options",
    "deal": "deal",
}
"""What is told of a start where it changed, and in which columns it is; options and the deal are JSON there."""
STARTS: Final = f"""
    SELECT was.match, now.version, {", ".join(f"was.{name}, now.{name}" for name in TOLD_OF_START.values())}
    FROM entered.starts AS was JOIN entered.starts AS now ON now.match = was.match AND now.version = was.amended_by"""
TEXTS: Final = "CREATE OR REPLACE TEMP TABLE correction_texts (match UUID, version BIGINT, was VARCHAR, now VARCHAR)"
Place = tuple[UUID, int]
Row = tuple[Any, ...]
Ask = Callable[[str], list[Row]]
"""What answers SQL with rows of plain values."""
Sides = tuple[list[str], list[str]]
"""What was, and what is."""


def tell_corrections(connection: "DuckDBPyConnection") -> None:
    """Makes the table `correction_texts`: a row for each correction and takeback, what was and what is."""
    rows = correction_texts(lambda sql: connection.execute(sql).fetchall())
    connection.execute(TEXTS)
    if rows:
        connection.executemany("INSERT INTO correction_texts VALUES (?, ?, ?, ?)", rows)


def correction_texts(ask: Ask) -> list[Row]:
    """A row for each correction and takeback: the match, the event, what was and what is."""
    texts: dict[Place, Sides] = defaultdict(lambda: ([], []))
    for match, version, *sides in ask(STARTS):
        texts[match, version] = _differences(_start(sides[::2]), _start(sides[1::2]))
    _tell_entries(ask, texts)
    for match, correction, change, count in ask(COUNTED):
        if count > MOST:
            texts[match, correction][change == "in"].append(f"and {count - MOST} more")
    return [(match, version, "; ".join(was), "; ".join(now)) for (match, version), (was, now) in texts.items()]


def _start(values: Sequence[Any]) -> dict[str, Any]:
    """A start as a match file has it."""
    start = dict(zip(TOLD_OF_START, values, strict=True))
    start["played_on"] = start["played_on"] and str(start["played_on"])
    return start | {part: start[part] and json.decode(start[part]) for part in PARTS}


def _tell_entries(ask: Ask, texts: dict[Place, Sides]) -> None:
    rows = ask(CHANGED)
    wanted = {(game, verb) for _, _, _, _, _, game, verb, *_ in rows}
    fields = {(game, *place): values for game, verb in sorted(wanted) for place, values in _fields(ask, game, verb)}
    for match, correction, change, version, step, game, verb, actor, drawn, players in rows:
        own = fields.get((game, match, version, step), {})
        texts[match, correction][change == "in"].append(_entry(game, verb, actor, drawn, players, own))


def _fields(ask: Ask, game: str, verb: str) -> Iterator[tuple[tuple[UUID, int, int], dict[str, Any]]]:
    """The fields of all actions of a kind in matches with corrections, by match, version and step."""
    table = actions_of(game)[verb]
    names = [column.path[0] for column in table.own]
    found = ask(
        "SELECT match, version, step, * EXCLUDE (match, version, step, actor, superseded) "
        f"FROM {stored_in(table)} WHERE match IN (SELECT match FROM corrected)"
    )
    for match, version, step, *values in found:
        yield (match, version, step), dict(zip(names, values, strict=True))


def _entry(game: str, verb: str, actor: int, drawn: Sequence[str], players: Sequence[str], own: dict[str, Any]) -> str:
    """An entry as text, with its outcomes."""
    shapes = {column.path[0]: column.shape for column in actions_of(game)[verb].own}
    fields = {name: _written(shapes[name], value, players) for name, value in own.items()}
    outcomes = f" > {' '.join(drawn)}" if drawn else ""
    return f"{_name(actor, players)} {text_of(GAMES[game], verb, fields)}{outcomes}"


def _written(shape: Shape | None, value: Any, players: Sequence[str]) -> Any:
    """A value of the archive as a match file has it."""
    if shape is None or value is None:
        return value
    if shape.kind == "seat":
        return _name(value, players)
    if shape.kind == "list":
        return [_written(shape.item, one, players) for one in value]
    if shape.kind == "struct" and shape.struct is not None:
        return {field.name: _written(field.shape, value[field.name], players) for field in fields_of(shape.struct)}
    if shape.kind == "either":
        return _either(shape, value, players)
    return value


def _either(shape: Shape, value: Any, players: Sequence[str]) -> Any:
    """A value that may be of several kinds: the member that is there says of which."""
    if not isinstance(value, dict):
        return value
    kinds = {one.kind: one for one in shape.shapes}
    return next((_written(kinds[kind], one, players) for kind, one in value.items() if one is not None), None)


def _name(seat: int, players: Sequence[str]) -> str:
    return TABLE_NAME if seat == TABLE else players[seat - 1]


def _differences(was: dict[str, Any], now: dict[str, Any]) -> Sides:
    """What is other in a start; of options and the deal only the keys that are."""
    one, other = _flat(was), _flat(now)
    names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
    was_told, now_told = ([f"{name} {_said(side.get(name))}" for name in names] for side in (one, other))
    return was_told, now_told


def _said(value: Any) -> str:
    return value if isinstance(value, str) and value else json_text(value)


def _flat(start: dict[str, Any]) -> dict[str, Any]:
    """A start with the keys of its options and of its deal beside its own."""
    own = {name: value for name, value in start.items() if name not in PARTS}
    own["players"] = ", ".join(start["players"])
    return own | {f"{part} {name}": value for part in PARTS for name, value in (start[part] or {}).items()}
