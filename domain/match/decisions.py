"""The decision of a match: an action with what follows from it, or why it is refused as its observer may know."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from ludograph.domain.kernel.chance import Chance, Drawing, Unseen, Written
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, Action, Game, Refused
from ludograph.domain.kernel.play import Played, UnreadAction, play

UNLIKE_RECORD: Final = "What is written here cannot be: it disagrees with the record."


class DecisionContext(Struct, frozen=True):
    """How a match stands: the state as the judge knows it, `view` as anybody else does, and its seed if it is dealt."""

    game: Game
    state: Any
    view: Callable[[Observer], Any]
    seed: str | None
    step: int
    """The number of the next step."""


def decided(
    standing: DecisionContext, seat: int, move: Action | UnreadAction, chance: Chance, observer: Observer | None = None
) -> Played:
    """The action with all that follows from it. Raises `Refused`, with what the actor could do instead.

    `observer` is whoever sits at the screen where it is entered, None where nobody does: what is wrong with outcomes is
    told as far as they know the match, and where the program deals none are taken.
    """
    if observer is not None and isinstance(chance, Written) and standing.seed is not None:
        _check_dealt(standing, standing.seed, seat, move)
    untouched = chance.restarted()
    # The state is the judge's. A message made from it could name a card that only another player holds, so that no
    # refusal leaves here as the game made it: it is made again from what the actor, or the observer, knows.
    try:
        return play(standing.game, standing.state, seat, move, chance)
    except Refused as refused:
        if not refused.outcome:
            raise _to_actor(standing, refused, seat, move) from None
        if observer in (None, JUDGE):
            raise
        raise _to_observer(standing, seat, move, untouched, observer) from None


def _check_dealt(standing: DecisionContext, seed: str, seat: int, move: Action | UnreadAction) -> None:
    """Where the program deals it takes outcomes from nobody, unless it cannot know them: a bid not noted."""
    try:
        play(standing.game, standing.state, seat, move, Drawing(seed, standing.step))
    except Refused:
        return  # the decision itself is refused, or it takes what the program cannot draw
    raise Refused(None, "The program deals this match: leave the outcomes out.", outcome=True)


def _to_actor(standing: DecisionContext, refused: Refused, seat: int, move: Action | UnreadAction) -> Refused:
    """The refusal from the actor's own view, so that it tells them nothing they do not know."""
    game, view = standing.game, standing.view(seat)
    try:
        play(game, view, seat, move, Unseen())
    except Refused as seen:
        # Another rule than in the full state would say that some hidden card matters: then the rule's text alone.
        if seen.rule == refused.rule and not seen.outcome:
            return Refused(seen.rule, seen.why, instead=game.choices(view, seat), **seen.values)
    why = game.rules.get(refused.rule or "", "This is not legal now.")
    return Refused(refused.rule, why, instead=game.choices(view, seat))


def _to_observer(
    standing: DecisionContext, seat: int, move: Action | UnreadAction, chance: Chance, observer: Observer | None
) -> Refused:
    """What is wrong with outcomes as this observer sees it; what they cannot see is told alike, whatever it is."""
    assert observer is not None
    try:
        play(standing.game, standing.view(observer), seat, move, chance)
    except Refused as seen:
        if seen.outcome:
            return seen
    return Refused(standing.game.faults.outcomes.broken("conflict"), UNLIKE_RECORD, outcome=True)
