"""The moments that decided a match, for programs and pages."""

from typing import Any

from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.replay.beats.highlights import courses_of, highlights
from ludograph.replay.timeline.timeline import Timeline


def moment_json(match: Match) -> dict[str, Any] | None:
    """The step from which on the winners were ahead, else that of the biggest swing, as everybody at the table knows.

    None where there is no such step.
    """
    timeline = Timeline(match, TABLE)
    found = highlights(timeline, courses_of(timeline))
    ranked = sorted(found, key=lambda one: 0 if "lead" in one.kinds else 1 if "swing" in one.kinds else 2)
    if not ranked:
        return None
    one = ranked[0]
    return {"step": one.step, "why": list(one.why), "told": one.told}
