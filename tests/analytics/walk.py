"""A slow, obvious walk over a store: what the tables of the archive must hold, worked out event by event in Python."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from sqlite3 import connect
from typing import Any
from uuid import UUID

import duckdb
from msgspec import Struct
from msgspec.structs import replace

from analytics.tables import Table, all_tables, schema_of
from domain.games import GAMES
from domain.kernel.game import TABLE, verb_of
from domain.kernel.shapes import Shape, fields_of
from domain.records.events import MatchStarted, NoteAdded, Step, StepsTakenBack, topic_of
from domain.records.mapping import event_in
from domain.records.views import concealed, concealed_start, fold

Row = dict[str, Any]
Rows = dict[str, list[Row]]


def walked(store: Path, eyes: str = "judge") -> Rows:
    """The rows of every table that a store fills, by the tables' names, as somebody knows them."""
    histories: dict[UUID, list[Any]] = defaultdict(list)
    with closing(connect(store)) as connection:
        for match, version, topic, state in connection.execute(
            "SELECT originator_id, originator_version, topic, state FROM stored_events ORDER BY rowid"
        ):
            histories[UUID(match)].append(event_in(UUID(match), version, topic, state))
    rows: Rows = defaultdict(list)
    for history in histories.values():
        _walk_match(history if eyes == "judge" else list(_known(history, eyes)), rows)
    return rows


def _known(history: list[Any], eyes: str) -> Iterator[Any]:
    """The events that somebody may know of, as they know them, numbered without the others."""
    players = history[0].players
    observer = players.index(eyes) + 1 if eyes in players else TABLE
    if eyes.isdecimal():
        observer = int(eyes) if 1 <= int(eyes) <= len(players) else TABLE
    told = [event for event in history if not isinstance(event, NoteAdded) or event.public]
    for version, event in enumerate(told, start=1):
        numbered = replace(event, originator_version=version)
        if isinstance(event, MatchStarted):
            yield concealed_start(numbered, observer)
        elif isinstance(event, Step):
            yield concealed(numbered, observer)
        else:
            yield replace(numbered, by="", **({"reason": ""} if isinstance(event, StepsTakenBack) else {}))


def tables(connection: duckdb.DuckDBPyConnection) -> Rows:
    """The rows of the same tables in the archive."""
    return {table.full_name: _held(connection, table) for table in _filled()}


def differences(walk: Rows, held: Rows) -> Iterator[str]:
    """Each table that is not what it should be, with the first rows that only one of the two has."""
    for table in _filled():
        columns = [column.name for column in table.columns]
        sides = [Counter(_frozen(row, columns) for row in rows.get(table.full_name, ())) for rows in (walk, held)]
        if sides[0] != sides[1]:
            missing, extra = (list((one - other).elements()) for one, other in (sides, sides[::-1]))
            yield f"{table.full_name}: {len(missing)} missing {missing[:1]}, {len(extra)} too many {extra[:1]}"


def _filled() -> list[Table]:
    return [table for table in all_tables() if table.full_name not in ("games", "cards", "unread")]


def _held(connection: duckdb.DuckDBPyConnection, table: Table) -> list[Row]:
    place = ".".join(f'"{name}"' for name in (table.schema, table.name))
    rows: list[Row] = connection.sql(f"SELECT * FROM {place}").to_arrow_table().to_pylist()
    for row in rows:
        row["match"] = row["match"] if isinstance(row["match"], UUID) else UUID(str(row["match"]))
        times = {name: value.astimezone(UTC) for name, value in row.items() if isinstance(value, datetime)}
        row.update(times)
    return rows


def _frozen(row: Row, columns: list[str]) -> str:
    """A row as something that can be counted; True and 1 are not the same."""
    assert set(row) == set(columns), (sorted(row), sorted(columns))
    return repr([row[name] for name in columns])


def _walk_match(history: list[Any], rows: Rows) -> None:
    start = history[0]
    steps = {event.originator_version: event for event in history if isinstance(event, Step)}
    fallen: dict[int, int] = {}
    standing: list[int] = []
    for event in history:
        if isinstance(event, Step):
            standing.append(event.originator_version)
        elif isinstance(event, StepsTakenBack):
            fallen |= dict.fromkeys(standing[event.to :], event.originator_version)
            del standing[event.to :]
    _walk_start(start, rows)
    for event in history:
        if isinstance(event, Step):
            _walk_step(event, start, fallen.get(event.originator_version), rows)
        elif isinstance(event, StepsTakenBack):
            rows["takebacks"].append(_common(event) | {"to_step": event.to, "reason": event.reason})
        elif isinstance(event, NoteAdded):
            about = {"step": event.step, "text": event.text, "public": event.public}
            rows["notes"].append(_common(event) | about)
    state = fold(None, start.facts)
    for version in standing:
        state = fold(state, steps[version].facts)
    result = GAMES[start.game].result(state)
    rows["matches"][-1] |= {
        "recorded_at": max(event.recorded_at for event in history),
        "events": len(history),
        "steps": len(standing),
        "over": result.over,
    }
    if result.over:
        _walk_result(start, result, rows)


