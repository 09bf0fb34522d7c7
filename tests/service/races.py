"""Sends the same at two services of one store at once: `python -m tests.service.races --pairs 1000`.

Each pair is an entry in a match or a decision of a tournament: one request sent twice, one key used by two people, or
two requests over one version. Every answer must be true: of what was confirmed each is recorded once, under the name of
whoever sent it, and of what was not confirmed nothing is.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Barrier
from typing import Any, Final, NamedTuple
from uuid import UUID

import click
import httpx

from ludograph.domain.store.tokens import Tokens
from ludograph.domain.store.url import Place, server_in
from ludograph.domain.tournaments.service import TournamentService
from ludograph.replay.service.http.settings import Settings
from tests.servers import running as postgres
from tests.service.running import Service, running

EACH: Final = 25
"""So many pairs go into one match or tournament, for what is long takes long."""
SETTINGS: Final = Settings(entries=1_000_000)


class Person(NamedTuple):
    """Somebody with a token: its id, and how they ask each of the services."""

    id: str
    clients: tuple[httpx.Client, ...]


class Subject(NamedTuple):
    """What is recorded in, where, and by whom."""

    id: UUID
    path: str
    people: tuple[Person, Person]
    is_match: bool


class Sent(NamedTuple):
    """A request: who sends it, under which key, over which version, and its words."""

    person: Person
    key: str
    expected: int | None
    words: str


class Races:
    """Two services over one store, and pairs of requests that come to both at once."""

    def __init__(self, services: tuple[Service, Service], random: Random) -> None:
        self._services, self._random = services, random
        self._barrier = Barrier(2)
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []

    def run(self, pairs: int) -> None:
        """So many pairs, in matches and tournaments by turns."""
        with ThreadPoolExecutor(2) as threads:
            for number in range(pairs):
                if number % EACH == 0:
                    subject = self._match() if number // EACH % 2 == 0 else self._tournament(number)
                self._pair(subject, number, threads)

    def _match(self) -> Subject:
        service = self._services[0]
        match = service.new("sun-bid", "Ann", "Bob", seed="2")
        service.run("act", match, "Bob flip")
        people = self._person("scribe", match=match), self._person("scribe", match=match)
        return Subject(UUID(match), f"/api/matches/{match}/notes", people, is_match=True)

    def _tournament(self, number: int) -> Subject:
        service, name = self._services[0], f"Cup {number}"
        service.run("tournament", "new", name)
        service.run("tournament", "enter", name, "Ann", "Bob")
        (id,) = (one.id for one in TournamentService(service.recorder).of_name(name))
        people = self._person("director", tournament=id), self._person("director", tournament=id)
        return Subject(id, f"/api/tournaments/{id}/penalties", people, is_match=False)

    def _person(self, role: Any, **of: Any) -> Person:
        token = self._services[0].token(role, **of)
        found = Tokens(self._services[0].recorder).find(token)
        assert found is not None
        return Person(found.id, tuple(one.client(token) for one in self._services))

    def _pair(self, subject: Subject, number: int, threads: ThreadPoolExecutor) -> None:
        ann, bob = subject.people
        version = self._version(subject)
        expected = self._random.choice((None, version))
        first = Sent(ann, f"key-{number}", expected, f"words {number}")
        kind, second = self._random.choice(
            (
                ("the same request twice", first),
                ("the same request twice", first),
                ("one key of two people", first._replace(person=bob)),
                ("one key, other words", first._replace(words=f"other {number}")),
                ("two keys", first._replace(key=f"other-{number}", words=f"other {number}")),
            )
        )
        where = self._random.choice(((0, 1), (1, 0)))
        sent = (first, second)
        answers = list(threads.map(self._send, (subject, subject), sent, where))
        said = "/".join(sorted(str(one.status_code) for one in answers))
        self.counts[f"{kind}{'' if expected is None else ', over one version'}: {said}"] += 1
        self.wrong += [f"{number}: {kind}: {one}" for one in self._untrue(subject, version, sent, answers)]

    def _send(self, subject: Subject, sent: Sent, service: int) -> httpx.Response:
        body = {"text": sent.words} if subject.is_match else {"player": "Ann", "points": 1, "reason": sent.words}
        headers = {"Idempotency-Key": sent.key}
        headers |= {} if sent.expected is None else {"If-Match": f'"{sent.expected}"'}
        self._barrier.wait(30)
        return sent.person.clients[service].post(subject.path, json=body, headers=headers)

    def _history(self, subject: Subject) -> tuple[Any, ...]:
        recorder = self._services[0].recorder
        return tuple(
            (recorder.load(subject.id) if subject.is_match else TournamentService(recorder).load(subject.id)).history
        )

    def _version(self, subject: Subject) -> int:
        return len(self._history(subject))

    def _untrue(
        self, subject: Subject, before: int, sent: tuple[Sent, Sent], answers: list[httpx.Response]
    ) -> Iterator[str]:
        """What was answered and is not so."""
        history = self._history(subject)
        confirmed = {}
        for one, answer in zip(sent, answers, strict=True):
            if answer.status_code == 201:
                version = answer.json()["version"]
                event = history[version - 1]
                words = event.text if subject.is_match else event.reason
                if words != one.words or one.person.id not in event.by:
                    yield f"{version} was confirmed and is not what was sent"
                confirmed[version] = (one.person.id, one.key)
            elif answer.status_code not in (409, 422):
                yield f"{answer.status_code}: {answer.text}"
            elif answer.status_code == 409 and (one.expected is None or answer.json()["version"] == before):
                yield f"it was told of others where nobody else recorded: {answer.text}"
        if sorted(confirmed) != list(range(before + 1, len(history) + 1)):
            yield f"{sorted(confirmed)} were confirmed, and there are {before + 1} to {len(history)}"
        statuses = sorted(answer.status_code for answer in answers)
        if statuses != self._expected(sent):
            yield f"it was answered with {statuses}"

    @staticmethod
    def _expected(sent: tuple[Sent, Sent]) -> list[int]:
        """What two requests must be answered with, whichever comes first."""
        first, second = sent
        if first == second:
            return [201, 201]
        if (first.person, first.key) == (second.person, second.key):
            return [201, 422]
        return [201, 201] if first.expected is None else [201, 409]


@contextmanager
def two(store: Place) -> Iterator[tuple[Service, Service]]:
    """Two services over one store."""
    with running(store, SETTINGS) as one, running(store, SETTINGS) as other:
        yield one, other


def raced(store: Place, pairs: int, seed: int) -> Races:
    """So many pairs at two services of a store, and what came of them."""
    with two(store) as services:
        races = Races(services, Random(seed))
        races.run(pairs)
        return races


@click.command()
@click.option("--pairs", default=1_000, help="How many pairs of requests are sent.")
@click.option("--seed", default=1)
@click.option("--on-server", is_flag=True, help="On a PostgreSQL server, else in a file.")
def main(pairs: int, seed: int, on_server: bool) -> None:
    """Sends pairs of requests to two services at once, and prints which answers were not true."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        server = stack.enter_context(postgres(fsync="on")) if on_server else None
        store = server_in(server.database()) if server else Path(folder) / "store.sqlite"
        found = raced(store, pairs, seed)
    for one in found.wrong:
        click.echo(one, err=True)
    for told, count in sorted(found.counts.items()):
        click.echo(f"{count:5} {told}")
    click.echo(f"{pairs} pairs, {len(found.wrong)} answers that were not true")
    sys.exit(bool(found.wrong))


if __name__ == "__main__":
    main()
