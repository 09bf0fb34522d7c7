"""A judgement as it is told and kept: by the names of players, with actions as JSON; start + luck + play = result."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from ludograph.domain.judging.decision_errors import Alternative, DecisionError, Mark
from ludograph.domain.judging.judgement import JudgedStep
from ludograph.domain.judging.luck_and_play import DECIMALS
from ludograph.domain.lab.short_playouts import Values
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.values import ValueWriter

ByName = dict[str, float]


class ToldMove(Struct, frozen=True):
    """A move with what it is worth to who plays it, and how much less than the best one; see `Alternative`."""

    do: dict[str, Any]
    value: float
    se: float
    behind: float
    behind_se: float
    worse: bool


class ToldError(Struct, frozen=True):
    """How much better another move was, by what the player knew; see `DecisionError`."""

    amount: float
    se: float
    sure: bool
    best: dict[str, Any]
    tried: int
    mark: Mark
    played: ToldMove
    others: tuple[ToldMove, ...]
    open: int = 0


class ToldStep(Struct, frozen=True, omit_defaults=True):
    """What a step came to for each player; step 0 is the start."""

    step: int
    actor: str
    value: ByName
    luck: ByName
    play: ByName
    se: float
    error: ToldError | None
    shown: ByName = {}
    """What of `play` came of what players had decided in secret before and was shown now; empty where nothing was."""

    def own_play(self, player: str) -> float:
        """What a player's own decision did for them; 0 in steps of others."""
        return round(self.play[player] - self.shown.get(player, 0.0), DECIMALS) if player == self.actor else 0.0

    def others_play(self, player: str) -> float:
        """What decisions of others did for a player; in their own steps what others had decided in secret."""
        return self.shown.get(player, 0.0) if player == self.actor else self.play[player]


class PlayerErrors(Struct, frozen=True):
    """What a player lost in a match by decisions in which something else could be done."""

    lost: float
    """Of the win, or points; measured without a bias, so that it may be below 0."""
    se: float
    decisions: int
    sure: int
    """How many errors are sure."""

    @property
    def per_decision(self) -> float:
        """The mean; 0 without decisions."""
        return self.lost / self.decisions if self.decisions else 0.0


Cause = Literal["error", "luck", "own play", "others' play"]


class Loss(NamedTuple):
    """Where a player lost much: at which step, how much of the win (or points), and by what."""

    step: int
    amount: float
    cause: Cause
    """A sure error of their own, or of a fall of what the match was worth to them what took most of it."""


def losses(steps: Sequence[ToldStep], player: str, *, falls: bool = True) -> tuple[Loss, ...]:
    """A player's costliest sure error, and with `falls` the largest fall of their value: the larger first, if any."""
    errors = [
        Loss(one.step, one.error.amount, "error")
        for one in steps
        if one.actor == player and one.error is not None and one.error.sure
    ]
    fallen = [_fall(one, player) for one in steps] if falls else []
    largest = [max(found, key=lambda one: one.amount) for found in (errors, fallen) if found]
    return tuple(sorted((one for one in largest if one.amount > 0), key=lambda one: -one.amount))


def _fall(one: ToldStep, player: str) -> Loss:
    """By how much a player's value fell in a step; below 0 where it rose."""
    parts: dict[Cause, float] = {
        "luck": one.luck[player],
        "own play": one.own_play(player),
        "others' play": one.others_play(player),
    }
    return Loss(one.step, -sum(parts.values()), min(parts, key=lambda cause: parts[cause]))


class JudgedMatch(Struct, frozen=True):
    """All steps of a match, and what they come to; start + luck + play = result for each player."""

    players: tuple[str, ...]
    first: ToldStep
    steps: tuple[ToldStep, ...]

    @property
    def start(self) -> ByName:
        """What the match was worth to each player when it began."""
        return self.first.value

    @property
    def luck(self) -> ByName:
        """What chance did for each player."""
        return self._sums([one.luck for one in self.steps])

    @property
    def play(self) -> ByName:
        """What decisions did for each player, their own and those of others."""
        return self._sums([one.play for one in self.steps])

    @property
    def own_play(self) -> ByName:
        """What each player's own decisions did for them."""
        return self._sums([{name: one.own_play(name) for name in self.players} for one in self.steps])

    @property
    def others_play(self) -> ByName:
        """What the decisions of others did for each player; with `own_play` it is `play`."""
        return self._sums([{name: one.others_play(name) for name in self.players} for one in self.steps])

    @property
    def result(self) -> ByName:
        """What each player got; of a match that runs, what it is worth as it stands."""
        return self.steps[-1].value if self.steps else self.start

    def errors_of(self, player: str) -> PlayerErrors:
        """What a player lost by decisions, as that player could know."""
        errors = [one.error for one in self.steps if one.actor == player and one.error is not None]
        lost = round(sum(error.amount for error in errors), DECIMALS)
        se = round(sum(error.se**2 for error in errors) ** 0.5, DECIMALS)
        return PlayerErrors(lost, se, len(errors), sum(error.sure for error in errors))

    def lost_at(self, player: str, *, falls: bool = True) -> Loss:
        """Where a player lost most: the first of `losses`, else the last step, where nothing was lost."""
        return next(iter(losses(self.steps, player, falls=falls)), Loss(len(self.steps), 0.0, "luck"))

    def _sums(self, numbers: Sequence[ByName]) -> ByName:
        return {name: round(sum(one[name] for one in numbers), DECIMALS) for name in self.players}


def by_players(match: Match, one: JudgedStep) -> ToldStep:
    """A step by the names of those who play."""
    writer, worth = ValueWriter(match.players), one.worth
    value, luck, play = (_by_name(match.players, values) for values in (worth.value, worth.luck, worth.play))
    error = None if one.error is None else _told_error(writer, one.error)
    shown = _by_name(match.players, worth.shown) if worth.shown else {}
    return ToldStep(one.step, writer.seat(one.actor), value, luck, play, worth.se, error, shown)


def _by_name(players: Sequence[str], values: Values) -> ByName:
    return dict(zip(players, values, strict=True))


def _told_error(writer: ValueWriter, error: DecisionError) -> ToldError:
    best, others = writer.struct(error.best), tuple(_told_move(writer, one) for one in error.alternatives)
    played = _told_move(writer, error.played)
    return ToldError(error.amount, error.se, error.sure, best, error.tried, error.mark, played, others, error.open)


def _told_move(writer: ValueWriter, one: Alternative) -> ToldMove:
    return ToldMove(writer.struct(one.move), one.value, one.se, one.behind, one.behind_se, one.worse)
