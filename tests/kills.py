"""Kills every command that writes, at random points, and looks at what is left: `python -m tests.kills --count 1000`.

Each command runs in a process of its own on a copy of a store, and is killed somewhere between its first and last
instruction. Then every match and tournament must be sound, hold everything that it held before and nothing but whole
events after it, and hold what the command had said that it recorded; a decision about a tournament is there with all
that belongs to it, or not at all. Prints for each command how often it was killed, and what
was lost (nothing, or it ends with 1).
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from shutil import copyfile, rmtree
from signal import SIGKILL
from tempfile import mkdtemp
from time import monotonic, sleep
from typing import NamedTuple
from uuid import UUID

import click
from click.testing import CliRunner

from ludograph.cli.main import COMMANDS
from ludograph.cli.main import main as ludograph
from ludograph.domain.exchange.exporter import exported
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.verification import verify as verify_tournament
from ludograph.domain.verify.verification import verify
from tests.worlds import random_match

Heads = dict[UUID, list[str]]
STANDS = 5
"""So many steps of the match `M` are recorded before."""
NEXT = 6
"""So many are entered by `act`."""


class Command(NamedTuple):
    """A command that writes; `confirms` are the events that a line of its JSON says are recorded.

    `whole` are the events of one decision, which are all there or none of them; 0 where a command does several things.
    """

    words: tuple[str, ...]
    confirms: Callable[[dict[str, object]], int] = lambda line: 1
    whole: int = 0


def _decision(*words: str, whole: int = 1) -> Command:
    return Command(("tournament", *words, "--json"), lambda line: whole, whole)


def _imported(line: dict[str, object]) -> int:
    return int(str(line["steps"])) + 1 if line["status"] == "recorded" else 0


WRITING = {
    "new": Command(("new", "sun-bid", "Cat", "Dan", "--seed", "1", "--json")),
    "act": Command(("act", "M", "{next}", "--json")),
    "undo": Command(("undo", "M", "--to", "1", "--reason", "why", "--json")),
    "redo": Command(("redo", "U", "--json")),
    "note": Command(("note", "M", "a remark", "--json")),
    "amend": Command(("amend", "M", "2", "--remove", "--cut", "--reason", "why", "--json")),
    "confirm": Command(("confirm", "O", "--as", "judge", "--json")),
    "rule": Command(("rule", "O", "Fair.", "--by", "Ida", "--json")),
    "abandon": Command(("abandon", "M", "--reason", "why", "--json")),
    "reopen": Command(("reopen", "A", "--reason", "why", "--json")),
    "import": Command(("import", "{folder}/files.jsonl", "--json"), _imported),
    "merge": Command(("merge", "{folder}/other.sqlite", "--json"), lambda line: 0),
    "tournament new": _decision("new", "Spring Cup"),
    "tournament enter": _decision("enter", "T", "Gita", "Hugo"),
    "tournament withdraw": _decision("withdraw", "T", "Ann"),
    "tournament seat": _decision("seat", "F", "--game", "sun-bid", "--size", "2", "--file", "{folder}/seats.csv"),
    "tournament start": _decision("start", "T", "1", whole=3),
    "tournament result": _decision("result", "T", "1", "1", "Ann=1", "Ben=2"),
    "tournament place": _decision("place", "T", "1", "1", "PL", "--reason", "why"),
    "tournament penalty": _decision("penalty", "T", "Ann", "1", "--reason", "why"),
    "tournament set": _decision("set", "T", "bye=3", "--reason", "why"),
    "tournament lot": _decision("lot", "T"),
    "tournament close": _decision("close", "F"),
    "tournament undo": _decision("undo", "S", "--reason", "why", whole=3),
    "simulate": Command(("simulate", "sun-bid", "-n", "6", "--jobs", "1", "--seed", "1", "--json"), lambda line: 0),
}
"""What is run; a command that the program does not have is left out."""


class World(NamedTuple):
    """A store to be copied, what is recorded in it, and the actions that come next in the match `M`."""

    folder: Path
    store: Path
    heads: Heads
    next: list[str]

    def words(self, name: str) -> list[str]:
        """A command line on the copy."""
        given = [word.format(folder=self.folder, next="{next}") for word in WRITING[name].words]
        at = given.index("{next}") if "{next}" in given else None
        return given if at is None else given[:at] + self.next + given[at + 1 :]

    @property
    def copy(self) -> Path:
        """Where a command writes."""
        return self.folder / "copy.sqlite"


def prepared(folder: Path) -> World:
    """A store with a match that runs, one that is over, one with a takeback and one that was abandoned."""
    store, other = folder / "store.sqlite", folder / "other.sqlite"
    lines = list(exported(random_match(GAMES["sun-bid"], Random(5)), JUDGE))
    many = [random_match(game, Random(game.id), 20) for game in GAMES.values()]
    for name in ("M", "U", "A", "O"):
        part = lines if name == "O" else lines[: STANDS + 1]
        _written(folder / f"{name}.jsonl", [part[0] | {"id": name}, *part[1:]])
        _run(store, "import", str(folder / f"{name}.jsonl"))
    _written(folder / "files.jsonl", [line for match in many for line in exported(match, JUDGE)])
    _run(other, "import", str(folder / "files.jsonl"))
    _run(store, "undo", "U", "--to", "1", "--reason", "why")
    if "abandon" in COMMANDS:
        _run(store, "abandon", "A", "--reason", "why")
    _tournaments(folder, store)
    return World(folder, store, heads_of(store), [json.dumps(line) for line in lines[STANDS + 1 : STANDS + 1 + NEXT]])


def _tournaments(folder: Path, store: Path) -> None:
    """T with a round that is seated, S with one that has started, F without any."""
    rows = ("1,1,Ann", "1,1,Ben", "1,2,Cleo", "1,2,Dora")
    (folder / "seats.csv").write_text("\n".join(("round,table,player", *rows)))
    for id in "TSF":
        _run(store, "tournament", "new", f"Cup {id}", "--id", id)
        _run(store, "tournament", "enter", id, "Ann", "Ben", "Cleo", "Dora")
    for id in "TS":
        words = ("--game", "sun-bid", "--size", "2", "--file", str(folder / "seats.csv"))
        _run(store, "tournament", "seat", id, *words)
    _run(store, "tournament", "start", "S", "1", "--seed", "1")
    _run(store, "new", "sun-bid", "Ann", "Ben", "--seed", "1", "--id", "PL")


def _written(path: Path, lines: list[dict[str, object]]) -> None:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))


def _run(store: Path, *words: str) -> None:
    done = CliRunner().invoke(ludograph, ["--store", str(store), *words])
    assert done.exit_code == 0, done.output


def heads_of(store: Path) -> Heads:
    """The digests of all events of every match and tournament. Raises AssertionError where one is not sound."""
    with Recorder(store) as recorder:
        service = TournamentService(recorder)
        tournaments = list(service.all())
        for one in tournaments:
            verdict = verify_tournament(recorder, one.id)
            assert verdict.ok, verdict.finding
            service.tables(one)
        ids = recorder.store.known_match_ids()
        for id in ids:
            verdict = verify(recorder, id)
            assert verdict.ok, verdict.finding
        found = {id: [event.digest for event in recorder.load(id).history] for id in ids}
        return found | {one.id: [event.digest for event in one.history] for one in tournaments}


def begun(world: World, name: str) -> tuple[int, Path]:
    """The process that runs a command, and the file that it prints into."""
    out = world.folder / "out"
    out.write_bytes(b"")
    process = os.fork()
    if process:
        return process, out
    try:
        with out.open("wb", buffering=0) as file:
            os.dup2(file.fileno(), 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.setpgid(0, 0)
        ludograph(["--store", str(world.copy), *world.words(name)], prog_name="ludograph")
    except SystemExit as done:
        os._exit(int(done.code or 0))
    finally:
        os._exit(99)


def copy_afresh(world: World) -> None:
    """Puts a copy of the store where the one before was, of which nothing is left: neither its log nor its index."""
    for old in world.folder.glob("copy.sqlite*"):
        old.unlink()
    copyfile(world.store, world.copy)


def killed(world: World, name: str, after: float) -> bool:
    """Runs a command on a fresh copy; whether it was killed so many seconds after, before it had ended."""
    copy_afresh(world)
    process, _ = begun(world, name)
    sleep(after)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process, SIGKILL)
    with suppress(ProcessLookupError):
        os.kill(process, SIGKILL)
    _, status = os.waitpid(process, 0)
    return os.WIFSIGNALED(status)


def lost(world: World, name: str) -> str | None:
    """What is not as it must be after a command was killed; None where all is."""
    try:
        now = heads_of(world.copy)
    except AssertionError as wrong:
        return str(wrong)
    for id, before in world.heads.items():
        if now.get(id, [])[: len(before)] != before:
            return f"{id} has lost events"
    whole = [line for line in (world.folder / "out").read_text().split("\n")[:-1] if line.startswith("{")]
    said = sum(WRITING[name].confirms(json.loads(line)) for line in whole)
    added = sum(map(len, now.values())) - sum(map(len, world.heads.values()))
    if WRITING[name].whole and added not in (0, WRITING[name].whole):
        return f"{added} of {WRITING[name].whole} events of one decision are there"
    return f"{said} events were confirmed and {added} are there" if added < said else None


def longest(world: World, name: str) -> float:
    """How long a command takes that nobody kills. Raises AssertionError where it fails."""
    killed(world, name, 0)
    for old in world.folder.glob("copy.sqlite*"):
        old.unlink()
    copyfile(world.store, world.copy)
    start = monotonic()
    process, out = begun(world, name)
    _, status = os.waitpid(process, 0)
    assert status == 0, (name, out.read_text())
    return monotonic() - start


@click.command()
@click.option("--count", default=50, help="How often each command is killed.")
@click.option("--seed", default=1)
@click.option("--only", multiple=True, type=click.Choice(list(WRITING)), help="Only this command; may be repeated.")
def main(count: int, seed: int, only: tuple[str, ...]) -> None:
    """Kills commands that write, and prints for each how often, and what was lost."""
    random, folder = Random(seed), Path(mkdtemp())
    failures: Counter[str] = Counter()
    try:
        world = prepared(folder)
        for name in only or [name for name in WRITING if name.split()[0] in COMMANDS]:
            most, before = longest(world, name) * 1.1, 0
            for _ in range(count):
                before += killed(world, name, random.uniform(0, most))
                if wrong := lost(world, name):
                    failures[name] += 1
                    click.echo(f"{name}: {wrong}", err=True)
            click.echo(f"{name:20} killed {before:>6} of {count:>6} times, lost something {failures[name]} times")
    finally:
        rmtree(folder, ignore_errors=True)
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
