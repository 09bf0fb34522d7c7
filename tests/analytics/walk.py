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
from msgspec.json import encode
from msgspec.structs import replace

from ludograph.analytics.tables.definitions import AT_STEPS, Table, all_tables, schema_of
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE, verb_of
from ludograph.domain.kernel.result import FinalResult
from ludograph.domain.kernel.shapes import Shape, fields_of
from ludograph.domain.match.aggregate import Match, rebuilt
from ludograph.domain.match.events import (
    ConfirmationWithdrawn,
    CorrectedStart,
    MatchAbandoned,
    MatchForked,
    MatchReopened,
    MatchStarted,
    NoteAdded,
    RecordKept,
    ResultConfirmed,
    RulingMade,
    RulingWithdrawn,
    Step,
    StepsAmended,
    StepsTakenBack,
    steps_of,
    topic_of,
)
from ludograph.domain.match.final_result import final_of
from ludograph.domain.match.history import HistoryEntry, history
from ludograph.domain.match.seated_bots import bots_in_remark
from ludograph.domain.match.views import concealed, concealed_event, concealed_start, fold
from ludograph.domain.store.event_mapper import event_in

Row = dict[str, Any]
Rows = dict[str, list[Row]]


def walked(store: Path, eyes: str = "judge", until: datetime | None = None) -> Rows:
    """The rows of every table that a store fills, by the tables' names, as somebody knows them, or knew them then."""
    histories: dict[UUID, list[Any]] = defaultdict(list)
    with closing(connect(store)) as connection:
        for match, version, topic, state in connection.execute(
            "SELECT originator_id, originator_version, topic, state FROM stored_events ORDER BY rowid"
        ):
            histories[UUID(match)].append(event_in(UUID(match), version, topic, state))
    rows: Rows = defaultdict(list)
    for every in histories.values():
        events = every if until is None else every[: sum(event.recorded_at <= until for event in every)]
        if not events:
            continue
        match = rebuilt(None, events)
        assert match is not None
        agreed = len(rows["confirmations"])
        _walk_match(match, events if eyes == "judge" else list(_known(events, eyes)), rows)
        for row, holds in zip(rows["confirmations"][agreed:], _brought_back(match), strict=True):
            row.update({"void": False, "void_by": None} if holds else {})
    return rows


def _brought_back(match: Match) -> Iterator[bool]:
    """Of each agreement, whether the match ends as it did then, and neither that seat nor an official spoke since."""
    said = [event for event in match.history if isinstance(event, ResultConfirmed)]
    for at, event in enumerate(said):
        then = rebuilt(None, match.history[: event.originator_version])
        assert then is not None
        moved = any(name in match.players and match.players[at] != name for at, name in enumerate(then.players))
        later = match.history[event.originator_version :]
        last = all(one.seat != event.seat for one in said[at + 1 :]) and not any(
            _voids(match, event, one) for one in later
        )
        yield last and not moved and match.game.result(match.state).over and then.state == match.state


def _voids(match: Match, agreement: ResultConfirmed, event: Any) -> bool:
    """Whether an event ends an agreement for good: a ruling that changes the result, one withdrawn, or its own end."""
    if isinstance(event, RulingWithdrawn):
        event = [one for one in match.history if isinstance(one, RulingMade)][event.number - 1]
    if isinstance(event, RulingMade):
        return bool(event.adjust or event.forfeit)
    return isinstance(event, ConfirmationWithdrawn) and event.seat == agreement.seat


def _known(events: list[Any], eyes: str) -> Iterator[Any]:
    """The events that somebody may know of, as they know them, numbered without the others."""
    numbers: dict[int, int] = {}
    starts: list[tuple[str, ...]] = []
    observer = TABLE
    for event in events:
        if isinstance(event, NoteAdded) and not event.public:
            continue
        version = numbers[event.originator_version] = len(numbers) + 1
        numbered = replace(event, originator_version=version)
        if isinstance(event, MatchStarted):
            starts.append(event.players)
            observer = _observer(starts, eyes)
            yield concealed_start(numbered, observer)
        elif isinstance(event, Step):
            yield concealed(numbered, observer)
        elif isinstance(event, StepsAmended):
            starts += [event.start.players] if event.start else []
            observer = _observer(starts, eyes)
            yield _known_amendment(concealed_event(numbered, observer), numbers)
        else:
            yield concealed_event(numbered, observer)


