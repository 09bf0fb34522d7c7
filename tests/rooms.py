"""The rooms of the program and the arrows between them: `python -m tests.rooms` prints the picture with its counts."""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("domain", "replay", "analytics", "cli")
PREFIX: Final = "ludograph."
"""What stands before them in every import."""
STANDS_ON: Final[Mapping[str, str]] = {
    "domain.kernel": "",
    "domain.notation": "domain.kernel",
    "domain.games": "domain.kernel",
    "domain.rules_files": "domain.games",
    "domain.match": "domain.notation domain.games",
    "domain.store": "domain.match",
    "domain.exchange": "domain.store",
    "domain.corrections": "domain.exchange",
    "domain.verify": "domain.corrections domain.rules_files",
    "domain.merge": "domain.verify",
    "domain.entry": "domain.store",
    "domain.lab": "domain.kernel",
    "domain.bots": "domain.lab domain.store",
    "domain.experiments": "domain.bots domain.rules_files",
    "domain.forks": "domain.bots domain.corrections",
    "domain.judging": "domain.lab domain.store",
    "domain.tournaments.seating": "domain.kernel",
    "domain.tournaments": "domain.merge domain.tournaments.seating",
    "domain.tournaments.rounds": "domain.tournaments",
    "domain.tournaments.exchange": "domain.tournaments",
    "domain.erasure": "domain.tournaments.exchange",
    "replay.timeline": "domain.match",
    "replay.sentences": "domain.exchange domain.judging replay.timeline",
    "replay.beats": "replay.sentences",
    "replay.drawing": "replay.beats",
    "replay.design": "domain.games",
    "replay.film": "replay.drawing",
    "replay.shapes": "domain.tournaments.rounds replay.beats",
    "replay.page": "replay.design replay.drawing",
    "replay.player": "replay.drawing",
    "replay.sheet": "domain.tournaments.rounds replay.sentences",
    "replay.service.http": "domain.entry replay.shapes replay.service.access",
    "replay.service.access": "domain.tournaments",
    "replay.service.live": "replay.service.http",
    "replay.service.sessions": "replay.service.live",
    "replay.service.pages": "replay.design replay.service.http",
    "replay.service.routes": "replay.film replay.page replay.sheet replay.service.sessions replay.service.pages",
    "replay.service.recording": "replay.service.routes",
    "replay.service.opponents": "domain.bots replay.service.recording",
    "replay.service.variations": "domain.forks replay.service.opponents",
    "replay.service": "replay.service.variations",
    "analytics.archive_paths": "domain.store",
    "analytics.tables": "domain.games",
    "analytics.extract": "domain.store analytics.tables",
    "analytics.derived": "domain.judging domain.tournaments analytics.extract",
    "analytics.queries": "analytics.archive_paths",
    "analytics.archive": "analytics.derived analytics.queries",
    "analytics.reports": "analytics.archive",
    "analytics.lake": "domain.tournaments.exchange analytics.extract",
    "analytics.spark": "analytics.reports analytics.lake",
    "analytics.api": "analytics.reports replay.drawing",
    "cli.errors": "domain.entry domain.tournaments replay.sentences",
    "cli.moments": "replay.beats cli.errors",
    "cli.numbers": "",
    "cli.bot_names": "domain.bots",
    "cli.store_option": "cli.errors",
    "cli.arguments": "cli.store_option",
    "cli.printing": "domain.forks domain.rules_files replay.design replay.shapes analytics.archive_paths "
    "cli.arguments cli.numbers",
    "cli.shell_completion": "analytics.reports cli.printing",
    "cli.lazy": "cli.shell_completion",
    "cli.main": "cli.lazy",
    "cli.table": "domain.bots replay.drawing cli.printing",
    "cli.variation_tools": "replay.player cli.printing",
    "cli.experiments": "domain.experiments cli.bot_names cli.printing",
    "cli.sql": "replay.beats analytics.api analytics.spark cli.experiments cli.numbers cli.printing",
    "cli.tournaments": "domain.bots replay.sheet cli.numbers cli.printing",
    "cli.commands": "cli.bot_names domain.erasure replay.film replay.player replay.service cli.moments cli.lazy "
    "cli.experiments cli.table cli.variation_tools cli.sql cli.tournaments",
}
"""What each room stands on: it may import from that, and from all that this stands on.

Single files at the top of `cli` are rooms too; `cli.main` loads commands by name.
"""


