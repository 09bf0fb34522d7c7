"""How a fork goes on by itself: as its origin was really played, or by bots."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from ludograph.domain.bots.contest import BotSeats
from ludograph.domain.kernel.chance import Chance, Drawing, Written
from ludograph.domain.kernel.game import Refused
from ludograph.domain.match.aggregate import EntryDetails, Match, Stamp, rebuilt
from ludograph.domain.match.events import AnyStep, Event

LONGEST: Final = 1000
"""After so many steps more the bots look for a way to end a match."""


class AsPlayed(NamedTuple):
    """A fork with the steps of its origin that were still legal, and why it stopped before the end of that."""

    match: Match
    taken: int
    """How many steps were taken over."""
    step: int | None = None
    """The step of the origin that is not legal here; None where all were."""
    refused: Refused | None = None


def gone_on_as_played(
    fork: Match, origin: Match, first: int, stamp: Callable[[], Stamp], *, drawn_anew: bool = False
) -> AsPlayed:
    """A fork after the steps of its origin from `first` on, up to one that is not legal any more; to be recorded.

    What was drawn comes again where the program deals; with real cards what was written down. With `drawn_anew` other
    cards come, for a fork whose hidden cards are made up: nothing of what was drawn is used.
    """
    taken = 0
    for step in origin.steps[first - 1 :]:
        entry = EntryDetails(step.by, step.happened_at, step.note)
        try:
            chance = fork.chance() if drawn_anew else _chance(fork, origin, step)
            fork = fork.play(step.actor, step.action, stamp(), chance=chance, entry=entry)
        except Refused as refused:
            return AsPlayed(fork, taken, step.number, refused)
        taken += 1
    return AsPlayed(fork, taken)


def _chance(fork: Match, origin: Match, step: AnyStep) -> Chance:
    """Where the outcomes of a step come from that is played once more."""
    # A correction may have moved what was drawn to another number, by which it would be drawn otherwise: as long as
    # nothing is otherwise in the fork, what is recorded goes before what the seed gives.
    if fork.start.seed is not None and fork.state != origin.states[step.number - 1]:
        return fork.chance()
    return Written(fork.game.deck, step.drawn or None, step.shuffled)


def told_bots(match: Match, bots: Sequence[str], seed: str) -> BotSeats:
    """Bots at all seats of a match, each told what its seat saw of it."""
    seats = BotSeats(match, bots, seed, limit=len(match.steps) + LONGEST)
    for step in match.steps:
        seats.told(step.number, step.actor, step)
    return seats


def gone_on_by_bots(
    fork: Match, bots: Sequence[str], seed: str, stamp: Callable[[], Stamp], most: int | None = None
) -> Match:
    """A fork played to its end by bots, or `most` moves on; to be recorded.

    With real cards what is still to be drawn comes from `seed`. Raises `Refused` where they need what only a table
    knows.
    """
    seats = told_bots(fork, bots, seed)
    end = None if most is None else len(fork.steps) + most
    try:
        while len(fork.steps) != end and (move := seats.move(fork.state, len(fork.steps))) is not None:
            chance = Drawing(seed, len(fork.states)) if fork.start.seed is None else None
            entry = EntryDetails(by=bots[move.seat - 1] if move.seat else "")
            fork = fork.play(move.seat, move.action, stamp(), chance=chance, entry=entry)
            seats.told(len(fork.steps), move.seat, fork.steps[-1])
    finally:
        seats.close()
    return fork


class BotRun(NamedTuple):
    """Some moves of a fork that bots are to make, as it goes to another process, which cannot be handed a game."""

    history: Sequence[Event]
    bot: str
    """The bot at every seat."""
    seed: str
    most: int
    """So many moves are made, or fewer where it is over before."""


def bots_went_on(run: BotRun) -> Sequence[Event]:
    """The history of a fork with the moves that bots made in it; the same for the same run."""
    fork = rebuilt(None, run.history)
    assert fork is not None
    stamp = Stamp(fork.first.recorded_at, fork.first.salt)
    return gone_on_by_bots(fork, [run.bot] * len(fork.players), run.seed, lambda: stamp, run.most).history