def _observer(starts: list[tuple[str, ...]], eyes: str) -> int:
    """Which seat somebody has by the last of these starts: the one that they had first, or that of nobody."""
    if eyes.isdecimal():
        return int(eyes) if 1 <= int(eyes) <= len(starts[-1]) else TABLE
    first = next((players.index(eyes) + 1 for players in starts if eyes in players), TABLE)
    return first if starts[-1][first - 1 : first] == (eyes,) else TABLE


def _known_amendment(event: Any, numbers: dict[int, int]) -> Any:
    """A correction whose entries say which they were by the numbers that events have for this observer."""
    steps = (
        replace(one, was=replace(one.was, event=numbers[one.was.event])) if one.was else one for one in event.steps
    )
    return replace(event, steps=tuple(steps))


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
    apart = ("games", "cards", "decks", "rating_history", "ratings", "unread", *AT_STEPS)
    return [table for table in all_tables() if table.full_name not in apart]


def _held(connection: duckdb.DuckDBPyConnection, table: Table) -> list[Row]:
    place = ".".join(f'"{name}"' for name in table.stored[:2])
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


class _Recorded(Struct):
    """A match of which somebody knows these events; how it ended is asked of the match itself."""

    match: Match
    history: list[Any]

    @property
    def game(self) -> Any:
        return self.match.game

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def players(self) -> tuple[str, ...]:
        return self.match.players

    @property
    def first(self) -> Any:
        return self.history[0]


def _walk_match(match: Match, events: list[Any], rows: Rows) -> None:
    every = history(_Recorded(match, events))  # type: ignore[arg-type]
    was: dict[tuple[int, int], Any] = {}
    newest = events[0]
    for told in every:
        event = told.event
        if isinstance(event, StepsAmended):
            was |= {(event.originator_version, one.number): one.was for one in event.steps}
            newest = event
        if isinstance(event, MatchStarted):
            _walk_start(event, newest, told, rows)
        elif isinstance(event, Step):
            _walk_step(event, told, was.get((event.originator_version, event.number)), rows)
        else:
            _walk_other(event, every, rows)
    stands = [told.event for told in every if isinstance(told.event, Step | MatchStarted) and not told.superseded]
    (start,) = (event for event in stands if isinstance(event, MatchStarted))
    state = None
    for event in stands:
        state = fold(state, event.facts)
    result = GAMES[start.game].result(state)
    _walk_end(events, start, len(stands) - 1, result, rows)
    if result.over:
        _walk_result(start, result, final_of(match), rows)


def _bots(events: list[Any]) -> dict[int, str]:
    """Who was a bot, as public remarks on the start say, which were about the players of then."""
    players: tuple[str, ...] = ()
    bots: dict[int, str] = {}
    for event in events:
        start = event.start if isinstance(event, StepsAmended) else event
        if isinstance(start, MatchStarted | CorrectedStart):
            players = start.players
        if isinstance(event, NoteAdded) and event.public and not event.step:
            bots |= bots_in_remark(players, event.text)
    return bots