def _below(room: str) -> frozenset[str]:
    direct = frozenset(STANDS_ON[room].split())
    return direct.union(*map(_below, direct))


ROOMS: Final[Mapping[str, frozenset[str]]] = {room: _below(room) for room in STANDS_ON}
"""What each room may import from."""


def modules(root: Path = ROOT) -> dict[str, Path]:
    """Every module of the program with its file."""
    files = {path.relative_to(root).with_suffix(""): path for name in PACKAGES for path in (root / name).rglob("*.py")}
    return {".".join(file.parts[:-1] if file.name == "__init__" else file.parts): path for file, path in files.items()}


@cache
def imports_of(path: Path) -> tuple[str, ...]:
    """Every name that a file imports, wherever it does so, with the module before it and without `ludograph`."""
    return tuple(_imported(ast.parse(path.read_text())))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name.removeprefix(PREFIX) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{name.name}".removeprefix(PREFIX) for name in node.names)


def arrows(root: Path = ROOT) -> dict[str, set[str]]:
    """Which module imports which."""
    known = modules(root)
    found: dict[str, set[str]] = defaultdict(set)
    for name, path in known.items():
        for wanted in imports_of(path):
            module = wanted if wanted in known else wanted.rpartition(".")[0]
            if module in known and module != name:
                found[name].add(module)
    return found


@cache
def room_of(module: str) -> str:
    """The room of a module; that of a package's own `__init__` is the package."""
    return max((room for room in ROOMS if f"{module}.".startswith(f"{room}.")), key=len, default=module)


def between_rooms(root: Path = ROOT) -> dict[str, set[str]]:
    """Which room imports from which."""
    found: dict[str, set[str]] = defaultdict(set)
    for module, others in arrows(root).items():
        found[room_of(module)] |= {room_of(other) for other in others} - {room_of(module)}
    return found


def floors(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """From the ground up: what imports nothing, what imports only that, and so on. Raises CycleError."""
    sorter = TopologicalSorter(graph)
    sorter.prepare()
    found = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready())
        found.append(ready)
        sorter.done(*ready)
    return found


def drawn(graph: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """The arrows that a picture needs: without those that follow from others."""
    below: dict[str, set[str]] = {}
    for level in floors(graph):
        for room in level:
            below[room] = set(graph.get(room, ())).union(*(below[other] for other in graph.get(room, ())))
    return {room: to - set().union(*(below[other] for other in to)) for room, to in graph.items()}


def told(graph: Mapping[str, set[str]], what: str) -> str:
    """How many there are, with how many arrows, on how many floors; or the circle that they stand in."""
    try:
        few, levels = sum(map(len, drawn(graph).values())), len(floors(graph))
    except CycleError as wrong:
        return f"{len(graph)} {what} with a circle: {' -> '.join(wrong.args[1])}."
    every = sum(map(len, graph.values()))
    return f"{len(graph)} {what}, {every} arrows ({few} without those that follow from others), {levels} floors."


def main(root: Path = ROOT) -> None:
    """Prints the picture."""
    graph = between_rooms(root)
    try:
        reduced = drawn(graph)
        for number, level in enumerate(floors(graph)):
            for room in level:
                print(f"{number}  {room:16} {' '.join(sorted(reduced.get(room, ())))}")
    except CycleError:
        pass
    print(told(graph, "rooms"))
    print(told(arrows(root), "modules"))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
