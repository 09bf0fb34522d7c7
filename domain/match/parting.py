"""Where two matches that have the same deal part, as somebody knows them."""

from typing import Any

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import AnyStep
from ludograph.domain.match.views import concealed


def step_apart(match: Match, other: Match, observer: Observer = JUDGE) -> int:
    """The first step that an observer can tell from that of the other match; one more than both have where none is.

    What is done out of sight of the observer parts them only once something of it is seen.
    """
    pairs = enumerate(zip(match.steps, other.steps, strict=False), start=1)
    apart = (number for number, (one, another) in pairs if _known(one, observer) != _known(another, observer))
    return next(apart, min(len(match.steps), len(other.steps)) + 1)


def _known(step: AnyStep, observer: Observer) -> tuple[Any, ...]:
    view = concealed(step, observer)
    return view.actor, view.action, view.drawn, view.facts
