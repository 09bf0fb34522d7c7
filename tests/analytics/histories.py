"""Matches as they happen at real tables: random options, takebacks, remarks, cards that nobody saw."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.bots.moves import Bots
from domain.games import GAMES
from domain.kernel.game import JUDGE, Game
from domain.records.amending import Reason, Unamendable, decided, redone
from domain.records.events import MatchAbandoned, MatchReopened, RecordKept, ResultConfirmed, RulingMade
from domain.records.match import Entry, Match, Stamp, rebuilt
from domain.records.recorder import Recorder, Sources
from tests.amendments import cases
from tests.worlds import observers, random_start, read_back

TEXTS = (
    "",
    "",
    "plain",
    'with "quotes", a \\ and a \' too',
    "two\nlines\tand a tab",
    "ünïcödé ☃ 🂡",
    '{"fact":"X"}',
    "??",
)


@contextmanager
def recorder(path: Path, random: Random) -> Iterator[Recorder]:
    """A recorder whose clock and bytes come from a seed."""
    opened = Recorder(path, Sources(lambda: _time(random), random.randbytes))
    try:
        yield opened
    finally:
        opened.close()


def histories(random: Random, matches: int, steps: int = 60, *, corrected: bool = False) -> Iterator[Match]:
    """Matches of all games in turn; every third has cards that were not seen by whoever wrote it down."""
    games = list(GAMES.values())
    for number in range(matches):
        blind = number // len(games) % 3 == 1 and not corrected
        yield history(games[number % len(games)], random, steps, blind=blind, corrected=corrected)


def history(game: Game, random: Random, steps: int, *, blind: bool = False, corrected: bool = False) -> Match:
    """A match with takebacks, also of what was played after a takeback, and remarks on it.

    Where it is `corrected`, there are also corrections and what officials said of it, in any order.
    """
    match = random_start(game, random)
    if blind:
        match = _played(match, random, random.choice((steps, 10_000)))
        seen = read_back(match, random.choice(observers(match)[1:]))
        return _noted(seen, random)
    for _ in range(random.randrange(4)):
        match = _played(match, random, len(match.steps) + random.randint(1, steps))
        match = _taken_back(_noted(match, random), random)
    if corrected:
        match = _corrected(_played(match, random, len(match.steps) + steps), random)
    match = _played(match, random, random.choice((steps, len(match.steps), 10_000)))
    match = _noted(_taken_back(match, random) if random.random() < 0.2 else match, random)
    return _ruled(match, random) if corrected else match


def pieces(match: Match, random: Random) -> Iterator[Match]:
    """What is recorded of a match, one after the other: its events in bunches of random size."""
    done, so_far = 0, None
    while done < len(match.history):
        events = match.history[done : done + random.randint(1, len(match.history) - done)]
        so_far = rebuilt(so_far, events)
        assert so_far is not None
        done += len(events)
        yield replace(so_far, pending=events)


def _played(match: Match, random: Random, steps: int) -> Match:
    bots = Bots(match.game, len(match.players), random)
    while len(match.steps) < steps and (move := bots.move(match.state, len(match.steps))) is not None:
        entry = Entry(random.choice(("", "", "Zoe")), random.choice((None, _time(random))), random.choice(TEXTS))
        match = match.play(*move, _stamp(random), entry=entry)
    return match


def _taken_back(match: Match, random: Random) -> Match:
    if not match.steps:
        return match
    to = max(0, len(match.steps) - random.choice((1, 1, 2, 5, 40)))
    return match.take_back(to, random.choice(TEXTS), _stamp(random), by=random.choice(("", "Zoe")))


def _corrected(match: Match, random: Random) -> Match:
    """The match after corrections of every form, takebacks that are brought back, remarks and rulings between them."""
    for _ in range(random.randint(1, 4)):
        case = random.choice(list(cases(match, random)))
        reason = Reason(random.choice(TEXTS), random.choice(("", "Zoe")), random.random() < 0.5)
        with suppress(Unamendable):
            match = decided(match, case.make(), reason, _stamp(random), cut=random.random() < 0.5).match
        match = _ruled(_noted(match, random), random)
        if random.random() < 0.4:
            match = _taken_back(_taken_back(match, random), random)
            for _ in range(random.randrange(3)):
                match = redone(match, _stamp(random), random.choice(("", "Zoe"))) or match
        match = _played(_noted(match, random), random, len(match.steps) + random.randrange(5))
    return match


def _ruled(match: Match, random: Random) -> Match:
    """The match with something that an official, or who agrees to it, says of it."""
    said: list[dict[str, Any]] = [
        {"kind": ResultConfirmed, "seat": random.choice((JUDGE, 1))},
        {"kind": RulingMade, "text": random.choice(TEXTS), "step": random.choice((None, len(match.steps)))},
        {"kind": RulingMade, "text": "so", "adjust": ((1, -5),), "forfeit": (1,), "private": True, "cites": "X-1"},
        {"kind": MatchAbandoned, "reason": "late", "public": random.random() < 0.5},
        {"kind": RecordKept, "other": "00" * 32, "parted_at": len(match.steps), "reason": "ours"},
    ]
    for event in random.sample(said, random.randrange(3)):
        match = match.add(event.pop("kind"), _stamp(random), random.choice(("", "Yan")), **event)
        if match.abandoned:
            match = match.add(MatchReopened, _stamp(random), "Yan", reason="more time", public=random.random() < 0.5)
    return match


def _noted(match: Match, random: Random) -> Match:
    for _ in range(random.randrange(3)):
        step, text = random.randint(0, len(match.steps)), random.choice(TEXTS) or "hm"
        match = match.annotate(step, text, _stamp(random), public=random.random() < 0.5, by=random.choice(("", "Yan")))
    return match


def _stamp(random: Random) -> Stamp:
    return Stamp(_time(random), random.randbytes(16).hex())


def _time(random: Random) -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(microseconds=random.randrange(10**13))
