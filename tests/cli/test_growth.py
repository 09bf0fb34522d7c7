"""Nothing that is done for one match takes longer because many are stored, and no step longer because many came before.

Told in calls of functions and in instructions of SQLite's machine, which no other program on the machine changes.
"""

import sqlite3
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from ludograph.cli.table import new_match_warnings
from ludograph.domain.entry.recording import read_entry, record_entry
from ludograph.domain.games import GAMES
from ludograph.domain.games.last_years_magic.actions import Say
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store import base
from ludograph.domain.store.recorder import Recorder, match_id_of
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.terms import Terms
from tests.cli.conftest import Ludograph
from tests.counting import calls_of
from tests.places import of_file
from tests.worlds import STAMP, random_match, random_start

pytestmark = of_file

FEW: Final = 20
MANY: Final = 400
NEARLY: Final = 1.25
"""So much more may be done among many than among few: ids differ, and so do the pages that they lie on."""
SQL: Final = 10
"""SQLite tells of so many instructions at a time."""

Work = Callable[[], object]
Prepared = Callable[[Ludograph, str], Work]
_done: list[int] = []


def ran(*words: str) -> Prepared:
    return lambda ludograph, name: lambda: ludograph(*words)


def opened(ludograph: Ludograph, name: str) -> Work:
    return lambda: ludograph("new", "sun-bid", "Ann", "Bob", "--event", "Open", "--seed", "2", "--id", name)


def acted(ludograph: Ludograph, name: str) -> Work:
    opened(ludograph, name)()
    return lambda: ludograph("act", name, "Bob flip")


def undone(ludograph: Ludograph, name: str) -> Work:
    acted(ludograph, name)()
    return lambda: ludograph("undo", name, "--reason", "a slip")


def imported(ludograph: Ludograph, name: str) -> Work:
    file = ludograph.file(f"{name}.jsonl", ludograph("export", "m7", "--as", "judge").replace('"m7"', f'"{name}"'))
    return lambda: ludograph("import", file)


WORKS: Final[dict[str, Prepared]] = {
    "new": opened,
    "act": acted,
    "undo": undone,
    "import": imported,
    "show": ran("show", "m7"),
    "log": ran("log", "m7"),
    "confirm": ran("confirm", "m7", "--as", "judge"),
    "verify": ran("verify", "m7"),
    "matches --limit": ran("matches", "--limit", "3"),
}


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> list[Ludograph]:
    template = random_match(GAMES["fools-down"], Random(1))
    return [filled(tmp_path_factory.mktemp(f"of-{size}"), template, size) for size in (FEW, MANY)]


def filled(folder: Path, template: Match, size: int) -> Ludograph:
    """A store with a match over and over, each time under another id, and a tournament."""
    ludograph = Ludograph(folder)
    with Recorder(ludograph.store) as recorder:
        TournamentService(recorder).open(Terms("Open", "wins", "wins"))
        rest = [replace(event, digest="") for event in template.history[1:]]
        starts = [replace(template.start, source=f"m{number}", digest="") for number in range(size)]
        recorder.record(*(replace(template, history=(one, *rest)).under(match_id_of(one.source)) for one in starts))
    return ludograph


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every connection tells what it does."""
    connect = sqlite3.connect

    def heard(*given: Any, **named: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*given, **named)
        connection.set_progress_handler(lambda: _done.append(1), SQL)
        return connection

    monkeypatch.setattr(sqlite3, "connect", heard)


@pytest.mark.parametrize("name", WORKS)
def test_what_is_done_for_one_match_costs_the_same_among_few_and_among_many(
    stores: list[Ludograph], counted: None, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_match_warnings, "LATEST", 10)
    monkeypatch.setattr(base, "PAGE", 10)
    few, many = (cost(ludograph, WORKS[name]) for ludograph in stores)
    assert many[0] < NEARLY * few[0], "calls of functions"
    assert many[1] < NEARLY * few[1] + 20, "instructions of SQLite"


_names = count()


def cost(ludograph: Ludograph, prepared: Prepared) -> tuple[int, int]:
    """The calls and the instructions that it takes the second time: the first fills what is kept."""
    if prepared is not WORKS["confirm"]:
        prepared(ludograph, f"n{next(_names)}")()
    work = prepared(ludograph, f"n{next(_names)}")
    _done.clear()
    return calls_of(work), len(_done)


def test_a_step_costs_the_same_early_and_late_in_a_match(tmp_path: Path) -> None:
    early, late = (step_after(steps, tmp_path / f"{steps}.sqlite") for steps in (20, 2_000))
    assert late < NEARLY * early


def step_after(steps: int, store: Path) -> int:
    """The calls that an action takes in a match of so many, entered by somebody who saw the one before."""
    match = random_start(GAMES["last-years-magic"], Random(1))
    for _ in range(steps):
        match = match.play(1, Say(text="once more"), STAMP)
    with Recorder(store) as recorder:
        match = recorder.record(match)
        match.view(TABLE)

        def work() -> None:
            (line,), _ = read_entry(match, f'{match.players[0]} say "and again"', 0, TABLE)
            record_entry(recorder, match, line, TABLE)

        return calls_of(work)
