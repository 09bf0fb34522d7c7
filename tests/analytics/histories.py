"""Matches as they happen at real tables: random options, takebacks, notes, cards that nobody saw."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from ludograph.domain.bots.moves import Bots
from ludograph.domain.corrections.amend import Reason, Unamendable, corrected_match
from ludograph.domain.corrections.redo import redone
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, Game
from ludograph.domain.match.aggregate import EntryDetails, Match, Stamp, rebuilt
from ludograph.domain.match.events import (
    ConfirmationWithdrawn,
    MatchAbandoned,
    MatchReopened,
    RecordKept,
    ResultConfirmed,
    RulingMade,
    RulingWithdrawn,
)
from ludograph.domain.match.final_result import in_force, rulings_on
from ludograph.domain.match.seated_bots import with_bots_remark
from ludograph.domain.store.clock import Sources
from ludograph.domain.store.recorder import Recorder
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


class Scribe:
    """Who writes a match down: chance decides what is done, and the clock and the words go with it."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def time(self) -> datetime:
        """What the clock shows now, which is not always later than before."""
        return _time(self.random)

    def stamp(self) -> Stamp:
        """What makes an event this event."""
        return Stamp(self.time(), self.random.randbytes(16).hex())

    def entry(self) -> EntryDetails:
        """What is written down with an action."""
        choice = self.random.choice
        return EntryDetails(choice(("", "", "Zoe")), choice((None, self.time())), choice(TEXTS))


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
        yield history(games[number % len(games)], random, steps, blind=blind, corrected=corrected, bots=number % 5 == 4)


def history(
    game: Game, random: Random, steps: int, *, blind: bool = False, corrected: bool = False, bots: bool = False
) -> Match:
    """A match of a game with random options, as `written_down` goes on with it; with `bots` at every other seat."""
    match, scribe = random_start(game, random), Scribe(random)
    if bots:
        seated = dict.fromkeys(range(1, len(match.players) + 1, 2), "search:20")
        match = with_bots_remark(match, seated, scribe.stamp())
    return written_down(match, scribe, steps, blind=blind, corrected=corrected)


def written_down(match: Match, scribe: Scribe, steps: int, *, blind: bool = False, corrected: bool = False) -> Match:
    """A match with takebacks, also of what was played after a takeback, and notes on it.

    Where it is `corrected`, there are also corrections and what officials said of it, in any order.
    """
    random = scribe.random
    if blind:
        match = played(match, scribe, random.choice((steps, 10_000)))
        seen = read_back(match, random.choice(observers(match)[1:]))
        return _noted(seen, scribe)
    for _ in range(random.randrange(4)):
        match = played(match, scribe, len(match.steps) + random.randint(1, steps))
        match = _taken_back(_noted(match, scribe), scribe)
    if corrected:
        match = _corrected(played(match, scribe, len(match.steps) + steps), scribe)
    match = played(match, scribe, random.choice((steps, len(match.steps), 10_000)))
    match = _noted(_taken_back(match, scribe) if random.random() < 0.2 else match, scribe)
    return _ruled(match, scribe) if corrected else match


def pieces(match: Match, random: Random) -> Iterator[Match]:
    """What is recorded of a match, one after the other: its events in bunches of random size."""
    done, so_far = 0, None
    while done < len(match.history):
        events = match.history[done : done + random.randint(1, len(match.history) - done)]
        so_far = rebuilt(so_far, events)
        assert so_far is not None
        done += len(events)
        yield replace(so_far, pending=events)


def played(match: Match, scribe: Scribe, steps: int) -> Match:
    """The match played on until it has so many steps, or is over."""
    bots = Bots(match.game, len(match.players), scribe.random)
    while len(match.steps) < steps and (move := bots.move(match.state, len(match.steps))) is not None:
        entry = scribe.entry()
        match = match.play(*move, scribe.stamp(), entry=entry)
    return match


def _taken_back(match: Match, scribe: Scribe) -> Match:
    if not match.steps:
        return match
    to = max(0, len(match.steps) - scribe.random.choice((1, 1, 2, 5, 40)))
    return match.take_back(to, scribe.random.choice(TEXTS), scribe.stamp(), by=scribe.random.choice(("", "Zoe")))


def _corrected(match: Match, scribe: Scribe) -> Match:
    """The match after corrections of every form, takebacks that are brought back, notes and rulings between them."""
    random = scribe.random
    for _ in range(random.randint(1, 4)):
        case = random.choice(list(cases(match, random)))
        reason = Reason(random.choice(TEXTS), random.choice(("", "Zoe")), random.random() < 0.5)
        with suppress(Unamendable):
            match = corrected_match(match, case.make(), reason, scribe.stamp(), cut=random.random() < 0.5).match
        match = _ruled(_noted(match, scribe), scribe)
        if random.random() < 0.4:
            match = _taken_back(_taken_back(match, scribe), scribe)
            for _ in range(random.randrange(3)):
                match = redone(match, scribe.stamp(), random.choice(("", "Zoe"))) or match
        match = played(_noted(match, scribe), scribe, len(match.steps) + random.randrange(5))
    return match


def _ruled(match: Match, scribe: Scribe) -> Match:
    """The match with something that an official, or who agrees to it, says of it."""
    random = scribe.random
    said: list[dict[str, Any]] = [
        {"kind": ResultConfirmed, "seat": random.choice((JUDGE, 1))},
        {"kind": RulingMade, "text": random.choice(TEXTS), "step": random.choice((None, len(match.steps)))},
        {"kind": RulingMade, "text": "so", "adjust": ((1, -5),), "forfeit": (1,), "private": True, "cites": "X-1"},
        {"kind": MatchAbandoned, "reason": "late", "public": random.random() < 0.5},
        {"kind": RecordKept, "other": "00" * 32, "parted_at": len(match.steps), "reason": "ours"},
    ]
    ended = {"reason": random.choice(TEXTS), "public": random.random() < 0.5}
    said += [{"kind": RulingWithdrawn, "number": number, **ended} for number in rulings_on(match).standing]
    said += [{"kind": ConfirmationWithdrawn, "seat": one.seat, **ended} for one in in_force(match)[:1]]
    for event in random.sample(said, random.randrange(3)):
        match = match.add(event.pop("kind"), scribe.stamp(), random.choice(("", "Yan")), **event)
        if match.abandoned:
            match = match.add(MatchReopened, scribe.stamp(), "Yan", reason="more time", public=random.random() < 0.5)
    return match


def _noted(match: Match, scribe: Scribe) -> Match:
    random = scribe.random
    for _ in range(random.randrange(3)):
        step, text = random.randint(0, len(match.steps)), random.choice(TEXTS) or "hm"
        match = match.annotate(step, text, scribe.stamp(), public=random.random() < 0.5, by=random.choice(("", "Yan")))
    return match


def _time(random: Random) -> datetime:
    # From the day on at which all of these matches begin: no event of a record is stamped before the one before it.
    return datetime(2026, 11, 20, tzinfo=UTC) + timedelta(microseconds=random.randrange(10**13))
