"""Luck apart from play: what each step of a match changed for each seat, and how much of it chance did.

V is what a position is worth, Q the same once an action is chosen and before its chance is known. Then
luck = V(after) - Q, play = Q - V(before), and start + luck + play = result, whatever the values are. Where others had
decided in secret and it is shown now, V(after) - Q is their play to one seat, not luck, with all that chance did then.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from ludograph.domain.judging.seen_match import SeenMatch, SeenStep
from ludograph.domain.kernel.advance import advance
from ludograph.domain.kernel.chance import Unseen
from ludograph.domain.kernel.game import Refused
from ludograph.domain.kernel.marks import ALL_SEATS
from ludograph.domain.kernel.objections import Impossible
from ludograph.domain.lab.short_playouts import Estimate, ShortPlayouts, Values, estimate
from ludograph.domain.lab.value_model import result_values

DECIMALS: Final = 6
"""Values are rounded so, that sums of what is told are exact."""
ENOUGH: Final = 4
"""An action is tried where at least one in so many worlds allows it."""


class StepValue(NamedTuple):
    """What a step came to for each seat."""

    value: Values
    """What the position is worth after it."""
    luck: Values
    play: Values
    se: float
    """The largest standard error of `value`; 0 where it is exact."""
    shown: Values = ()
    """What of `play` came of what others had decided in secret before; nothing where nothing was shown."""


class Position:
    """What is known after a step, with worlds of it; what it is worth is worked out when somebody asks."""

    def __init__(self, step: int, worlds: tuple[Any, ...], exact: Values | None = None) -> None:
        self.step = step
        self.worlds = worlds
        """None where the match is over, or where no world was found."""
        self.like: Position = self
        """The position before it that is worth as much, for nothing could be decided in between."""
        self._found = None if exact is None else Estimate(exact, 0.0)

    def as_before(self, before: "Position") -> "Position":
        """This position, worth as much as the one before it."""
        self.like = before.like
        return self

    def worth(self, judging: "_Judging") -> Estimate:
        """What it is worth to each seat."""
        if self.like is not self:
            return self.like.worth(judging)
        if self._found is None:
            self._found = judging.estimate(self.worlds, self.step) if self.worlds else judging.even()
        return self._found


class _After(NamedTuple):
    """What comes after a position by a step: the worlds in which its action was made, and the next position."""

    moved: tuple[Any, ...]
    position: Position
    foreseen: bool
    """Whether nobody learnt anything but the action, so that the position is what the action made of it."""
    forced: bool


def step_values(seen: SeenMatch, playouts: int, seed: str, first: int = 1) -> Iterator[StepValue]:
    """What the match was worth before step `first`, without luck or play, and then what each step from there on did."""
    judging = _Judging(seen, playouts, seed)
    at = judging.position(seen.start, 0)
    for step in seen.steps:
        if step.number == first:
            yield judging.unmoved(at)
        after = judging.after(step, at)
        if step.number >= first:
            yield judging.step_value(at, after, unseals=step.unseals)
        at = after.position
    if first > len(seen.steps):
        yield judging.unmoved(at)


def _difference(one: Values, other: Values) -> Values:
    return tuple([round(more - less, DECIMALS) for more, less in zip(one, other, strict=True)])


class _Judging:
    """The values of one match, with the same chance for all its positions."""

    def __init__(self, seen: SeenMatch, playouts: int, seed: str) -> None:
        self.seen = seen
        self._range = range(playouts)
        self._playouts = ShortPlayouts(seen.game, seen.seats, seed)

    def unmoved(self, at: Position) -> StepValue:
        """What a position is worth, nothing having been done."""
        nothing = (0.0,) * self.seen.seats
        found = at.worth(self)
        return StepValue(found.values, nothing, nothing, found.se)

    def step_value(self, at: Position, after: _After, *, unseals: bool) -> StepValue:
        """What a step changed; it `unseals` where it shows what players had decided in secret."""
        before, then = at.worth(self).values, after.position.worth(self)
        chosen = then.values
        if after.forced and not after.foreseen:
            chosen = before
        elif after.moved and not after.foreseen:
            chosen = self.estimate(after.moved, after.position.step).values
        rest = _difference(then.values, chosen)
        if unseals and self.seen.observer != ALL_SEATS and any(rest):
            return StepValue(then.values, (0.0,) * len(rest), _difference(then.values, before), then.se, rest)
        return StepValue(then.values, rest, _difference(chosen, before), then.se)

    def position(self, view: Any, step: int) -> Position:
        """A view after so many steps, with worlds of it."""
        ended = result_values(self.seen.game, view, self.seen.seats)
        if ended is not None:
            return Position(step, (), _rounded(ended))
        try:
            return Position(step, tuple(self._playouts.worlds(view, self._range)))
        except (ValueError, Impossible):
            return Position(step, ())

    def after(self, step: SeenStep, at: Position) -> _After:
        """The position after a step, and the worlds in which its action was made where chance came after it."""
        forced, foreseen = self._is_forced(step), False
        moved: tuple[Any, ...] = ()
        if at.worlds and step.seen_whole:
            foreseen = _teaches_nothing(self.seen, step)
            moved = self._moved(step, at.worlds) if foreseen or not forced else ()
        possible = sum(world is not None for world in moved)
        if foreseen and possible == len(at.worlds):
            position = Position(step.number, moved)
            ended = result_values(self.seen.game, step.after, self.seen.seats)
            if ended is not None:
                return _After((), Position(step.number, (), _rounded(ended)), True, forced)
            return _After(moved, position.as_before(at) if forced else position, True, forced)
        position = self.position(step.after, step.number)
        if not position.worlds and result_values(self.seen.game, step.after, self.seen.seats) is None:
            position = position.as_before(at)
        enough = possible * ENOUGH >= len(at.worlds) and possible
        return _After(moved if enough and not foreseen else (), position, False, forced and bool(at.worlds))

    def _is_forced(self, step: SeenStep) -> bool:
        """Whether nothing else could have been done, as far as the observer knows that."""
        seen = self.seen
        if not seen.knows_choices(step.actor):
            return False
        busy = seen.open_to(step.actor, step.before)
        return (
            len(busy) == 1
            and isinstance(step.action, busy[0].action)
            and all(len(values) == 1 for values in busy[0].values.values())
        )

    def _moved(self, step: SeenStep, worlds: tuple[Any, ...]) -> tuple[Any, ...]:
        strict = not self.seen.knows_choices(step.actor)
        return tuple(
            self._playouts.moved(worlds, self._range, step.number - 1, step.actor, step.action, offered=strict)
        )

    def estimate(self, worlds: tuple[Any, ...], step: int) -> Estimate:
        """What these worlds are worth on average, those left out that are None."""
        found = self._playouts.outcomes(worlds, self._range, step)
        values, se = estimate([one for one in found if one is not None])
        return Estimate(_rounded(values), round(se, DECIMALS))

    def even(self) -> Estimate:
        """What nothing is known of."""
        return Estimate(_rounded((1 / self.seen.seats,) * self.seen.seats) if self.seen.seats > 1 else (0.0,), 0.0)


def _rounded(values: Values) -> Values:
    return tuple([round(value, DECIMALS) for value in values])


def _teaches_nothing(seen: SeenMatch, step: SeenStep) -> bool:
    """Whether what came of an action could be foreseen: nobody learnt anything but the action itself."""
    if not seen.knows_choices(step.actor):
        return False  # that somebody could do it already tells who looks on something
    try:
        foreseen = advance(seen.game, step.before, step.actor, step.action, Unseen())
    except (Refused, Impossible, LookupError, TypeError, ValueError):
        return False  # what follows hangs on a card that nobody knows: a game need not be able to go on without it
    return bool(foreseen == step.after)
