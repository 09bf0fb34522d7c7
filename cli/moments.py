"""Steps and beats as options of commands."""

from typing import TYPE_CHECKING, Any

import click

from ludograph.cli.errors import Failure
from ludograph.domain.kernel.sentences import counted
from ludograph.replay.timeline.moments import Moment, moment_of

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match


class MomentType(click.ParamType[Moment]):
    """Reads `32` or `32.4`."""

    name = "step"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Moment:
        """The step and the beat; a usage error where it is neither."""
        found = value if isinstance(value, Moment) else moment_of(value)
        if found is None:
            self.fail(f"{value} is neither a step, such as 32, nor a beat of one, such as 32.4.", param, ctx)
        return found


def check_moment(match: "Match", observer: int, moment: Moment, option: str) -> None:
    """Raises `Failure` where a match has no such step, or the step no such beat; `option` is where it was given."""
    from ludograph.replay.beats.beats import beats_of
    from ludograph.replay.timeline.timeline import Timeline

    step, beat = moment
    if not 0 <= step <= len(match.steps):
        raise Failure(f"There is no step {step}: {option} takes 0 to {len(match.steps)}.")
    if beat > (beats := len(beats_of(Timeline(match, observer), step))):
        raise Failure(f"There is no beat {step}.{beat}: step {step} has {counted(beats, 'beat')}.")
