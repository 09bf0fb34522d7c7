"""Two organisers at once: one wins, the other is told so; whoever is killed leaves whole decisions."""

import os
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from decimal import Decimal
from pathlib import Path
from random import Random
from secrets import token_bytes

import pytest

from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.clock import Sources
from ludograph.domain.store.errors import Conflict
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.events import Scored
from ludograph.domain.tournaments.rounds.decisions import How, lots_drawn, started_round, taken_back
from ludograph.domain.tournaments.scores.settings import read_settings
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.terms import Terms
from ludograph.domain.tournaments.verification import verify
from tests.kills import WRITING, World, begun, copy_afresh, heads_of, killed, longest, lost, prepared

KINDS = ("enter", "withdraw", "start", "result", "place", "penalty", "set", "lot", "close", "undo")
FREE = ("place", "penalty", "lot", "undo")
"""What can be decided again when somebody else has just done it."""
DECISIONS = [name for name in WRITING if name.startswith("tournament ")]


def place_of(service: TournamentService) -> Path:
    """The file of an organiser's store."""
    assert isinstance(service.recorder.place, Path)
    return service.recorder.place


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return prepared(tmp_path_factory.mktemp("world"))


@pytest.fixture
def services(world: World, tmp_path: Path) -> Iterator[tuple[TournamentService, TournamentService]]:
    """Two organisers over one store."""
    copy = tmp_path / "store.sqlite"
    copy.write_bytes(world.store.read_bytes())
    with ExitStack() as stack:
        one, other = (TournamentService(stack.enter_context(Recorder(copy))) for _ in range(2))
        yield one, other


def decided(service: TournamentService, kind: str) -> tuple[Tournament, list[Match]]:
    """What somebody decides about a tournament as they see it now, not yet recorded."""
    now, stamp = service.find("Cup S" if kind in ("undo", "place") else "Cup T"), service.recorder.stamp()
    put = service.find("Cup S").table(1, 2).match
    assert put is not None
    changes: dict[str, Callable[[], Tournament]] = {
        "enter": lambda: now.enter(["Gita"], stamp),
        "withdraw": lambda: now.withdraw("Ann", "", stamp),
        "result": lambda: now.score((1, 1), [Scored("Ann", 1), Scored("Ben", 2)], "", stamp),
        "place": lambda: now.choose((1, 1), put, "why", stamp),
        "penalty": lambda: now.penalise("Ann", Decimal(1), "why", stamp, round=0),
        "set": lambda: now.change(read_settings(["bye=3"]), "why", stamp),
        "lot": lambda: now.draw_lots(lots_drawn(now, "1"), "1", stamp),
        "close": lambda: now.close(stamp),
    }
    if kind == "start":
        return started_round(service, now, 1, How())
    return taken_back(service, now, "why") if kind == "undo" else (changes[kind](), [])


