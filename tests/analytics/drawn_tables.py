"""The tables at steps beside `show --json`: its state is read back and drawn, and each step compared.

`python -m tests.analytics.drawn_tables --matches 300` compares many matches, for every observer and step. It takes
long, and is not in CI. `--game last-years-magic --seats 11 --eyes 11 12 13` looks at the seats that few matches have.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

from duckdb import DuckDBPyConnection
from msgspec import Struct

from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.derived.needs import STEP_BY_STEP
from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.tables.position_rows import AT_STEPS
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.scene import Grid, Ledger, Pile, Row, Scene
from ludograph.domain.kernel.shapes import Shape, fields_of
from ludograph.domain.kernel.worth import value_text
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.shapes.matches import show_json
from tests.analytics.histories import Scribe, histories, recorder, written_down
from tests.worlds import random_start

Drawn = dict[str, set[tuple[Any, ...]]]
MADE = frozenset((STEP_BY_STEP,))
EYES = ("judge", "table", *map(str, range(1, max(max(game.seats) for game in GAMES.values()) + 1)))


def shown(match: Match, observer: int, step: int) -> Drawn:
    """What `show --as OBSERVER --at STEP --json` says of the table, drawn and taken apart."""
    said = show_json(match, observer, step)
    raw = dict(said["state"])
    kind = type(match.states[step])
    if "options" in kind.__struct_fields__:
        raw["options"] = said["options"]
    state = _struct(kind, raw, match.players)
    found = taken_apart(match.game.scene(state))
    for zone in match.game.scene(state).zones:
        value = match.game.worth_of(state)[zone.owner - 1] if zone.owner else None
        if value is not None and match.game.worth is not None:
            text = value_text(value, signed=match.game.ending.signed)
            found["amounts_at"].add((zone.owner or 0, zone.label, "Worth", match.game.worth.label, text))
        if zone.owner in match.game.eliminated_in(state):
            found["amounts_at"].add((zone.owner or 0, zone.label, "Eliminated", "Eliminated", "out"))
    return found


def taken_apart(scene: Scene) -> Drawn:
    """What lies where in a scene, as rows of the tables have it."""
    found: Drawn = {name: set() for name in AT_STEPS}
    round = scene.round
    found["rounds_at"] = {(scene.title, round and round.kind, round and round.number, round and round.of)}
    for zone in scene.zones:
        place = (zone.owner or 0, zone.label)
        found["markers_at"] |= {(*place, marker) for marker in zone.markers}
        if zone.standing:
            found["amounts_at"].add((*place, "Standing", *zone.standing))
        for part in zone.parts:
            inner = (*place, part.key or part.label)
            found["cards_at"] |= {(*inner, *card) for card in _cards(part)}
            found["amounts_at"] |= {(*inner, *line) for line in _lines(part)}
    return found


def _cards(part: Any) -> Iterator[tuple[Any, ...]]:
    if isinstance(part, Row):
        for place, card in enumerate(part.cards, start=1):
            if card:
                yield place, None, None, card, part.hidden and place - 1 not in part.up
    if isinstance(part, Grid):
        yield from ((None, cell.x, cell.y, cell.card, cell.hidden) for cell in part.cells)
    if isinstance(part, Pile) and part.top is not None:
        yield 1, None, None, part.top, False


def _lines(part: Any) -> Iterator[tuple[str, str]]:
    if isinstance(part, Ledger):
        yield from part.lines
    if isinstance(part, Pile):
        yield "Cards", str(part.count)
    if part.key:
        yield "Label", part.label


COLUMNS = {
    "cards_at": "seat, zone, part, place, x, y, card, face_down",
    "amounts_at": "seat, zone, part, name, text",
    "markers_at": "seat, zone, marker",
    "rounds_at": "title, kind, number, rounds",
}


def held(connection: DuckDBPyConnection, match: UUID) -> dict[int, Drawn]:
    """What the tables say of a match, step by step."""
    found: dict[int, Drawn] = defaultdict(lambda: {name: set() for name in AT_STEPS})
    for table, columns in COLUMNS.items():
        sql = f"SELECT unnest(range(from_step, to_step + 1)), {columns} FROM {table} WHERE match = $match"
        for step, *row in connection.execute(sql, {"match": match}).fetchall():
            assert tuple(row) not in found[step][table], "twice the same"
            found[step][table].add(tuple(row))
    return found


def differences(store: Path, eyes: Sequence[str]) -> Iterator[str]:
    """Each observer, match and step at which the tables are not what `show` says."""
    with Recorder(store, reading=True) as reading:
        matches = [reading.load(one.head.match) for one in reading.listed()]
    for name in eyes:
        with archive(ArchiveSpec(store, ObserverName(name), needs=MADE)) as found:
            for match in matches:
                observer, steps = ObserverName(name).seat(match.players), held(found.connection, match.id)
                if set(steps) != set(range(len(match.steps) + 1)):
                    yield f"{match.game.id} {match.id} as {name}: steps {sorted(steps)} of {len(match.steps)}"
                for step in range(len(match.steps) + 1):
                    wanted = shown(match, observer, step)
                    yield from (
                        f"{match.game.id} {match.id} as {name}, step {step}, {table}: {sorted(map(str, wrong))}"
                        for table in AT_STEPS
                        if (wrong := wanted[table] ^ steps[step][table])
                    )


def _struct(kind: type[Struct], raw: dict[str, Any], players: Sequence[str]) -> Any:
    """A Struct from what the JSON of `show` has for it."""
    return kind(**{field.name: _value(field.shape, raw[field.name], players) for field in fields_of(kind)})


def _value(shape: Shape, raw: Any, players: Sequence[str]) -> Any:
    if raw is None:
        return None
    if shape.kind == "either":
        return _value(next(one for one in shape.shapes if _fits(one, raw, players)), raw, players)
    if shape.kind == "seat":
        return 0 if raw == "table" else players.index(raw) + 1
    if shape.kind == "list":
        entries = [raw[player] for player in players] if isinstance(raw, dict) else raw
        return tuple(entry if shape.item is None else _value(shape.item, entry, players) for entry in entries)
    if shape.kind == "struct":
        assert shape.struct is not None
        return _struct(shape.struct, raw, players)
    return raw


def _fits(shape: Shape, raw: Any, players: Sequence[str]) -> bool:
    if shape.kind == "word":
        return raw in shape.words
    if shape.kind == "seat":
        return raw == "table" or raw in players
    kinds = {"list": (list, tuple, dict), "struct": (dict,), "number": (int,), "flag": (bool,)}
    return isinstance(raw, kinds.get(shape.kind, (str,)))


def chosen(random: Random, given: Namespace) -> Iterator[Match]:
    """Matches with takebacks, half of them corrected too: of all games, or of one with so many seats at least."""
    if given.game is None:
        yield from histories(random, given.matches // 2)
        yield from histories(random, given.matches - given.matches // 2, corrected=True)
        return
    for number in range(given.matches):
        start = random_start(GAMES[given.game], random)
        while len(start.players) < given.seats:
            start = random_start(GAMES[given.game], random)
        yield written_down(start, Scribe(random), 60, blind=number % 6 == 2, corrected=number % 2 == 1)


def main() -> None:
    """Compares as many matches as are asked for, and says what differs."""
    parser = ArgumentParser(prog="python -m tests.analytics.drawn_tables", description=main.__doc__)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=GAMES, help="Only matches of this game.")
    parser.add_argument("--seats", type=int, default=1, help="With a game: only matches with so many seats or more.")
    parser.add_argument("--eyes", nargs="*", default=EYES, help="By default the judge, the table and every seat.")
    given = parser.parse_args()
    if given.game and given.seats > max(GAMES[given.game].seats):
        parser.error(f"{given.game} has at most {max(GAMES[given.game].seats)} seats.")
    random, wrong = Random(given.seed), 0
    with TemporaryDirectory() as folder:
        store = Path(folder) / "store.sqlite"
        with recorder(store, random) as writer:
            writer.record(*chosen(random, given))
        for eyes in given.eyes:
            found = list(differences(store, [eyes]))
            wrong += len(found)
            print(f"{given.matches} matches as {eyes}: {len(found)} differences", *found[:3], sep="\n", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