def _walk_end(events: list[Any], start: Any, steps: int, result: Any, rows: Rows) -> None:
    """Where a match stands: with the start that stands, and the names of then."""
    ends = [event for event in events if isinstance(event, MatchAbandoned | MatchReopened)]
    abandoned = bool(ends) and isinstance(ends[-1], MatchAbandoned)
    same = ("game", "rules_version", "event", "round", "source", "seed", "by")
    origin = events[0].origin if isinstance(events[0], MatchForked) else None
    rows["matches"].append(
        {name: getattr(start, name) for name in same}
        | _about(start)
        | {
            "seats": len(start.players),
            "variant": _variant(start.options),
            "fork_of": origin and UUID(str(origin.match)),
            "fork_step": origin and origin.step,
            "started_at": events[0].recorded_at,
            "recorded_at": max(event.recorded_at for event in events),
            "first_over_at": next((event.recorded_at for event in events if _ends(event)), None),
            "events": len(events),
            "steps": steps,
            "over": result.over,
            "status": "abandoned" if abandoned else "over" if result.over else "running",
        }
    )
    bots = _bots(events)
    for seat, player in enumerate(start.players, start=1):
        rows["seats"].append({"match": start.originator_id, "seat": seat, "player": player, "bot": bots.get(seat)})
    options = {field.name: plain(field.shape, getattr(start.options, field.name)) for field in _fields(start.options)}
    deal = {f"deal_{field.name}": plain(field.shape, getattr(start.deal, field.name)) for field in _fields(start.deal)}
    rows[f"{schema_of(start.game)}.match_started"].append({"match": start.originator_id} | options | deal)


def _ends(event: Any) -> bool:
    """Whether the match is over with what an event says."""
    steps = steps_of(event) if isinstance(event, StepsAmended) else [event] if isinstance(event, Step) else []
    return any(type(fact).__name__ == "MatchEnded" for step in steps for fact in step.facts)


def _walk_other(event: Any, every: list[HistoryEntry], rows: Rows) -> None:
    """An event that is no step and no start."""
    common = _common(event)
    if isinstance(event, StepsTakenBack):
        rows["takebacks"].append(common | {"to_step": event.to, "reason": event.reason})
    elif isinstance(event, NoteAdded):
        about = {"step": event.step, "text": event.text, "public": event.public}
        rows["notes"].append(common | about | {"step_now": _step_now(event, every)})
    elif isinstance(event, StepsAmended):
        rows["amendments"].append(
            common
            | {name: getattr(event, name) for name in ("how", "reason", "public")}
            | {
                "at_step": event.at,
                "steps": len(event.steps),
                "entered": sum(one.was is None for one in event.steps),
                "last_step": event.steps[-1].number if event.steps else max(event.at - 1, 0),
            }
        )
    elif isinstance(event, ResultConfirmed):
        void_by = next(told.ended_by for told in every if told.event is event)
        players = every[0].players
        for told in every[: next(at for at, told in enumerate(every) if told.event is event)]:
            players = told.players
        player = players[event.seat - 1] if event.seat > 0 else None
        rows["confirmations"].append(
            common | {"seat": event.seat, "player": player, "void": void_by is not None, "void_by": void_by}
        )
    elif isinstance(event, RulingMade):
        adjust = [{"seat": seat, "points": points} for seat, points in event.adjust]
        same = {name: getattr(event, name) for name in ("step", "text", "cites", "private")}
        moved = {"adjust": adjust, "forfeit": list(event.forfeit), "step_now": _step_now(event, every)}
        made = [told for told in every if isinstance(told.event, RulingMade)]
        number = next(at for at, told in enumerate(made, start=1) if told.event is event)
        moved |= {"number": number, "withdrawn_by": made[number - 1].ended_by}
        rows["rulings"].append(common | same | moved)
    elif isinstance(event, RulingWithdrawn | ConfirmationWithdrawn):
        which = {"ruling": getattr(event, "number", None), "seat": getattr(event, "seat", None)}
        rows["withdrawals"].append(common | which | {"reason": event.reason, "public": event.public})
    elif isinstance(event, MatchAbandoned | MatchReopened):
        ended = {"abandoned": isinstance(event, MatchAbandoned), "reason": event.reason, "public": event.public}
        rows["abandonments"].append(common | ended)
    elif isinstance(event, RecordKept):
        kept = {name: getattr(event, name) for name in ("parted_at", "other", "reason")}
        rows["records_kept"].append(common | kept)


def _step_now(event: Any, every: list[HistoryEntry]) -> int | None:
    """The number of the step that stands with a remark or ruling said of it."""
    if event.step is None:
        return None
    found = (told.event for told in every if not told.superseded and any(one is event for one in told.related))
    return next((one.number if isinstance(one, Step) else 0 for one in found), None)


