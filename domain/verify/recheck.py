"""Whether a recorded event follows from what stood before it, decided again under today's rules."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from ludograph.domain.corrections.redo import redone
from ludograph.domain.corrections.rename import only_renames
from ludograph.domain.kernel.chance import Written
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.kernel.play import begin, check_seats, play
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.match.aggregate import Match, Stamp, audiences, rebuilt
from ludograph.domain.match.commitment import commitment_holds
from ludograph.domain.match.events import (
    AnyAmended,
    AnyDealEntered,
    AnyRedecided,
    AnyStarted,
    AnyStep,
    ConfirmationWithdrawn,
    DealEntered,
    Event,
    MatchAbandoned,
    MatchReopened,
    MatchStarted,
    NoteAdded,
    ResultConfirmed,
    RulingMade,
    RulingWithdrawn,
    Step,
    StepsAmended,
    StepsTakenBack,
    begun,
    start_of,
    steps_of,
)
from ludograph.domain.match.final_result import in_force, rulings_on, status_of
from ludograph.domain.match.views import fold
from ludograph.domain.notation.names import NAME


def recheck_problem(match: Match | None, event: Event) -> str | None:
    """What is wrong with the next event of a match, as a sentence; None where nothing is.

    Raises `Refused` and `Impossible` where the rules do, and whatever facts raise that were not made for this state.
    """
    if isinstance(event, MatchStarted):
        return "A match begins only once." if match is not None else _sealed(event) or _start(event)
    if match is None:
        return "A match begins with its setup, and this is something else."
    if event.game != match.game.id:
        return f"It is an event of another game ({event.game})."
    if match.awaits_deal and isinstance(event, Step | StepsTakenBack | ResultConfirmed | RulingMade):
        return "It goes on with a match whose deal was not entered."
    if match.abandoned and _goes_on(event):
        return "It goes on with a match that was abandoned."
    check = _CHECKS.get(type(event))
    return check(match, event) if check else None


def _goes_on(event: Event) -> bool:
    """Whether an event is one that no abandoned match takes; it may be corrected and remarked on."""
    if isinstance(event, StepsAmended):
        return event.how == "redo"
    return isinstance(
        event,
        Step | DealEntered | StepsTakenBack | ResultConfirmed | ConfirmationWithdrawn | RulingMade | RulingWithdrawn,
    )


def _start(start: AnyStarted) -> str | None:
    match = rebuilt(None, [start])
    assert match is not None
    if len({player.casefold() for player in start.players}) < len(start.players) or not all(
        NAME.fullmatch(player) for player in start.players
    ):
        return "These cannot be the names of its players: each has 1 to 40 characters, and differs from the others."
    check_seats(match.game, len(start.players))
    if match.awaits_deal:
        return None if start.seed is None and not start.facts else "Its setup is told without its deal."
    again = begin(match.game, start.options, len(start.players), start.deal, Written(match.game.deck))
    same = (again.deal, again.facts) == (start.deal, start.facts)
    return None if same else "Under today's rules other facts follow from this setup."


def _sealed(start: AnyStarted) -> str | None:
    if (start.commitment or start.nonce) and not commitment_holds(start):
        return "The orders of this match are not those that were sealed at its start."
    return None


def _step(match: Match, step: AnyStep) -> str | None:
    if step.number != len(match.states):
        return f"It says it is step {step.number}, but it stands as step {len(match.states)}."
    chance = Written(match.game.deck, step.drawn or None, step.shuffled)
    again = play(match.game, match.state, step.actor, step.action, chance)
    if again.facts != step.facts:
        return "Under today's rules other facts follow from this action."
    if (again.action, again.drawn, again.shuffled) != (step.action, step.drawn, step.shuffled):
        return "Under today's rules other fields and outcomes belong to this action."
    if audiences(again) != step.seen_by:
        return "Under today's rules others see the outcomes of this action."
    return None


def _note(match: Match, event: NoteAdded) -> str | None:
    stands = len(match.steps)
    if not 0 <= event.step <= stands:
        return f"It is a remark on step {event.step}, where {counted(stands, 'step')} stood."
    return None


def _takeback(match: Match, event: StepsTakenBack) -> str | None:
    stands = len(match.steps)
    if not 0 <= event.to < stands:
        return f"It goes back to step {event.to}, where {counted(stands, 'step')} stood."
    return None


def _amendment(match: Match, event: AnyAmended) -> str | None:
    """A correction is decided again from where it begins, step by step."""
    if not (0 if event.start else 1) <= event.at <= len(match.states):
        return f"It corrects step {event.at}, where {counted(len(match.steps), 'step')} stood."
    if event.start and (problem := _start(start_of(event, match.start))):
        return problem
    if problem := _otherwise(match, event):
        return problem
    now = match.evolve([replace(event, steps=())])
    stood = {(step.originator_version, step.number): step for step in match.steps}
    for step, one in zip(steps_of(event), event.steps, strict=True):
        if event.how not in ("redo", "merge") and not _stood(stood, one):
            return f"Step {step.number} of it says that it stood before, and nothing like that did."
        if problem := _step(now, step):
            return problem
        now = now.with_step(step, fold(now.state, step.facts))
    return None


def _deal(match: Match, event: AnyDealEntered) -> str | None:
    """A deal is entered once, and changes nothing else of the start."""
    if not match.awaits_deal:
        return "It enters the deal of a match that has one."
    start = start_of(event, match.start)
    if replace(begun(start), rules_version=0, deal=None, facts=()) != replace(begun(match.start), rules_version=0):
        return "It enters a deal, and changes something else of the start."
    return _start(start)


def _otherwise(match: Match, event: AnyAmended) -> str | None:
    """That a correction does something else than it says that it does."""
    if event.how == "redo" and not _brings_back(match, event):
        return "It says that it brings steps back, and others were taken back last."
    if event.how == "rename" and not only_renames(match, event):
        return "It says that it puts names of players right, and something else is another in it."
    return None


def _confirmation(match: Match, event: ResultConfirmed) -> str | None:
    if status_of(match) != "over":
        return "Somebody agrees to the result in it, where the match was not over."
    if event.seat != JUDGE and not _sits(match, event.seat):
        return f"Seat {event.seat} agrees to the result in it, where {counted(len(match.players), 'player')} sat."
    if any(one.seat == event.seat for one in in_force(match)):
        return "Somebody agrees to the result in it who had agreed already."
    return None


def _ruling(match: Match, event: RulingMade) -> str | None:
    stands = len(match.steps)
    if event.step is not None and not 0 <= event.step <= stands:
        return f"It is a ruling on step {event.step}, where {counted(stands, 'step')} stood."
    if event.cites and event.cites not in match.game.rules:
        return f"It cites {event.cites!r}, which is no rule of {match.game.title}."
    seats = [seat for seat, _ in event.adjust]
    if not all(_sits(match, seat) for seat in (*seats, *event.forfeit)):
        return f"It rules on a seat that is not there: {counted(len(match.players), 'player')} sat."
    if (
        len({*seats}) < len(seats)
        or len({*event.forfeit}) < len(event.forfeit)
        or any(not by for _, by in event.adjust)
    ):
        return "It names a seat twice, or gives no points to one."
    return None


def _no_confirmation(match: Match, event: ConfirmationWithdrawn) -> str | None:
    agree = {one.seat for one in in_force(match)}
    return None if event.seat in agree else "It withdraws the agreement of somebody who did not agree."


def _no_ruling(match: Match, event: RulingWithdrawn) -> str | None:
    holds = event.number in rulings_on(match).standing
    return None if holds else f"It withdraws ruling {event.number}, which did not hold."


def _sits(match: Match, seat: int) -> bool:
    return 1 <= seat <= len(match.players)


def _abandonment(match: Match, event: MatchAbandoned) -> str | None:
    status = status_of(match)
    return None if status == "running" else f"It abandons a match that was {status} already."


def _reopening(match: Match, event: MatchReopened) -> str | None:
    return None if match.abandoned else "It opens a match again that was not abandoned."


def _brings_back(match: Match, event: AnyAmended) -> bool:
    """Whether these are the steps that the last takeback took, as they were."""
    again = redone(match, Stamp(event.recorded_at, event.salt), event.by)
    if again is None:
        return False
    wanted = again.history[-1]
    return isinstance(wanted, StepsAmended) and (wanted.at, wanted.steps) == (event.at, event.steps)


def _stood(stood: Mapping[tuple[int, int], AnyStep], one: AnyRedecided) -> bool:
    """Whether an entry stood where it says; one that says nothing of that came with the correction.

    `stood` has the steps by their event and number.
    """
    if one.was is None:
        return one.recorded_at is None
    step = stood.get((one.was.event, one.was.step))
    return step is not None and _entered(step) == _entered(one)


def _entered(step: AnyStep | AnyRedecided) -> tuple[Any, ...]:
    """What of an entry no correction of another changes; who acts may follow the turn."""
    return type(step.action), step.happened_at, step.note, step.by, step.recorded_at


_CHECKS: Final[dict[type[Event], Callable[[Match, Any], str | None]]] = {
    Step: _step,
    NoteAdded: _note,
    StepsTakenBack: _takeback,
    StepsAmended: _amendment,
    DealEntered: _deal,
    ResultConfirmed: _confirmation,
    ConfirmationWithdrawn: _no_confirmation,
    RulingMade: _ruling,
    RulingWithdrawn: _no_ruling,
    MatchAbandoned: _abandonment,
    MatchReopened: _reopening,
}
