"""What the archive is compared with: the same tables of DuckDB, filled by Python row by row, in batches of Arrow."""

from collections import defaultdict
from contextlib import closing
from itertools import islice
from pathlib import Path
from sqlite3 import connect
from typing import Any, Final
from uuid import UUID

import msgspec
import pyarrow as pa
from duckdb import DuckDBPyConnection
from msgspec import Struct

from ludograph.analytics.archive.projection import END
from ludograph.analytics.derived.decks import deck_of
from ludograph.analytics.tables.definitions import STARTED, Table, all_tables, schema_of
from ludograph.analytics.tables.variants import variant_name
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import verb_of
from ludograph.domain.kernel.shapes import Shape, fields_of
from ludograph.domain.match.events import MatchStarted, Step, topic_of
from ludograph.domain.store.event_mapper import event_in

AT_ONCE: Final = 50_000
EVENTS: Final = "SELECT originator_id, originator_version, topic, state FROM stored_events ORDER BY rowid"
HEADS: Final = "SELECT match, version, steps, over, result FROM heads ORDER BY match"
TABLES: Final = {table.full_name: table for table in all_tables()}
UNKNOWN: Final = "??"

Row = dict[str, Any]


def fill(store: Path, connection: DuckDBPyConnection) -> None:
    """Fills the tables of an empty archive from a store in which no match was corrected."""
    with closing(connect(store)) as source:
        loop = _Loop(connection)
        found = source.execute(EVENTS)
        while some := list(islice(found, AT_ONCE)):
            for match, version, topic, state in some:
                loop.add(event_in(UUID(match), version, topic, state))
            loop.put()
        for match, *head in source.execute(HEADS):
            loop.stand(str(UUID(match)), *head)
        loop.put()


class _Loop:
    """Makes rows of events, and puts those that wait into their tables."""

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._connection = connection
        self._waiting: dict[str, list[Row]] = defaultdict(list)
        self._matches: dict[str, Row] = {}
        self._decks: set[tuple[str, int, str]] = set()

    def put(self) -> None:
        """Puts all rows that wait into their tables, in one transaction."""
        self._connection.execute("BEGIN")
        for name, rows in self._waiting.items():
            self._connection.register("batch", pa.Table.from_pylist(rows))
            schema, table = TABLES[name].stored[:2]
            self._connection.execute(f'INSERT INTO {schema}."{table}" BY NAME SELECT * FROM batch')
            self._connection.unregister("batch")
        self._connection.execute("COMMIT")
        self._waiting.clear()

    def add(self, event: Any) -> None:
        """The rows of an event: its own, one of its action, and one of each fact."""
        place, match = schema_of(event.game), str(event.originator_id)
        keys = {"match": match, "version": event.originator_version, "step": 0, "actor": 0, "superseded": False}
        if isinstance(event, MatchStarted):
            self._begin(event, match)
        elif isinstance(event, Step):
            keys |= {"actor": event.actor, "step": event.number}
            verb = topic_of(event).partition(".")[2]
            self._waiting["steps"].append(keys | self._step(event, verb, self._matches[match]["players"]))
            self._waiting[f"{place}.{verb}"].append(_own(f"{place}.{verb}", event.action, keys.copy()))
        for nr, fact in enumerate(event.facts, start=1):
            name = f"{place}.{verb_of(type(fact).__name__)}"
            self._waiting[name].append(_own(name, fact, keys | {"nr": nr}))
        row = self._matches[match]
        row["recorded_at"] = event.recorded_at
        if row["first_over_at"] is None and any(type(fact).__name__ == END for fact in event.facts):
            row["first_over_at"] = event.recorded_at

    def stand(self, match: str, events: int, steps: int, over: int, result: str | None) -> None:
        """The rows of where a match stands, and of how it ended."""
        row = self._matches[match]
        status = "over" if over else "running"
        self._waiting["matches"].append(row | {"events": events, "steps": steps, "over": bool(over), "status": status})
        if not over or not result:
            return
        end = msgspec.json.decode(result)
        final = end.get("final") or end
        for seat, player in enumerate(row["players"], start=1):
            score, last = (side["scores"][seat - 1] if side["scores"] else None for side in (end, final))
            told = {"score": None if score == UNKNOWN else score, "unknown": score == UNKNOWN}
            ended = {"final_score": None if last == UNKNOWN else last, "final_won": seat in final["winners"]}
            won, place = seat in end["winners"], final["places"][seat - 1] if "places" in final else None
            row_of = {"match": match, "seat": seat, "player": player, "won": won, "place": place}
            self._waiting["results"].append(row_of | told | ended)

    def _begin(self, event: Any, match: str) -> None:
        said = {name: getattr(event, name) for name in ("game", "rules_version", "players", "event", "round")}
        said |= {"match": match, "at_table": event.table, "played_on": event.played_on or None}
        parts = {part: msgspec.json.encode(getattr(event, part)).decode() for part in ("options", "deal")}
        self._matches[match] = {
            **said, "seats": len(event.players), "source": event.source, "seed": event.seed, "by": event.by,
            "started_at": event.recorded_at, "first_over_at": None,
            "variant": variant_name(event.game, parts["options"]),
        }  # fmt: skip
        told = {"version": event.originator_version, "recorded_at": event.recorded_at, "superseded": False}
        self._waiting["starts"].append(said | parts | told)
        for seat, player in enumerate(event.players, start=1):
            self._waiting["seats"].append({"match": match, "seat": seat, "player": player})
        name = f"{schema_of(event.game)}.{STARTED}"
        self._waiting[name].append(_started(TABLES[name], event, match))
        self._deal(event.game, len(event.players), parts["options"])

    def _deal(self, game: str, seats: int, options: str) -> None:
        """The rows of a deck, the first time that it is met."""
        if (game, seats, options) not in self._decks:
            self._decks.add((game, seats, options))
            for card, copies in deck_of(game, seats, options).items():
                row = {"game": game, "seats": seats, "options": options, "card": card, "copies": copies}
                self._waiting["decks"].append(row)

    @staticmethod
    def _step(event: Any, verb: str, players: tuple[str, ...]) -> Row:
        return {
            "game": event.game, "verb": verb, "player": players[event.actor - 1] if event.actor else None,
            "facts": len(event.facts), "drawn": [str(one) for one in event.drawn],
            "drawn_kinds": ["card" if isinstance(one, str) else "number" for one in event.drawn],
            "shuffled": event.shuffled, "recorded_at": event.recorded_at, "happened_at": event.happened_at,
            "by": event.by, "note": event.note,
        }  # fmt: skip


