"""Everything that was ever recorded of a match, in its order."""

from typing import NamedTuple

from domain.records.events import Event
from domain.records.match import Match


class Told(NamedTuple):
    """An event of a match, and whether it was superseded by a later one."""

    event: "Event"
    superseded: bool


def history(match: "Match") -> list[Told]:
    """Every event of a match in the order in which it was recorded."""
    standing = {step.originator_version for step in match.steps}
    return [
        Told(event, hasattr(event, "number") and event.originator_version not in standing) for event in match.history
    ]