def _walk_start(start: Any, rows: Rows) -> None:
    same = ("game", "rules_version", "event", "round", "source", "seed", "by")
    rows["matches"].append(
        {name: getattr(start, name) for name in same}
        | {
            "match": start.originator_id,
            "players": list(start.players),
            "seats": len(start.players),
            "at_table": start.table,
            "played_on": date.fromisoformat(start.played_on) if start.played_on else None,
            "started_at": start.recorded_at,
        }
    )
    for seat, player in enumerate(start.players, start=1):
        rows["seats"].append({"match": start.originator_id, "seat": seat, "player": player})
    options = {field.name: plain(field.shape, getattr(start.options, field.name)) for field in _fields(start.options)}
    deal = {f"deal_{field.name}": plain(field.shape, getattr(start.deal, field.name)) for field in _fields(start.deal)}
    rows[f"{schema_of(start.game)}.match_started"].append({"match": start.originator_id} | options | deal)
    _walk_facts(start, 0, 0, False, rows)


def _walk_step(step: Any, start: Any, taken_back_by: int | None, rows: Rows) -> None:
    superseded = taken_back_by is not None
    rows["steps"].append(
        _common(step)
        | {
            "game": step.game,
            "step": step.number,
            "actor": step.actor,
            "player": start.players[step.actor - 1] if step.actor else None,
            "verb": topic_of(step).split(".")[1],
            "facts": len(step.facts),
            "drawn": [str(outcome) for outcome in step.drawn],
            "shuffled": None if step.shuffled is None else list(step.shuffled),
            "happened_at": step.happened_at,
            "note": step.note,
            "superseded": superseded,
            "taken_back_by": taken_back_by,
        }
    )
    name = f"{schema_of(step.game)}.{verb_of(type(step.action).__name__)}"
    keys = _keys(step, step.number, step.actor, superseded)
    rows[name].append(keys | _own(step.action, keys))
    _walk_facts(step, step.number, step.actor, superseded, rows)


def _walk_facts(event: Any, step: int, actor: int, superseded: bool, rows: Rows) -> None:
    for nr, fact in enumerate(event.facts, start=1):
        keys = _keys(event, step, actor, superseded) | {"nr": nr}
        rows[f"{schema_of(event.game)}.{verb_of(type(fact).__name__)}"].append(keys | _own(fact, keys))


def _walk_result(start: Any, result: Any, rows: Rows) -> None:
    for seat, (player, score) in enumerate(zip(start.players, result.scores, strict=True), start=1):
        rows["results"].append(
            {
                "match": start.originator_id,
                "seat": seat,
                "player": player,
                "score": None if score == "??" else score,
                "unknown": score == "??",
                "won": None if result.winners == "??" else seat in result.winners,
            }
        )


def _common(event: Any) -> Row:
    return {
        "match": event.originator_id,
        "version": event.originator_version,
        "by": event.by,
        "recorded_at": event.recorded_at,
    }


def _keys(event: Any, step: int, actor: int, superseded: bool) -> Row:
    return {
        "match": event.originator_id,
        "version": event.originator_version,
        "step": step,
        "actor": actor,
        "superseded": superseded,
    }


def _own(struct: Struct, keys: Row) -> Row:
    return {
        f"{field.name}_" if field.name in keys else field.name: plain(field.shape, getattr(struct, field.name))
        for field in _fields(struct)
    }


def _fields(struct: Struct | None) -> Any:
    return fields_of(type(struct)) if struct is not None else ()


def plain(shape: Shape, value: Any) -> Any:
    """A value of a field as the archive has it."""
    if value is None:
        return None
    if shape.kind == "list":
        assert shape.item is not None or not value
        return [plain(shape.item, one) for one in value] if shape.item else []
    if shape.kind == "struct":
        return {field.name: plain(field.shape, getattr(value, field.name)) for field in _fields(value)}
    if shape.kind == "either":
        rest = [one for one in shape.shapes if one.words != ("??",)]
        if len(rest) == 1:
            return None if value == "??" else plain(rest[0], value)
        return {one.kind: plain(one, value) if _is(one, value) else None for one in shape.shapes}
    return value


def _is(shape: Shape, value: Any) -> bool:
    """Whether a value is of the kind of this shape."""
    wanted = {"number": int, "seat": int, "word": str, "text": str, "card": str, "list": tuple}[shape.kind]
    return isinstance(value, wanted)
