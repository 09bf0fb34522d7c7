"""A match as one observer has seen it, step by step: all that a judgement is made of."""

from typing import Any, NamedTuple

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import TABLE, Action, Choice, Game, Seat
from ludograph.domain.kernel.marks import ALL_SEATS
from ludograph.domain.kernel.shapes import fields_of
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.views import concealed, concealed_start, fold


class SeenStep(NamedTuple):
    """A step: who acted, what they did as far as it was seen, and what was known before and after."""

    number: int
    actor: Seat
    action: Action
    before: Any
    after: Any
    unseals: bool
    """Whether it shows what players had decided in secret."""

    @property
    def seen_whole(self) -> bool:
        """Whether nothing of the action was withheld."""
        # None is no gap in a field that everybody sees: a duck without the Fool says all there is to say.
        return not any(
            field.secret is not None and "*" not in field.secret.seen_by and _is_blank(getattr(self.action, field.name))
            for field in fields_of(type(self.action))
        )


def _is_blank(value: Any) -> bool:
    return value is None or value == UNKNOWN or (isinstance(value, tuple) and any(map(_is_blank, value)))


class SeenMatch(NamedTuple):
    """What an observer knows of a match: a seat, or `ALL_SEATS` together."""

    game: Game
    players: tuple[str, ...]
    observer: Observer
    steps: tuple[SeenStep, ...]
    start: Any
    """What was known when it began."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    def knows_choices(self, seat: Seat) -> bool:
        """Whether the observer knows what is open to a seat: its own, the table, and all to all seats together."""
        return self.observer in (ALL_SEATS, seat) or seat == TABLE

    def open_to(self, seat: Seat, view: Any) -> tuple[Choice, ...]:
        """What somebody waits for from a seat, as this observer knows it."""
        return tuple(choice for choice in self.game.choices(view, seat) if not choice.idle)


def seen_match(match: Match, observer: Observer) -> SeenMatch:
    """The steps of a match that stand, as a seat or all of them together saw them."""
    view = start = fold(None, concealed_start(match.start, observer).facts)
    steps: list[SeenStep] = []
    for step in match.steps:
        known = concealed(step, observer)
        after = fold(view, known.facts)
        unseals = any(isinstance(fact, match.game.unsealings) for fact in known.facts)
        steps.append(SeenStep(step.number, step.actor, known.action, view, after, unseals))
        view = after
    return SeenMatch(match.game, match.players, observer, tuple(steps), start)
