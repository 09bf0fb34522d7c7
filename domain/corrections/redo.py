"""Steps that were taken back, entered again as they stood."""

from ludograph.domain.match.aggregate import Match, Stamp
from ludograph.domain.match.events import Step, StepsAmended, StepsTakenBack, Was, redecided
from ludograph.domain.match.history import history


def redone(match: Match, stamp: Stamp, by: str = "") -> Match | None:
    """The match with the steps again that the last takeback took; None where none was, or others were entered since."""
    match.check_open()
    taken: list[StepsTakenBack] = []
    for event in match.history:
        if isinstance(event, StepsTakenBack):
            taken.append(event)
        elif isinstance(event, StepsAmended) and event.how == "redo":
            taken.pop()
        elif isinstance(event, Step | StepsAmended):
            taken.clear()
    if not taken:
        return None
    steps = [told.event for told in history(match) if told.undone is taken[-1] and isinstance(told.event, Step)]
    again = tuple(redecided(step, Was(step.originator_version, step.number), step.recorded_at) for step in steps)
    return match.add(StepsAmended, stamp, by, at=len(match.steps) + 1, how="redo", reason="", steps=again)