@pytest.mark.parametrize("kind", KINDS)
def test_of_two_decisions_made_at_once_the_second_is_refused_whole(
    services: tuple[TournamentService, TournamentService], world: World, kind: str
) -> None:
    one, other = services
    first, second = decided(one, kind), decided(other, kind)
    recorded = one.record(first[0], *first[1])
    stands = heads_of(place_of(one))
    with pytest.raises(Conflict, match=r"Meanwhile somebody else decided: .* So nothing of yours was recorded"):
        other.record(second[0], *second[1])
    assert heads_of(place_of(one)) == stands
    assert other.load(recorded.id).head == recorded.head


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("enter", "result"),
        ("enter", "withdraw"),
        ("enter", "penalty"),
        ("withdraw", "start"),
        ("result", "penalty"),
        ("penalty", "lot"),
        ("lot", "start"),
    ],
)
@pytest.mark.parametrize("swapped", [False, True])
def test_what_does_not_depend_on_each_other_is_recorded_by_itself(
    services: tuple[TournamentService, TournamentService], first: str, second: str, swapped: bool
) -> None:
    one, other = services
    kinds = (second, first) if swapped else (first, second)
    wanted = [decided(service, kind) for service, kind in zip(services, kinds, strict=True)]
    before = one.record(wanted[0][0], *wanted[0][1])
    after = other.record(wanted[1][0], *wanted[1][1])
    assert after.version == before.version + 1
    assert one.load(after.id) == after
    assert verify(one.recorder, after.id).ok
    assert [type(event) for event in after.history[-2:]] == [type(want.history[-1]) for want, _ in wanted]


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("enter", "lot", "Entered: Gita."),
        ("penalty", "close", "Ann loses 1 point. Reason: why."),
        ("close", "result", "Closed."),
        ("place", "result", "counts for table 1 of round 1"),
        ("result", "start", "Result, round 1, table 1: Ann 1, Ben 2."),
    ],
)
def test_what_depends_on_the_other_is_refused_with_what_it_was(
    services: tuple[TournamentService, TournamentService], first: str, second: str, told: str
) -> None:
    one, other = services
    wanted = decided(other, second)
    done = one.find("Cup T")
    if first == "place":
        match = one.find("Cup S").table(1, 2).match
        assert match is not None
        one.record(done.choose((1, 1), match, "why", one.recorder.stamp()))
    else:
        one.record(decided(one, first)[0])
    with pytest.raises(Conflict, match=re.escape(told)):
        other.record(wanted[0], *wanted[1])


def test_an_undo_takes_back_what_its_desk_saw_and_nothing_newer(
    services: tuple[TournamentService, TournamentService],
) -> None:
    one, other = services
    one.record(decided(one, "penalty")[0])
    back = taken_back(other, other.find("Cup T"), "why")[0]
    one.record(decided(one, "enter")[0])
    after = other.record(back)
    assert not after.state.penalties
    assert after.state.player("Gita")
    assert verify(other.recorder, after.id).ok


def test_twenty_desks_that_enter_results_at_once_all_get_through(
    services: tuple[TournamentService, TournamentService],
) -> None:
    place = place_of(services[0])

    def penalised(number: int) -> None:
        with Recorder(place) as recorder:
            service = TournamentService(recorder)
            now = service.find("Cup T")
            service.record(now.penalise("Ann", Decimal(1), f"why {number}", recorder.stamp(), round=0))

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(penalised, range(20)))
    assert len(services[0].find("Cup T").state.penalties) == 20


def test_of_two_who_open_a_tournament_of_one_name_at_once_one_wins(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    terms = Terms("Spring Cup", "wins", "")
    with Recorder(store) as one:

        def meanwhile(size: int) -> bytes:
            if not list(TournamentService(one).all()):
                TournamentService(one).open(terms)
            return token_bytes(size)

        with Recorder(store, Sources(bytes=meanwhile)) as two, pytest.raises(Conflict, match="Somebody else opened"):
            TournamentService(two).open(terms)
        assert [found.state.name for found in TournamentService(one).all()] == ["Spring Cup"]


@pytest.mark.parametrize("name", DECISIONS)
def test_of_two_processes_that_decide_the_same_one_wins(world: World, name: str) -> None:
    copy_afresh(world)
    processes = [begun(world, name)[0] for _ in range(2)]
    codes = sorted(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) for process in processes)
    added = sum(map(len, heads_of(world.copy).values())) - sum(map(len, world.heads.values()))
    if name.split()[1] in FREE and codes == [0, 0]:
        return
    assert codes == [0, 1]
    assert added == WRITING[name].whole


@pytest.mark.parametrize("name", ["tournament start", "tournament undo", "tournament seat"])
def test_whoever_is_killed_leaves_a_whole_decision_or_none(world: World, name: str) -> None:
    random, most = Random(name), longest(world, name)
    for _ in range(4):
        killed(world, name, random.uniform(0, most))
        assert lost(world, name) is None
