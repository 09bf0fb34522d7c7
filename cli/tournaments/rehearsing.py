"""A rehearsal from the command line: the copy in which it is, and its tables, played side by side."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from shlex import join
from time import monotonic, sleep
from typing import Any, Final, NamedTuple
from uuid import UUID

from ludograph.cli.arguments import recorder
from ludograph.cli.errors import Failure
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, say
from ludograph.cli.store_option import file_named, store_place
from ludograph.domain.bots.bot_table import BotTable
from ludograph.domain.bots.simulation import Stop
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import final_of, status_of
from ludograph.domain.store.recorder import NotFound, Recorder
from ludograph.domain.store.url import Place
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.rounds.decisions import How, started_round
from ludograph.domain.tournaments.rounds.rehearsal import is_rehearsal, open_rehearsal, rehearsal_id
from ludograph.domain.tournaments.service import TournamentService

NAP: Final = 0.1
"""So many seconds at most nobody looks whether Ctrl-C was pressed."""
LOOK: Final = 1.0
"""And so many whether a table was started."""


class RehearsalRequest(NamedTuple):
    """What is asked for: which tables, how fast, and whether those count too that are started later."""

    round: int | None
    tables: tuple[int, ...]
    pace: float
    waits: bool
    seed: str
    as_json: bool
    bot: str = ""
    """Which bot plays all seats; nobody who thinks where there is none."""


@contextmanager
def rehearsal_copy(name: str, into: str | None) -> Iterator[tuple[TournamentService, Tournament]]:
    """The rehearsal of a tournament in its copy, which is made if it is not there; or the one that is named itself."""
    with recorder() as store:
        source = TournamentService(store)
        real = source.find(name)
        if is_rehearsal(real):
            yield source, real
            return
        results = source.tables(real).results
    path = _copy_for(rehearsal_id(real), into)
    made = not path.exists()
    with Recorder(path) as copy:
        target = TournamentService(copy)
        if made:
            try:
                opened = open_rehearsal(target, real, results)
            except Exception:
                path.unlink()  # no half of a copy, which would be gone on with
                raise
            _tell_copy(path, opened)
        try:
            found = target.find(rehearsal_id(real))
        except NotFound as wrong:
            raise Failure(f"{path} holds no rehearsal of {real.state.name}: name another file with --into.") from wrong
        yield target, found


def _copy_for(id: str, into: str | None) -> Path:
    """The file of a copy. Raises `Failure` where it is the store itself."""
    store = store_place()
    folder = store.parent if isinstance(store, Path) else Path()
    path = folder / f"{id.replace('/', '-')}.sqlite" if into is None else file_named(into, "A rehearsal")
    if isinstance(store, Path) and path.exists() and path.samefile(store):
        raise Failure(f"{path} is the store itself: a rehearsal has a file of its own.")
    return path


def _tell_copy(path: Path, made: Tournament) -> None:
    base = join(["ludograph", "--store", str(path)])
    say(
        f"This is a rehearsal, in a copy: {path}. Nothing of it counts in the real tournament; delete the file when "
        f"you are done.\n  {base} tournament show {made.opened.source}\n  {base} serve"
    )


def in_copy(store: Place, command: str, tournament: Tournament) -> str:
    """A command for the copy, to be typed."""
    return join(["ludograph", "--store", str(store), "tournament", command, tournament.opened.source])


class Rehearsal:
    """Tables played side by side, a move at each in turn."""

    def __init__(self, service: TournamentService, tournament: Tournament, asked: RehearsalRequest, stop: Stop) -> None:
        self._service = service
        self._id = tournament.id
        self._asked = asked
        self._stop = stop
        self._seen: set[UUID] = set()
        self._look = 0.0
        self.over = 0

    def run(self) -> int:
        """Plays until nothing is open, or somebody stops it; how many tables came to their end."""
        if not self._asked.waits:
            self._start()
        due: list[tuple[float, Iterator[Match], BotTable]] = []
        while not self._stop.asked:
            due += [(monotonic() + self._asked.pace, one.moves(), one) for one in self._opened()]
            if not due and not self._asked.waits:
                break
            sleep(min(max(min((one[0] for one in due), default=monotonic() + NAP) - monotonic(), 0), NAP))
            due = [entry for one in due if (entry := self._moved(*one)) is not None]
        return self.over

    def _moved(
        self, when: float, moves: Iterator[Match], table: BotTable
    ) -> tuple[float, Iterator[Match], BotTable] | None:
        """A table after its next move, if it is time for that; None once there is none."""
        if when > monotonic() or self._stop.asked:
            return when, moves, table
        if next(moves, None) is not None:
            return monotonic() + self._asked.pace, moves, table
        self._tell(table.match)
        return None

    def _tables(self) -> Iterator[tuple[int, int, Any]]:
        """The tables that are asked for and not over, of the round that is."""
        now = self._service.load(self._id)
        results = self._service.tables(now).results
        if self._asked.round:
            now.round(self._asked.round)
        open_ = [at for at, row in enumerate(results, start=1) if any(not one.over for one in row)]
        number = self._asked.round or next(iter(open_), 0)
        for at, one in enumerate(results[number - 1] if number else (), start=1):
            if not one.over and at in (self._asked.tables or (at,)):
                yield number, at, one

    def _start(self) -> None:
        """Starts the tables at which nobody began, as the program deals them."""

        now = self._service.load(self._id)
        free = [(number, at) for number, at, one in self._tables() if one.stage == "seated"]
        if not list(self._tables()):
            where = in_copy(self._service.recorder.place, "seat", now)
            raise Failure(f"No table is open: `{where} --game GAME` seats the next round of the rehearsal.")
        if free:
            how = How(same_deal=now.state.scoring == "duplicate", tables=tuple(at for _, at in free), anyway=True)
            changed, matches = started_round(self._service, now, free[0][0], how)
            self._service.record(changed, *matches)

    def _opened(self) -> list[BotTable]:
        """Tables that run and are not played yet."""

        if monotonic() < self._look:
            return []
        self._look = monotonic() + LOOK if self._asked.waits else inf
        running = [one.match for _, _, one in self._tables() if one.match is not None and one.match not in self._seen]
        self._seen.update(running)
        return [BotTable(self._service.recorder, one, self._asked.seed, self._asked.bot) for one in running]

    def _tell(self, match: Match) -> None:
        """What a table came to."""

        status, start = status_of(match), match.start
        scores = dict(zip(match.players, final_of(match).scores, strict=True)) if status == "over" else None
        self.over += status == "over"
        if self._asked.as_json:
            at = {"round": start.round, "table": start.table, "match": str(match.id)}
            print_json(at | {"status": status, "steps": len(match.steps), "scores": scores})
            return
        told = ", ".join(f"{name} {score}" for name, score in (scores or {}).items())
        ended = f"is over: {told}" if scores else "cannot be played on by bots: record it"
        echo(f"Round {start.round}, table {start.table} {ended} ({counted(len(match.steps), 'step')}).")
