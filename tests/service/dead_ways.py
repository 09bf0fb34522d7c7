"""Lets the way to the store die in the middle of an entry: `python -m tests.service.dead_ways --times 200`.

After a random number of bytes everything is swallowed, while all connections stay open: under an entry through a
service, or under `act`. Whoever enters must be told in time, nothing may be lost or doubled by the same request sent
again, and the service must go on by itself when there is a way again.
"""

import sys
import time
from collections import Counter
from contextlib import closing
from random import Random
from typing import Final
from uuid import UUID

import click
from click.testing import CliRunner

from ludograph.cli.main import main as ludograph
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.url import Server, server_in
from ludograph.domain.verify.verification import verify
from tests.servers import PostgresServer
from tests.servers import running as postgres
from tests.service.running import Service, running
from tests.swallowing import Way

DEADLINE: Final = 1.0
IN_TIME: Final = 3 * DEADLINE + 3
"""Seconds in which an answer must come: a thread, a turn and an answer are waited for, and a connection for two."""
BYTES: Final = (18_000, 12_000)
"""About as many bytes go to and fro for an action by a command, and for an entry in a service."""
PATIENCE: Final = 60.0


class Deaths:
    """Entries under which the way dies, and what came of them."""

    def __init__(self, server: PostgresServer, random: Random) -> None:
        self._random = random
        self._url = server.database()
        self._folder = server.folder
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.slowest = 0.0

    def run(self, times: int) -> None:
        """So many entries through a service, and as many by a command."""
        with closing(Way(self._folder)) as way:
            store = way.server(self._url, DEADLINE)
            with running(store) as service:
                match = service.new("sun-bid", "Ann", "Bob", seed="2")
                for number in range(times):
                    self._entry(way, service, match, number)
            for number in range(times):
                self._command(way, store, match, number)
        with Recorder(server_in(self._url)) as recorder:
            found = recorder.load(UUID(match))
            if not verify(recorder, found.id).ok:
                self.wrong.append("the match is damaged")
            texts = Counter(getattr(event, "text", "") for event in found.history)
            expected = {f"note {number}" for number in range(times)} | {
                f"by command {number}" for number in range(times)
            }
            self.wrong += [f"{text} is there {texts[text]} times" for text in sorted(expected) if texts[text] != 1]

    def _entry(self, way: Way, service: Service, match: str, number: int) -> None:
        token = service.token("scribe", match=match)
        client = service.client(token)
        way.die(self._random.randrange(BYTES[1]))
        end, statuses = time.monotonic() + PATIENCE, []
        while time.monotonic() < end and 201 not in statuses:
            began = time.monotonic()
            answer = client.post(
                f"/api/matches/{match}/notes",
                json={"text": f"note {number}", "step": 0},
                headers={"Idempotency-Key": f"key-{number}"},
            )
            self._timed(began, f"note {number}")
            statuses.append(answer.status_code)
            way.live()
            if answer.status_code not in (201, 503):
                self.wrong.append(f"note {number}: {answer.status_code}: {answer.text}")
        self.counts[f"an entry was answered with {statuses[0]}"] += 1

    def _command(self, way: Way, store: Server, match: str, number: int) -> None:
        words = ["--store", store.url, "note", match, "0", f"by command {number}"]
        environment = {"LUDOGRAPH_DEADLINE": f"{DEADLINE:g}"}
        way.die(self._random.randrange(BYTES[0]))
        began = time.monotonic()
        done = CliRunner().invoke(ludograph, words, env=environment)
        self._timed(began, f"command {number}")
        way.live()
        if done.exit_code not in (0, 1) or (done.exit_code and "does not answer" not in done.output):
            self.wrong.append(f"command {number}: {done.exit_code}: {done.output}")
        self.counts[f"a command ended with {done.exit_code}"] += 1
        with Recorder(server_in(self._url)) as recorder:
            end = time.monotonic() + 2 * DEADLINE  # it may still be under way behind the place where the way died
            while done.exit_code and time.monotonic() < end:
                if any(getattr(event, "text", "") == words[-1] for event in recorder.load(UUID(match)).history):
                    self.counts["and had recorded it"] += 1
                    return
                time.sleep(0.2)
        if done.exit_code:
            again = CliRunner().invoke(ludograph, words, env=environment)
            if again.exit_code:
                self.wrong.append(f"command {number}, again: {again.output}")

    def _timed(self, began: float, what: str) -> None:
        took = time.monotonic() - began
        self.slowest = max(self.slowest, took)
        if took > IN_TIME:
            self.wrong.append(f"{what} took {took:.1f} seconds")


def died(times: int, seed: int) -> Deaths:
    """So many deaths of the way under each kind of entry, and what came of them."""
    with postgres() as server:
        found = Deaths(server, Random(seed))
        found.run(times)
    return found


@click.command()
@click.option("--times", default=100, help="How often the way dies under an entry, and under a command.")
@click.option("--seed", default=1)
def main(times: int, seed: int) -> None:
    """Lets the way to the store die under entries, and prints what was lost, doubled or late."""
    found = died(times, seed)
    for one in found.wrong:
        click.echo(one, err=True)
    for told, count in sorted(found.counts.items()):
        click.echo(f"{count:5} {told}")
    click.echo(
        f"the way died {2 * times} times; the slowest answer took {found.slowest:.1f} s; {len(found.wrong)} wrong"
    )
    sys.exit(bool(found.wrong))


if __name__ == "__main__":
    main()