def _started(table: Table, event: Any, match: str) -> Row:
    """The row of a game's own table of starts."""
    row: Row = {"match": match}
    parts = {part: msgspec.to_builtins(msgspec.structs.asdict(getattr(event, part))) for part in ("options", "deal")}
    for column in table.own:
        value = parts[column.path[0]].get(column.path[1])
        row[column.name] = value if column.shape is None else _typed(column.shape, value)
    return row


def _own(name: str, struct: Struct, row: Row) -> Row:
    """A row with the fields of an action or a fact behind its keys."""
    values = msgspec.to_builtins(struct)
    for column, field, default, mixed in FIELDS[name]:
        value = values.get(field, default)
        row[column] = value if mixed is None else _typed(mixed, value)
    return row


def _typed(shape: Shape, value: Any) -> Any:
    """A value that may be of several types as its column has it."""
    if value is None:
        return None
    if shape.kind == "list" and shape.item is not None:
        return [_typed(shape.item, one) for one in value]
    if shape.kind == "struct" and shape.struct is not None:
        return {field.name: _typed(field.shape, value.get(field.name)) for field in fields_of(shape.struct)}
    if shape.kind != "either":
        return value
    if any(one.words == (UNKNOWN,) for one in shape.shapes):
        return None if value == UNKNOWN else value
    return {one.kind: value if isinstance(value, PYTHON[one.kind]) else None for one in shape.shapes}


PYTHON: Final = {"number": int, "seat": int, "word": str, "list": list}
"""What values of these kinds are in Python."""


def _fields(table: Table, struct: type[Struct]) -> list[tuple[str, str, Any, Shape | None]]:
    """For each field its column, its name, what it is where JSON leaves it out, and its shape where that is mixed."""
    return [
        (column.name, field.name, field.default, field.shape if "JSON" in str(column.structure) else None)
        for column, field in zip(table.own, fields_of(struct), strict=True)
    ]


FIELDS: Final = {
    table.full_name: _fields(table, struct)
    for game in GAMES.values()
    for struct in (*game.actions, *game.facts)
    for table in [TABLES[f"{schema_of(game.id)}.{verb_of(struct.__name__)}"]]
}
"""The fields of every action and fact, by the names of their tables."""