def _about(start: Any) -> Row:
    return {
        "match": start.originator_id,
        "players": list(start.players),
        "at_table": start.table,
        "played_on": date.fromisoformat(start.played_on) if start.played_on else None,
    }


def _variant(options: Any) -> str:
    """The options that are not as a table has them that says nothing of them."""
    usual, words = type(options)(), {None: "none", True: "true", False: "false"}
    told = []
    for name in options.__struct_fields__:
        value = getattr(options, name)
        if value != getattr(usual, name):
            listed = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
            told.append(f"{name}={words[value] if value is None or isinstance(value, bool) else listed}")
    return ", ".join(told) or "as it is"


def _walk_start(start: Any, event: Any, told: HistoryEntry, rows: Rows) -> None:
    """A start as an event has it, the first or a correction."""
    said = {name: getattr(start, name) for name in ("game", "rules_version", "event", "round")}
    rows["starts"].append(
        said
        | _about(start)
        | {
            "version": event.originator_version,
            "options": encode(start.options).decode(),
            "deal": encode(start.deal).decode(),
            "recorded_at": event.recorded_at,
            "superseded": told.superseded,
            "amended_by": told.undone.originator_version if told.undone else None,
        }
    )
    whole = replace(start, originator_version=event.originator_version)
    _walk_facts(whole, 0, 0, told.superseded, rows)


def _walk_step(step: Any, told: HistoryEntry, was: Any, rows: Rows) -> None:
    back, amended = (
        told.undone.originator_version if isinstance(told.undone, kind) else None
        for kind in (StepsTakenBack, StepsAmended)
    )
    rows["steps"].append(
        _common(step)
        | {
            "game": step.game,
            "step": step.number,
            "actor": step.actor,
            "player": told.players[step.actor - 1] if step.actor else None,
            "verb": topic_of(step).split(".")[1],
            "facts": len(step.facts),
            "drawn": [str(outcome) for outcome in step.drawn],
            "drawn_kinds": ["number" if isinstance(outcome, int) else "card" for outcome in step.drawn],
            "shuffled": None if step.shuffled is None else list(step.shuffled),
            "happened_at": step.happened_at,
            "note": step.note,
            "superseded": told.superseded,
            "taken_back_by": back,
            "amended_by": amended,
            "was_version": was and was.event,
            "was_step": was and was.step,
        }
    )
    name = f"{schema_of(step.game)}.{verb_of(type(step.action).__name__)}"
    keys = _keys(step, step.number, step.actor, told.superseded)
    rows[name].append(keys | _own(step.action, keys))
    _walk_facts(step, step.number, step.actor, told.superseded, rows)


def _walk_facts(event: Any, step: int, actor: int, superseded: bool, rows: Rows) -> None:
    for nr, fact in enumerate(event.facts, start=1):
        keys = _keys(event, step, actor, superseded) | {"nr": nr}
        rows[f"{schema_of(event.game)}.{verb_of(type(fact).__name__)}"].append(keys | _own(fact, keys))


def _walk_result(start: Any, result: Any, final: FinalResult, rows: Rows) -> None:
    for seat, (player, score) in enumerate(zip(start.players, result.scores, strict=True), start=1):
        rows["results"].append(
            {
                "match": start.originator_id,
                "seat": seat,
                "player": player,
                "score": None if score == "??" else score,
                "unknown": score == "??",
                "won": None if result.winners == "??" else seat in result.winners,
                "final_score": None if final.scores[seat - 1] == "??" else final.scores[seat - 1],
                "final_won": None if final.winners == "??" else seat in final.winners,
                "place": None if final.places[seat - 1] == "??" else final.places[seat - 1],
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
    called = {**{name: f"{name}_" for name in keys}, "game": "game_number"}
    return {
        called.get(field.name, field.name): plain(field.shape, getattr(struct, field.name)) for field in _fields(struct)
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
