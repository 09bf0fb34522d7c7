"""Many programs that record in one store at once: `python -m tests.crowd --clients 8 --matches 40 --seconds 60`.

Each client is a process of its own that takes matches at random and enters the next action in them, as others do at the
same moment; what was confirmed to it, it writes into a file of its own. With `--kills N` a client is killed so often
by `kill -9`, and with `--server` the server as well, as if its machine had lost its power. In the end every confirmed
action must be there exactly once, of those who entered the same step one must have won, and every match must be sound.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from random import Random
from signal import SIGKILL
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Final, NamedTuple, TextIO
from uuid import UUID

import click

from ludograph.domain.bots.moves import Bots
from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import Match, Setting, Stamp
from ludograph.domain.store.errors import Conflict, StoreError
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.url import Place, is_server, server_in
from ludograph.domain.verify.verification import verify
from tests.servers import PostgresServer, running

LONGEST: Final = 60
"""Seconds after which a client that cannot reach its store gives up."""


class Counted(NamedTuple):
    """What came of a crowd."""

    confirmed: int
    clashes: int
    unconfirmed: int
    """Events that are there though nobody was told so: whoever entered them was killed before the answer."""
    kills: int
    server_kills: int

    def __str__(self) -> str:
        return (
            f"{self.confirmed:,} actions were confirmed, each is there once; {self.clashes:,} were refused because "
            f"somebody else was faster; {self.unconfirmed} are there of which the answer was lost; clients were killed "
            f"{self.kills} times, the server {self.server_kills} times."
        )


def place_in(text: str) -> Place:
    """A store from its path or URL."""
    return server_in(text) if is_server(text) else Path(text)


def client(store: Place, ids: list[UUID], random: Random, until: float, told: TextIO) -> None:
    """Enters actions until the time is over, and writes down what was confirmed."""
    with _opened(store) as recorder:
        while monotonic() < until:
            line = _entry(recorder, random.choice(ids), random)
            if line is not None:
                told.write(json.dumps(line) + "\n")
                told.flush()
                os.fsync(told.fileno())


def _opened(store: Place) -> Recorder:
    """The store, as soon as it can be opened: its server may just have been killed."""
    end = monotonic() + LONGEST
    while True:
        try:
            return Recorder(store)
        except StoreError as wrong:
            if "does not answer" not in str(wrong) or monotonic() > end:
                raise
            sleep(0.1)


def _entry(recorder: Recorder, id: UUID, random: Random) -> dict[str, object] | None:
    """What came of one action; None where a match is over, or the store cannot be reached now."""
    try:
        match = recorder.load(id)
        moved = _moved(match, random, recorder.stamp())
        if moved is None:
            return None
        stored = recorder.record(moved)
    except Conflict:
        return {"clash": str(id)}
    except StoreError as wrong:
        if "does not answer" not in str(wrong):
            raise
        sleep(0.1)
        return None
    return {"match": str(id), "version": stored.version, "digest": stored.head}


def _moved(match: Match, random: Random, stamp: Stamp) -> Match | None:
    move = Bots(match.game, len(match.players), random).move(match.state, len(match.steps))
    return None if move is None else match.play(move.seat, move.action, stamp, chance=match.chance())


class Crowd:
    """Clients that record in the same matches of a store, and whoever kills them."""

    def __init__(self, store: Place, folder: Path, *, clients: int, matches: int, seed: int = 1) -> None:
        self.store = store
        self.folder = folder
        self.random = Random(seed)
        self.clients = clients
        self.ids = self._begun(matches)
        self.kills = self.server_kills = 0
        self._running: list[subprocess.Popen[bytes]] = []
        self._started = 0

    def _begun(self, matches: int) -> list[UUID]:
        games = list(GAMES.values())
        with Recorder(self.store) as recorder:
            return [
                recorder.start(game, Setting(_players(game.seats[-1]), game.options(), None, recorder.seed())).id
                for game in (games[at % len(games)] for at in range(matches))
            ]

    def run(self, seconds: float, *, kills: int = 0, server: PostgresServer | None = None) -> Counted:
        """Lets them record for so long and counts what came of it. Raises `AssertionError` where anything is wrong."""
        until = monotonic() + seconds
        with ExitStack() as stack:
            stack.callback(self._stop)
            for _ in range(self.clients):
                self._start(until)
            for _ in range(kills):
                sleep(max(0.0, until - monotonic()) / (kills + 1 - self.kills) * self.random.random())
                self._kill(until, server)
            for process in self._running:
                assert process.wait(timeout=seconds + LONGEST) == 0, "a client ended with an error"
        return self._counted()

    def _start(self, until: float) -> None:
        self._started += 1
        words = (self.store.url if not isinstance(self.store, Path) else str(self.store), str(until - monotonic()))
        command = [sys.executable, "-m", "tests.crowd", "--work", *words, str(self.folder), str(self._started)]
        ids = ",".join(map(str, self.ids))
        self._running.append(subprocess.Popen([*command, ids], cwd=Path(__file__).parents[1]))

    def _kill(self, until: float, server: PostgresServer | None) -> None:
        """Kills a client, and now and then the server, and starts them again."""
        victim = self._running.pop(self.random.randrange(len(self._running)))
        victim.send_signal(SIGKILL)
        victim.wait()
        self.kills += 1
        if server is not None and self.random.random() < 0.5:
            server.kill()
            server.start()
            self.server_kills += 1
        self._start(until)

    def _stop(self) -> None:
        for process in self._running:
            process.kill()
            process.wait()

    def _counted(self) -> Counted:
        lines = [line for path in self.folder.glob("client-*") for line in _lines(path)]
        confirmed = [(UUID(str(line["match"])), line["version"], line["digest"]) for line in lines if "match" in line]
        twice = [place for place, many in Counter((id, version) for id, version, _ in confirmed).items() if many > 1]
        assert not twice, f"two were told that they had recorded the same step: {twice[:3]}"
        stored = 0
        with Recorder(self.store, reading=True) as recorder:
            held: dict[object, str] = {}
            for id in self.ids:
                verdict = verify(recorder, id)
                assert verdict.ok, verdict.finding
                events = recorder.load(id).history
                held |= {(id, event.originator_version): event.digest for event in events}
                stored += len(events) - 1
            assert not recorder.store.deleted_count()
        lost = [entry for entry in confirmed if held.get(entry[:2]) != entry[2]]
        assert not lost, f"confirmed, and not there: {lost[:3]}"
        clashes = sum("clash" in line for line in lines)
        assert self.kills or stored == len(confirmed), "somebody was not told what was recorded"
        return Counted(len(confirmed), clashes, stored - len(confirmed), self.kills, self.server_kills)


def _players(seats: int) -> tuple[str, ...]:
    return ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus")[:seats]


def _lines(path: Path) -> list[dict[str, object]]:
    """What a client wrote down; the last line may be cut where it was killed."""
    whole = path.read_text().rpartition("\n")[0]
    return [json.loads(line) for line in whole.splitlines()]


@click.command()
@click.option("--clients", default=8, show_default=True)
@click.option("--matches", default=40, show_default=True)
@click.option("--seconds", default=30.0, show_default=True)
@click.option("--kills", default=0, show_default=True, help="So often a client is killed by kill -9.")
@click.option("--on-server", is_flag=True, help="On a PostgreSQL server, else in a file.")
@click.option("--server", "killing", is_flag=True, help="Kills the server as well.")
@click.option("--seed", default=1, show_default=True)
def main(clients: int, matches: int, seconds: float, kills: int, on_server: bool, killing: bool, seed: int) -> None:
    """Lets many record in one store at once, and looks at what is there."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="ludograph-crowd-")))
        server = stack.enter_context(running(fsync="on")) if on_server else None
        store = server_in(server.database()) if server else folder / "store.sqlite"
        crowd = Crowd(store, folder, clients=clients, matches=matches, seed=seed)
        click.echo(crowd.run(seconds, kills=kills, server=server if killing else None))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        where, left, own, number, names = sys.argv[2:]
        with (Path(own) / f"client-{number}").open("a") as file:
            client(
                place_in(where),
                [UUID(one) for one in names.split(",")],
                Random(number),
                monotonic() + float(left),
                file,
            )
    else:
        main()
