"""Matches between bots, one after the other or in several processes; the same ones for the same seed."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from ludograph.domain.bots.comparison import Comparison
from ludograph.domain.bots.contest import BotSeats, Effort
from ludograph.domain.bots.moves import Bots, play_match, play_out
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.chance import Drawing
from ludograph.domain.kernel.game import Game, Options, Refused, Result
from ludograph.domain.kernel.play import Played, check_start, play
from ludograph.domain.kernel.processes import shared_work
from ludograph.domain.match.aggregate import EntryDetails, Match, Setting, Stamp, start_match
from ludograph.domain.match.events import AnyStep
from ludograph.domain.match.seated_bots import with_bots_remark
from ludograph.domain.store.clock import Sources
from ludograph.domain.store.event_mapper import EventMapper
from ludograph.domain.store.recorder import Recorder, head_of
from ludograph.domain.store.streams import StreamHead

AT_ONCE: Final = 8
"""How many matches a process plays before it hands them over."""
BATCH: Final = 50
"""How many matches are written in one transaction."""
SOURCES: Final = Sources()


class SimulationPlan(NamedTuple):
    """What all matches of a run have in common; `sizes` are the numbers of players to choose from."""

    game: str
    options: Options
    sizes: tuple[int, ...]
    names: tuple[str, ...]
    seed: str
    limit: int
    thrift: float
    record: bool
    bots: tuple[str, ...] = ()
    """Which bot sits at each seat, or the one that sits at all; nobody in particular where there are none."""
    rotate: bool = False
    """Whether each deal is played once for each way to move the bots on by some seats."""
    same_deals: bool = False
    """Whether deals and draws depend on the number of the deal alone, whatever the seed."""

    @property
    def rotations(self) -> int:
        """How often each deal is played."""
        return len(self.bots) if self.rotate else 1


class SimulatedMatch(NamedTuple):
    """What became of one match; `rows` and `head` are what is to be stored of it, nothing where it is only played."""

    match: UUID
    players: tuple[str, ...]
    steps: int
    result: Result
    rows: tuple[tuple[str, int, str, bytes], ...] = ()
    head: StreamHead | None = None
    deal: int = 0
    bots: tuple[str, ...] = ()
    """Which sat at each seat."""
    efforts: tuple[Effort, ...] = ()


def sizes_for(game: Game, options: Options, seats: int | None) -> tuple[int, ...]:
    """The numbers of players with which a match can begin. Raises `Refused` where there is none."""
    sizes, refusal = [], Refused(None, "Nobody can play this.")
    for size in game.seats if seats is None else [seats]:
        try:
            check_start(game, options, size)
            sizes.append(size)
        except Refused as refused:
            refusal = refused
    if not sizes:
        raise refusal
    return tuple(sizes)


def play_one(plan: SimulationPlan, index: int) -> SimulatedMatch:
    """The match of that number; what happens in it depends on the seed and the number alone."""
    if plan.bots:
        return _play_contest(plan, index)
    game, random = GAMES[plan.game], Random(f"{plan.seed}/{index}")
    seed = f"{random.getrandbits(128):032x}"
    players = _players(plan.names, random.choice(plan.sizes), random)
    id = UUID(bytes=SOURCES.bytes(16), version=4)
    bots = Bots(game, len(players), random, limit=plan.limit, thrift=plan.thrift)
    match = start_match(game, id, Setting(players, plan.options, None, seed), _stamp())
    if not plan.record:
        steps, state = 0, match.state
        for done in play_out(bots, state, seed):
            steps, state = steps + 1, done.state
        return SimulatedMatch(id, players, steps, game.result(state))
    match = play_match(bots, match, _stamp)
    return _stored(SimulatedMatch(id, players, len(match.steps), game.result(match.state)), match)


def _stored(outcome: SimulatedMatch, match: Match) -> SimulatedMatch:
    """What became of a match, with what is to be stored of it."""
    rows = map(EventMapper().to_stored_event, match.pending)
    stored = tuple((match.id.hex, row.originator_version, row.topic, row.state) for row in rows)
    return outcome._replace(rows=stored, head=head_of(match))


def _play_contest(plan: SimulationPlan, index: int) -> SimulatedMatch:
    """The match of that number between bots that are named; each deal is played for all its rotations in a row."""
    deal, turn = divmod(index, plan.rotations)
    game, random = GAMES[plan.game], Random(f"same deals/{deal}" if plan.same_deals else f"{plan.seed}/{deal}")
    seed = f"{random.getrandbits(128):032x}"
    bots = plan.bots[len(plan.bots) - turn :] + plan.bots[: len(plan.bots) - turn]
    if len(bots) == 1:
        bots *= plan.sizes[0] if len(plan.sizes) == 1 else random.choice(plan.sizes)
    players, id = _players(plan.names, len(bots), random), UUID(bytes=SOURCES.bytes(16), version=4)
    match = start_match(game, id, Setting(players, plan.options, None, seed), _stamp())
    seats = BotSeats(match, bots, f"{plan.seed}/{deal}/{turn}", limit=plan.limit)
    try:
        match, state, steps = _contested(plan, match, seats, bots)
    finally:
        seats.close()
    outcome = SimulatedMatch(id, players, steps, game.result(state), (), None, deal, bots, tuple(seats.efforts))
    return _stored(outcome, match) if plan.record else outcome


def _contested(plan: SimulationPlan, match: Match, seats: BotSeats, bots: tuple[str, ...]) -> tuple[Match, Any, int]:
    """The match played to its end, with its last state and how many steps it took; recorded where that is wanted."""
    if plan.record:
        match = with_bots_remark(match, dict(enumerate(bots, start=1)), _stamp())
    state, steps = match.state, 0
    done: AnyStep | Played
    while (move := seats.move(state, steps)) is not None:
        steps += 1
        if plan.record:
            entry = EntryDetails(by=bots[move.seat - 1] if move.seat else "")
            match = match.play(move.seat, move.action, _stamp(), entry=entry)
            state, done = match.state, match.steps[-1]
        else:
            done = play(match.game, state, move.seat, move.action, Drawing(str(match.start.seed), steps))
            state = done.state
        seats.told(steps, move.seat, done)
    return match, state, steps


def _players(names: tuple[str, ...], size: int, random: Random) -> tuple[str, ...]:
    return tuple(random.sample(names, size)) if names else tuple(f"Bot {seat}" for seat in range(1, size + 1))


def _stamp() -> Stamp:
    return Stamp(SOURCES.now(), SOURCES.bytes(16).hex())


def play_some(plan: SimulationPlan, indices: range) -> list[SimulatedMatch]:
    """Several matches: what a process does at a time."""
    return [play_one(plan, index) for index in indices]


def simulated(plan: SimulationPlan, count: int, jobs: int) -> Iterator[SimulatedMatch]:
    """All matches in their order, as they become ready."""
    if jobs == 1:
        yield from (play_one(plan, index) for index in range(count))
        return
    shares = [range(at, min(at + AT_ONCE, count)) for at in range(0, count, AT_ONCE)]
    for some in shared_work(partial(play_some, plan), shares, jobs):
        yield from some


class BatchWriter:
    """Stores matches in batches, over one connection; without a recorder it only lets them pass."""

    def __init__(self, recorder: Recorder | None) -> None:
        self._recorder = recorder
        self._waiting: list[SimulatedMatch] = []

    def add(self, outcome: SimulatedMatch) -> list[SimulatedMatch]:
        """Takes in a match; returns those that have become certain by it."""
        self._waiting.append(outcome)
        return self.flush() if len(self._waiting) >= BATCH else []

    def flush(self) -> list[SimulatedMatch]:
        """Stores what is waiting, and returns it."""
        waiting, self._waiting = self._waiting, []
        if self._recorder is not None and waiting:
            rows = [
                StoredEvent(UUID(match), version, topic, state)
                for outcome in waiting
                for match, version, topic, state in outcome.rows
            ]
            self._recorder.insert(rows, [outcome.head for outcome in waiting if outcome.head])
        return waiting


class SimulationTally:
    """Counts what was played: matches, steps and scores, for each seat too."""

    def __init__(self) -> None:
        self.matches = self.steps = self.unfinished = 0
        self.last: UUID | None = None
        self.scores: dict[int, list[int]] = {}
        self.wins: dict[int, int] = {}
        self.seated: dict[int, int] = {}
        self.comparison = Comparison()

    def add(self, outcome: SimulatedMatch) -> None:
        """Counts one match, which is the last so far."""
        self.last = outcome.match
        self.matches += 1
        self.steps += outcome.steps
        self.unfinished += not outcome.result.over
        for seat, score in enumerate(outcome.result.scores, start=1):
            self.seated[seat] = self.seated.get(seat, 0) + 1
            if isinstance(score, int):
                self.scores.setdefault(seat, []).append(score)
        winners = outcome.result.winners
        for seat in winners if isinstance(winners, tuple) else ():
            self.wins[seat] = self.wins.get(seat, 0) + 1
        self.comparison.add(outcome.deal, outcome.bots, outcome.efforts, outcome.result)

    @property
    def all_scores(self) -> list[int]:
        """The scores of all seats."""
        return [score for scores in self.scores.values() for score in scores]


class Stop:
    """Whether somebody pressed Ctrl-C; a second time ends at once."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self, *_: Any) -> None:
        """Handles the signal."""
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


@contextmanager
def stopping() -> Iterator[Stop]:
    """Within this Ctrl-C only asks to stop, so that no batch is left half reported."""
    stop = Stop()
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
